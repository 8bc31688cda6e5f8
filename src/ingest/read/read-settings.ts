import { OptionError } from '../errors.js'
import { type Format, type PushOptions, WORKBOOKS } from '../options.js'
import { detectDelimiter, findSeparatorLine } from './csv/csv-delimiter.js'
import { type DetectedEncoding, detectEncoding } from './decode/detect-encoding.js'
import { isContainer, type Sniffed } from './decode/sniff.js'
import { transcode } from './decode/transcode.js'
import { detectFormat } from './detect-format.js'
import type { ReadSettings } from './open-table.js'

/** Decides how a file is read from a sniffed of its bytes; options come first. */
export async function findReadSettings(
  options: PushOptions,
  sniffed: Sniffed,
): Promise<ReadSettings & DetectedEncoding> {
  const encoding = detectEncoding(sniffed, options.encoding)
  const head = isContainer(sniffed.head) ? sniffed.head : await decodeHead(sniffed.head, encoding)
  const format = detectFormat(options.path, head, options.format)
  requireFor(format, options)
  const separator = findSeparatorLine(head)
  const delimiter =
    requireDelimiter(options.delimiter) ?? separator ?? (format === 'tsv' ? '\t' : detectDelimiter(head))
  const sheet = options.sheet === undefined ? {} : { sheet: options.sheet }
  return { format, delimiter, separatorLine: separator !== undefined, gzip: sniffed.gzip, head, ...encoding, ...sheet }
}

/** Refuses an option that only other formats have a use for. */
function requireFor(format: Format, { sheet, delimiter, encoding }: PushOptions): void {
  const isWorkbook = WORKBOOKS.has(format)
  const misplaced = [
    sheet !== undefined && !isWorkbook && '--sheet only applies to workbooks',
    delimiter !== undefined && format !== 'csv' && format !== 'tsv' && '--delimiter only applies to CSV and TSV',
    encoding !== undefined && isWorkbook && '--encoding only applies to text files',
  ].find((message) => message !== false)
  if (misplaced) throw new OptionError('NOT_FOR_THIS_FORMAT', `${misplaced}, not to ${format}`)
}

function requireDelimiter(asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined
  const delimiter = /^(\\t|tab)$/i.test(asked) ? '\t' : asked
  if (/^[^"\r\n\u0080-\uffff]$/.test(delimiter)) return delimiter
  const hint = 'give one character: "," ";" "|", or tab for a tab'
  throw new OptionError('WRONG_USAGE', `--delimiter "${asked}" is not one plain character`, hint)
}

async function decodeHead(head: Buffer, { encoding, markBytes }: DetectedEncoding): Promise<Buffer> {
  const text = head.subarray(markBytes)
  if (encoding === 'utf-8') return text
  const parts: Buffer[] = []
  async function* once() {
    yield text
  }
  for await (const part of transcode(once(), encoding, [])) parts.push(part)
  return Buffer.concat(parts)
}
