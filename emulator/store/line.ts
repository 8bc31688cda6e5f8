import { crc32 } from 'node:zlib'

const PREFIX = '{"crc":"'
const MIDDLE = '","data":'
const DATA_AT = PREFIX.length + 8 + MIDDLE.length
/** What ends a line. */
export const NEWLINE = 10
const BLANK = `${PREFIX}00000000${MIDDLE}`
const DIGITS = Buffer.from('0123456789abcdef')

/** One line of a file of ours, and where it is: `line` counts from 1, `offset` from 0 in bytes. */
export interface RawLine {
  line: number
  offset: number
  /** Without the newline. */
  bytes: Uint8Array
  /** False for the last line when its newline is missing. */
  complete: boolean
}

/** CRC-32 as eight small hexadecimal digits. */
export function checksum(bytes: Uint8Array | string): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/** A JSON text as a line: `{"crc":"…","data":…}` and a newline; the sum is over the data's bytes. */
export function encodeLine(json: string): Buffer {
  return encodeLines([json])
}

/** Some JSON texts as lines. They are written at once, for each write on its own would copy its text once more. */
export function encodeLines(texts: readonly string[]): Buffer {
  let whole = ''
  for (const text of texts) whole += `${BLANK}${text}}\n`
  const lines = Buffer.from(whole)
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf(NEWLINE, from) + 1
    putChecksum(lines, from + PREFIX.length, crc32(lines.subarray(from + DATA_AT, end - 2)))
    from = end
  }
  return lines
}

/** Writes a sum as `checksum` does, in place. */
function putChecksum(lines: Buffer, at: number, sum: number): void {
  for (let digit = 7; digit >= 0; digit -= 1) {
    lines[at + digit] = DIGITS[sum & 15]!
    sum >>>= 4
  }
}

/** The data of a line without its newline; nothing when a single bit is not as it was written. */
export function findLineData(bytes: Uint8Array): unknown {
  const json = findLineJson(bytes)
  return json && JSON.parse(json.toString())
}

/** The same as the bytes of its JSON text. */
export function findLineJson(bytes: Uint8Array): Buffer | undefined {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const data = line.subarray(DATA_AT, -1)
  if (line.length <= DATA_AT + 1) return undefined
  if (line.toString('latin1', 0, DATA_AT) !== `${PREFIX}${checksum(data)}${MIDDLE}`) return undefined
  return line.at(-1) === 0x7d ? data : undefined
}

/** Cuts bytes into lines; `firstLine` and `start` say where the bytes are in their file. */
export function* splitLines(bytes: Uint8Array, firstLine = 1, start = 0): Generator<RawLine> {
  let line = firstLine
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end < 0 ? bytes.length : end
    yield { line, offset: start + from, bytes: bytes.subarray(from, to), complete: end >= 0 }
    from = to + 1
  }
}
