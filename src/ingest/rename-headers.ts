import { parse } from 'csv-parse/sync'
import { csvText } from './csv-text.js'
import { detectDelimiter } from './read/csv/csv-delimiter.js'

const QUOTE = 0x22
const LINE_ENDS = [0x0a, 0x0d]
const SAMPLE_BYTES = 64 * 1024

/**
 * A CSV file with other headers, and all below them byte by byte as it was. `headers`: those that it has, as they are read; `names`: the new
 * name of each that gets one. Undefined where they can't be written: the file has another encoding or form, or a name would stand twice.
 */
export function renameHeaders(
  file: Uint8Array,
  headers: readonly string[],
  names: ReadonlyMap<string, string>,
): Uint8Array | undefined {
  const renamed = headers.map((header) => names.get(header) ?? header)
  if (new Set(renamed).size < renamed.length) return undefined
  const end = endOfRow(file)
  const delimiter = detectDelimiter(Buffer.from(file.subarray(0, SAMPLE_BYTES)))
  const cells = cellsOf(file.subarray(0, end), delimiter)
  // Else the headers stand further down, or are written otherwise.
  if (cells?.length !== headers.length || cells.some((cell, at) => cell.trim() !== headers[at])) return undefined
  const row = csvText([renamed], { delimiter, record_delimiter: '' })
  return Buffer.concat([Buffer.from(row), file.subarray(end)])
}

/** Where the first row ends: before a line's end outside quotes. */
function endOfRow(file: Uint8Array): number {
  let isQuoted = false
  for (const [at, byte] of file.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (!isQuoted && LINE_ENDS.includes(byte)) return at
  }
  return file.length
}

/** The cells of the first row; undefined if it is no CSV in UTF-8. */
function cellsOf(row: Uint8Array, delimiter: string): string[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(row)
    return (parse(text, { delimiter }) as string[][])[0]
  } catch {
    return undefined
  }
}
