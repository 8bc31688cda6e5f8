import { createRandom, makeText, pick } from './texts.js'
import { createZip } from './zip-file.js'

const HEADER = ['external_id', 'text', 'rating', 'channel', 'occurred_at']
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const ROWS_AT_ONCE = 5_000

/** Writes a workbook of one sheet with ids, texts, ratings, channels and dates. `shared`: texts as Excel keeps them, else in their cells. */
export async function makeXlsx(path, rows, { shared }) {
  const zip = createZip(path)
  for (const [name, xml] of fixedParts(shared)) await zip.add(name, [xml])
  const strings = []
  await zip.add('xl/worksheets/sheet1.xml', sheetXml(rows, shared ? strings : undefined))
  if (shared) await zip.add('xl/sharedStrings.xml', stringsXml(strings))
  await zip.end()
}

function* sheetXml(rows, strings) {
  const known = new Map()
  // Every cell names its place, as spreadsheet programs write it: some readers need it.
  const textCell = (place, text) => {
    if (!strings) return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const index = known.get(text) ?? strings.push(text) - 1
    if (text.length < 12) known.set(text, index)
    return `<c r="${place}" t="s"><v>${index}</v></c>`
  }
  const random = createRandom(11)
  const header = HEADER.map((name, index) => textCell(`${'ABCDE'[index]}1`, name))
  yield `${DECLARATION}<worksheet ${MAIN}><sheetData><row r="1">${header.join('')}</row>`
  let xml = ''
  for (let row = 2; row <= rows + 1; row += 1) {
    const cells = [textCell(`A${row}`, `ticket-${row}`), textCell(`B${row}`, makeText(random, 70).replaceAll('"', ''))]
    cells.push(`<c r="C${row}"><v>${1 + Math.floor(random() * 5)}</v></c>`)
    cells.push(textCell(`D${row}`, pick(random, ['email', 'web'])))
    cells.push(`<c r="E${row}" s="1"><v>${45_000 + (row % 900) + 0.25}</v></c>`)
    xml += `<row r="${row}">${cells.join('')}</row>`
    if (row % ROWS_AT_ONCE !== 0) continue
    yield xml
    xml = ''
  }
  yield `${xml}</sheetData></worksheet>`
}

function* stringsXml(strings) {
  yield `${DECLARATION}<sst ${MAIN} count="${strings.length}" uniqueCount="${strings.length}">`
  for (let from = 0; from < strings.length; from += ROWS_AT_ONCE) {
    yield strings
      .slice(from, from + ROWS_AT_ONCE)
      .map((text) => `<si><t>${text}</t></si>`)
      .join('')
  }
  yield '</sst>'
}

/** All parts but the sheet and its texts. */
export function fixedParts(shared) {
  const relation = (id, type, target) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (...list) =>
    `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  const part = (name, type) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const strings = shared ? relation('r3', 'sharedStrings', 'sharedStrings.xml') : ''
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}${shared ? part('/xl/sharedStrings.xml', 'sharedStrings') : ''}</Types>`,
    ],
    ['_rels/.rels', relations(relation('r1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(relation('r1', 'worksheet', 'worksheets/sheet1.xml'), relation('r2', 'styles', 'styles.xml'), strings),
    ],
    [
      'xl/styles.xml',
      `${DECLARATION}<styleSheet ${MAIN}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
