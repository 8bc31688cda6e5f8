import type { Survey } from '../decode/survey.js'
import { InputFileError } from '../errors.js'
import type { Encoding, Format } from '../options.js'

const WORKBOOKS: ReadonlySet<Format> = new Set(['xlsx', 'xlsb', 'xls', 'ods'])
const NUL_SEARCHED_BYTES = 64 * 1024

/** What files begin with that are no text, as Latin-1. */
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
  ['a Parquet file', 'PAR1'],
]

/**
 * Refuses a file read as text that is none: by what it begins with, or by NUL characters in the beginning of its text, unless an
 * encoding was `asked` for. `head` is the text as UTF-8. Throws `InputFileError`.
 */
export function requireText(survey: Survey, read: { format: Format; head: Buffer }, asked: Encoding | undefined): void {
  if (WORKBOOKS.has(read.format)) return
  const start = survey.head.toString('latin1', 0, 16)
  const kind = SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0]
  if (kind !== undefined) throw new InputFileError(`the file is ${kind}, no text and no table`)
  if (asked !== undefined || !read.head.subarray(0, NUL_SEARCHED_BYTES).includes(0)) return
  const hint = 'text with NUL characters in it is read where its encoding is named: --encoding utf-8'
  throw new InputFileError('the file is binary (it holds NUL bytes), no text and no table', hint)
}
