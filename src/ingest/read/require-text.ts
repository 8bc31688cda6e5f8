import { FileTypeError, InputFileError } from '../errors.js'
import { type Format, type PushOptions, WORKBOOKS } from '../options.js'
import type { DetectedEncoding } from './decode/detect-encoding.js'
import type { Sniffed } from './decode/sniff.js'
import { extensionOf } from './detect-format.js'
import { detectDocument } from './documents.js'

const NUL_SEARCHED_BYTES = 64 * 1024

/** First bytes of files that are not text, as Latin-1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['a PNG picture', '\x89PNG'],
  ['a GIF picture', 'GIF87a'],
  ['a GIF picture', 'GIF89a'],
  ['a JPEG picture', '\xff\xd8\xff'],
  ['a PDF document', '%PDF-'],
  ['a PostScript document', '%!PS'],
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

/**
 * Refuses a file read as text that isn't text: by its first bytes, or by NUL characters in its first part, unless an
 * encoding was `asked` for; or by what a document shows, unless a format was. `head` is the text as UTF-8. Throws `InputFileError`.
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
  if (kind !== undefined) throw new FileTypeError(`the file is ${kind}, not text or a table`)
  if (format === undefined) requireRows(read.head.toString(), read.format, path)
  if (encoding !== undefined || !read.head.subarray(0, NUL_SEARCHED_BYTES).includes(0)) return
  const hint = 'if this is text, set its encoding, such as --encoding utf-16le'
  throw new InputFileError('looks like a binary file (contains NUL bytes)', hint)
}

/** Refuses documents, and lines under a name that does not say that they are texts. */
function requireRows(head: string, format: Format, path: string): void {
  const document = detectDocument(head, format)
  if (document) throw new FileTypeError(`the file is ${document.what}, not a table`, document.hint)
  const extension = extensionOf(path)
  if (format !== 'text' || PLAIN.has(extension)) return
  const hint = 'to push each line as an item, use --format text'
  throw new FileTypeError(`unsupported file type: .${extension}`, hint)
}

/** Refuses bytes that read like words of no language in any encoding that is guessed: they would be stored as other letters. Throws `InputFileError`. */
export function requireSureEncoding({ candidates = [] }: DetectedEncoding): void {
  const [best] = candidates
  if (best === undefined) return
  const hint = `set it, perhaps with ${candidates.map((name) => `--encoding ${name}`).join(' or ')}, or save the file as UTF-8`
  throw new InputFileError('the encoding is not clear: no guess makes words of its letters', hint)
}
