import { KNOWN_HEADERS } from '../../contract/items/members.js'
import { FileTypeError, InputFileError } from '../errors.js'
import { comparableHeader } from '../map/headers.js'
import { type Format, WORKBOOKS } from '../options.js'
import { detectDelimiter } from './csv/csv-delimiter.js'
import { isContainer } from './decode/sniff.js'
import { isOneDocument } from './json/json.js'

const BY_EXTENSION = new Map<string, Format>([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
])
const WORKBOOK_EXTENSIONS: ReadonlySet<string> = new Set([...WORKBOOKS, 'xlsm'])

/** The format of a file: as asked, by what its first bytes are, by its name, else by its first line. `head` is UTF-8 text or a container. */
export function detectFormat(path: string, head: Buffer, asked?: Format): Format {
  const extension = extensionOf(path)
  if (asked) return asked
  if (extension === 'numbers') throw new FileTypeError(".numbers files can't be read", 'save it as .xlsx or .csv')
  if (isContainer(head)) return byContainer(extension, head)
  if (WORKBOOK_EXTENSIONS.has(extension)) refuseNoWorkbook(extension, head)
  const text = head.toString().trimStart()
  if (extension === 'json') return text.startsWith('[') || isOneDocument(text) ? 'json' : 'ndjson'
  const named = BY_EXTENSION.get(extension)
  // JSON with the extension of a table; no header starts like this.
  if ((named === 'csv' || named === 'tsv') && /^\[?\s*\{\s*"/.test(text)) return byContent(text, head)
  return named ?? byContent(text, head)
}

function byContainer(extension: string, head: Buffer): Format {
  if (head[0] === 0xd0) return 'xls'
  // Names of parts come before them; those of an OpenDocument file are its own.
  if (extension === 'xlsb' || extension === 'ods') return extension
  return head.includes('content.xml') && !head.includes('[Content_Types].xml') ? 'ods' : 'xlsx'
}

/** Programs write pages and CSV under the name .xls; a page is refused, a CSV read as what it is. */
function refuseNoWorkbook(extension: string, head: Buffer): void {
  if (head.length === 0) throw new InputFileError('the file is empty')
  const page = /^\s*<(?:!doctype|html|table|\?xml)/i.test(head.toString('utf8', 0, 200))
  if (extension === 'xls' && !page && !head.subarray(0, 1_000).includes(0)) return
  const what = page ? 'a web page or XML' : `not an .${extension} workbook`
  throw new InputFileError(
    `the file is ${what}`,
    page ? 'open it and save it as .xlsx or .csv' : 'is it another format? See --format',
  )
}

/** The extension of a path, lower case and without `.gz`; '' for none. */
export function extensionOf(path: string): string {
  return /\.([a-z\d]+)$/i.exec(path.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? ''
}

function byContent(text: string, head: Buffer): Format {
  if (text.startsWith('{')) return isOneDocument(text) ? 'json' : 'ndjson'
  if (/^\[\s*(["{\]]|$)/.test(text)) return 'json'
  const delimiter = detectDelimiter(head)
  const [header = ''] = text.split(/\r\n|\n|\r/, 1)
  const cells = header.split(delimiter).map((cell) => comparableHeader(cell))
  const known = Object.values(KNOWN_HEADERS).flat()
  const named = cells.filter((cell) => known.includes(cell)).length
  return cells.length > 1 && named > 0 ? 'csv' : 'text'
}
