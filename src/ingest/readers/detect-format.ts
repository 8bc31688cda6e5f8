import { isContainer } from '../decode/survey.js'
import { InputFileError } from '../errors.js'
import { comparableHeader } from '../map/headers.js'
import { SYNONYMS } from '../map/synonyms.js'
import type { Format } from '../options.js'
import { detectDelimiter } from './csv-delimiter.js'

const BY_EXTENSION = new Map<string, Format>([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
])
const OTHER_WORKBOOKS = ['xls', 'xlsb', 'ods', 'numbers']

/** The format of a file: as asked, by what its first bytes are, by its name, else by its first line. `head` is UTF-8 text or a container. */
export function detectFormat(path: string, head: Buffer, asked?: Format): Format {
  const extension = extensionOf(path)
  if (asked !== 'text') refuseOtherWorkbooks(extension, head)
  if (asked) return asked
  if (isContainer(head)) return 'xlsx'
  if (extension === 'xlsx' || extension === 'xlsm') {
    throw new InputFileError(
      head.length === 0 ? 'the file is empty' : 'the file is no .xlsx workbook',
      'is it another format? See --format',
    )
  }
  const text = head.toString().trimStart()
  if (extension === 'json') return text.startsWith('[') ? 'json' : 'ndjson'
  return BY_EXTENSION.get(extension) ?? byContent(text, head)
}

function extensionOf(path: string): string {
  return /\.([a-z\d]+)$/i.exec(path.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? ''
}

function refuseOtherWorkbooks(extension: string, head: Buffer): void {
  const compound = head.length > 0 && isContainer(head) && head[0] === 0xd0
  const what = OTHER_WORKBOOKS.includes(extension)
    ? `.${extension} files`
    : compound
      ? 'old or password-protected workbooks'
      : undefined
  if (what) throw new InputFileError(`${what} can not be read yet`, 'save it as .xlsx or .csv')
}

function byContent(text: string, head: Buffer): Format {
  if (text.startsWith('{')) return 'ndjson'
  if (/^\[\s*(["{\]]|$)/.test(text)) return 'json'
  const delimiter = detectDelimiter(head)
  const [header = ''] = text.split(/\r\n|\n|\r/, 1)
  const cells = header.split(delimiter).map((cell) => comparableHeader(cell))
  const known = Object.values(SYNONYMS).flat()
  const named = cells.filter((cell) => known.includes(cell)).length
  return cells.length > 1 && named > 0 ? 'csv' : 'text'
}
