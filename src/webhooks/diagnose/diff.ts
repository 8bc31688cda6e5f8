const NAMED: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' }

/** Where two bodies part. */
export interface BodyDiff {
  /** Of the first byte that differs, from 0. */
  offset: number
  /** Lengths of the whole bodies, in bytes. */
  expectedBytes: number
  receivedBytes: number
  /** What both have before it, printable. */
  before: string
  expected: DiffSide
  received: DiffSide
}

export interface DiffSide {
  /** The bytes from the offset on that differ, at most 24, in hex; empty where the other side has more. */
  hex: string
  /** The same, printable. */
  text: string
  /** How many bytes of the differing part are not shown. */
  more: number
}

const CONTEXT_BYTES = 24

/** The first place where the expected body and the received one differ; what both end with alike is left out. */
export function diffBodies(expected: Buffer, received: Buffer): BodyDiff {
  const shorter = Math.min(expected.length, received.length)
  let offset = 0
  while (offset < shorter && expected[offset] === received[offset]) offset++
  let tail = 0
  while (tail < shorter - offset && expected.at(-1 - tail) === received.at(-1 - tail)) tail++
  return {
    offset,
    expectedBytes: expected.length,
    receivedBytes: received.length,
    before: printBytes(received.subarray(Math.max(0, offset - CONTEXT_BYTES), offset)),
    expected: sideOf(expected.subarray(offset, expected.length - tail)),
    received: sideOf(received.subarray(offset, received.length - tail)),
  }
}

function sideOf(bytes: Buffer): DiffSide {
  const shown = bytes.subarray(0, CONTEXT_BYTES)
  return { hex: shown.toString('hex'), text: printBytes(shown), more: bytes.length - shown.length }
}

/** Bytes as printable ASCII: what is none is an escape such as `\n` or `\xe9`. Safe on any terminal. */
function printBytes(bytes: Uint8Array): string {
  return Array.from(bytes, printByte).join('')
}

function printByte(byte: number): string {
  const named = NAMED[byte]
  if (named !== undefined) return named
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
}
