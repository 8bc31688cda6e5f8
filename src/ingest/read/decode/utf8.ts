import { isUtf8 } from 'node:buffer'
import type { BadByte } from './text-bytes.js'

const REPLACEMENT = 0x3f

/**
 * Length of the UTF-8 sequence at `at`: 1 to 4, 0 where no valid one starts (overlong forms and surrogates are none), or -1
 * where the bytes end within one.
 */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let index = 1; index < length; index += 1) {
    const next = bytes[at + index]
    if (next === undefined) return -1
    const low = index > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const high = index > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (next < low || next > high) return 0
  }
  return length
}

/** Bytes at the end that start a sequence the next chunk may complete. */
export function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const at = bytes.length - back
    if ((bytes[at]! & 0xc0) === 0x80) continue
    return sequenceLength(bytes, at) === -1 ? back : 0
  }
  return 0
}

/** Cuts chunks at sequence borders; the last piece may end within one. */
export async function* wholeSequences(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, chunk])
    const tail = incompleteTail(bytes)
    // A copy: the chunk is written over when the next one comes.
    rest = Buffer.from(bytes.subarray(bytes.length - tail))
    if (bytes.length > tail) yield bytes.subarray(0, bytes.length - tail)
  }
  if (rest.length > 0) yield asBuffer(rest)
}

/** The chunks with `?` for every byte that is not UTF-8; each is noted in `badBytes`. `offset`: bytes skipped before (a BOM). */
export async function* repairUtf8(chunks: AsyncIterable<Uint8Array>, badBytes: BadByte[], offset: number) {
  let start = 0
  for await (const chunk of wholeSequences(chunks)) {
    yield isUtf8(chunk) ? chunk : repaired(chunk, start, badBytes, offset)
    start += chunk.length
  }
}

function repaired(chunk: Buffer, start: number, badBytes: BadByte[], offset: number): Buffer {
  const copy = Buffer.from(chunk)
  for (let at = 0; at < copy.length; ) {
    const length = sequenceLength(chunk, at)
    if (length < 1) {
      const hex = chunk[at]!.toString(16).toUpperCase().padStart(2, '0')
      badBytes.push({ at: start + at, message: `byte 0x${hex} at ${start + at + offset} of the file is not UTF-8` })
      copy[at] = REPLACEMENT
    }
    at += Math.max(length, 1)
  }
  return copy
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
