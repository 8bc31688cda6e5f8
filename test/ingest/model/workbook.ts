import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Uint8Array
  /** What the directory claims, where it lies. */
  claimedSize?: number
  encrypted?: boolean
}

/** A ZIP file, deflated, byte for byte as asked: also one no honest program writes. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize = content.length, encrypted } of entries) {
    const data = deflateRawSync(content)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(encrypted ? 1 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(claimedSize, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, path]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

export interface WorkbookParts {
  /** XML of the rows, by sheet name. */
  sheets: Record<string, string>
  hidden?: string[]
  strings?: string
  /** `numFmtId` of each cell style. */
  styles?: number[]
  formats?: Record<number, string>
  date1904?: boolean
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook around given rows. */
export function workbookEntries(parts: WorkbookParts): ZipEntry[] {
  const names = Object.keys(parts.sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const sheets = names.map((name, index) => {
    const state = parts.hidden?.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="s${index}"/>`
  })
  const formats = Object.entries(parts.formats ?? {}).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const xfs = (parts.styles ?? [0]).map((id) => `<xf numFmtId="${id}"/>`).join('')
  const texts: [string, string][] = [
    ['_rels/.rels', `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="${RELATIONS}"><workbookPr date1904="${parts.date1904 ? 1 : 0}"/><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${names.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/s${index}.xml`)).join('')}${relation('x', 'sharedStrings', 'sharedStrings.xml')}${relation('y', 'styles', '/xl/styles.xml')}</Relationships>`,
    ],
    ['xl/sharedStrings.xml', `<sst>${parts.strings ?? ''}</sst>`],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`,
    ],
    ...names.map((name, index): [string, string] => [
      `xl/worksheets/s${index}.xml`,
      `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${parts.sheets[name]}</sheetData></worksheet>`,
    ]),
  ]
  return texts.map(([name, xml]) => ({ name, content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`) }))
}

export function workbook(parts: WorkbookParts): Buffer {
  return zip(workbookEntries(parts))
}

/** XML of an inline text cell. */
export function inline(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
