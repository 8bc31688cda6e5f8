import { InputFileError } from '../errors.js'
import type { Format, PushOptions } from '../options.js'
import type { Sniffed } from './decode/sniff.js'
import { extensionOf } from './detect-format.js'

const WORKBOOKS: ReadonlySet<Format> = new Set(['xlsx', 'xlsb', 'xls', 'ods'])
const NUL_SEARCHED_BYTES = 64 * 1024
const DOCUMENT_SEARCHED_BYTES = 4 * 1024

/** First bytes of files that are not text, as Latin-1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['a PNG picture', '\x89PNG'],
  ['a GIF picture', 'GIF87a'],
  ['a GIF picture', 'GIF89a'],
  ['a JPEG picture', '\xff\xd8\xff'],
  ['a PDF document', '%PDF-'],
  ['a program', '\x7fELF'],
  ['a ZIP archive', 'PK\x03\x04'],
  ['an old Office document', '\xd0\xcf\x11\xe0'],
  ['compressed (gzip)', '\x1f\x8b'],
  ['compressed (zstd)', '\x28\xb5\x2f\xfd'],
  ['compressed (bzip2)', 'BZh91AY&SY'],
  ['compressed (xz)', '\xfd7zXZ'],
  ['a 7-Zip archive', '7z\xbc\xaf'],
  ['a RAR archive', 'Rar!'],
  ['a Parquet file', 'PAR1'],
  ['a database', 'SQLite format 3'],
]

/** Names of plain text; stdin and pipes have none. */
const PLAIN = new Set(['', 'txt', 'text'])

const PAGE_HINT = 'open it in a spreadsheet and save it as .csv or .xlsx'
const LOGIN_HINT =
  'a page to sign in is often saved in place of the file: download it again, or save the table in it as .csv'

/** Begins with two header lines of a mail (RFC 822), one of them telling. */
const MAIL_HEADERS =
  /^(?=(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Subject):)[A-Z][\w-]*: .*\r?\n(?:[ \t].*\r?\n)*[A-Z][\w-]*: /i

/** First characters of texts that hold no rows. `--format` overrides this. */
const DOCUMENTS: readonly { what: string; by: RegExp; hint: string }[] = [
  { what: 'a web page', by: /^<(?:!doctype\s+html|html|head|body|table)\b/i, hint: LOGIN_HINT },
  { what: 'XML', by: /^<(?:\?xml|!doctype)\b/i, hint: PAGE_HINT },
  { what: 'an RTF document', by: /^\{\\rtf/, hint: 'save it as plain text, a feedback a line' },
  { what: 'mail', by: /^From \S+ .*\d{4}.*\r?\n[\w-]+:/, hint: 'export the mails as .csv' },
  { what: 'mail', by: MAIL_HEADERS, hint: 'export the mails as .csv' },
  { what: 'a card or calendar', by: /^BEGIN:V(?:CARD|CALENDAR)\b/i, hint: 'export it as .csv' },
]

/**
 * Refuses a file read as text that isn't text: by its first bytes, or by NUL characters in its first part, unless an
 * encoding was `asked` for; or by the first words of a document, unless a format was. `head` is the text as UTF-8. Throws `InputFileError`.
 */
export function requireText(
  sniffed: Sniffed,
  read: { format: Format; head: Buffer },
  asked: Pick<PushOptions, 'encoding' | 'format' | 'path'>,
): void {
  const { encoding, format, path } = asked
  if (WORKBOOKS.has(read.format)) return
  const start = sniffed.head.toString('latin1', 0, 16)
  const kind = SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0]
  if (kind !== undefined) throw new InputFileError(`the file is ${kind}, no text and no table`)
  const text = read.head.toString('utf8', 0, DOCUMENT_SEARCHED_BYTES).trimStart()
  if (format === undefined) requireRows(text, read.format, path)
  if (encoding !== undefined || !read.head.subarray(0, NUL_SEARCHED_BYTES).includes(0)) return
  const hint = 'text with NUL characters in it is read where its encoding is named: --encoding utf-8'
  throw new InputFileError('the file is binary (it holds NUL bytes), no text and no table', hint)
}

/** Refuses documents, and lines under a name that does not say that they are texts. */
function requireRows(text: string, format: Format, path: string): void {
  const document = DOCUMENTS.find(({ by }) => by.test(text))
  if (document) throw new InputFileError(`the file is ${document.what}, not a table`, document.hint)
  const extension = extensionOf(path)
  if (format !== 'text' || PLAIN.has(extension)) return
  const hint = 'to push each of its lines as a text, give --format text'
  throw new InputFileError(`.${extension} files are not known, and this one does not look like a table`, hint)
}
