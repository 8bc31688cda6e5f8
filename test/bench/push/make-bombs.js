import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fixedParts } from './make-xlsx.js'
import { createZip } from './zip-file.js'

const MB = 1024 * 1024
const SHEET = 'xl/worksheets/sheet1.xml'

/** Files made to take memory or time: a name, a path, and whether a push refuses them (`false`: it reads them, quickly). */
export async function makeBombs(folder) {
  const bombs = []
  const add = async (name, file, refused, write) => {
    const path = join(folder, file)
    await write(path)
    bombs.push({ name, path, refused })
  }
  await add('zip bomb, 500 MB in 0.5 MB', 'bomb.xlsx', true, (path) => workbook(path, zeros(500)))
  await add('zip bomb as .ods', 'bomb.ods', true, (path) => archive(path, [['content.xml', zeros(500)]]))
  await add('wrong sizes in the directory', 'sizes.xlsx', true, (path) => workbook(path, zeros(100), 1_000))
  await add('a zip in a zip', 'nested.xlsx', true, async (path) => {
    await workbook(`${path}.inner`, zeros(300))
    await archive(path, [['inner.xlsx', [readFileSync(`${path}.inner`)]]])
  })
  await add('entity expansion', 'entities.xlsx', true, (path) => workbook(path, [laughs()]))
  await add('dimension A1:XFD1048576', 'dimension.xlsx', false, (path) => workbook(path, [dimension()]))
  await add('open quote before 200 MB', 'quote.csv', true, openQuote)
  await add('.gz bomb, 500 MB', 'bomb.csv.gz', true, (path) => write(path, [gzipSync(Buffer.alloc(500 * MB))]))
  await add('a zip without its end, as .ods', 'broken.ods', true, (path) => write(path, ['PK\x03\x04broken']))
  return bombs
}

function* zeros(megabytes) {
  const part = Buffer.alloc(MB, 0x20)
  for (let count = 0; count < megabytes; count += 1) yield part
}

async function workbook(path, sheet, claimedSize) {
  const zip = createZip(path)
  for (const [name, xml] of fixedParts(false)) await zip.add(name, [xml])
  await zip.add(SHEET, sheet, claimedSize)
  await zip.end()
}

async function archive(path, entries) {
  const zip = createZip(path)
  for (const [name, content] of entries) await zip.add(name, content)
  await zip.end()
}

function laughs() {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  const cell = '<row r="1"><c t="inlineStr"><is><t>&l9;</t></is></c></row>'
  return `<!DOCTYPE x [<!ENTITY l0 "ha">${levels.join('')}]><worksheet><sheetData>${cell}</sheetData></worksheet>`
}

function dimension() {
  const cell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = `<row r="1">${cell('text')}</row><row r="1048576">${cell('far below')}</row>`
  return `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`
}

async function openQuote(path) {
  const file = createWriteStream(path)
  file.write('text,id\n"')
  const line = Buffer.from('never closed '.repeat(80_000))
  for (let size = 0; size < 200 * MB; size += line.length) if (!file.write(line)) await once(file, 'drain')
  file.end()
  await once(file, 'close')
}

async function write(path, parts) {
  const file = createWriteStream(path)
  for (const part of parts) file.write(part)
  file.end()
  await once(file, 'close')
}
