import { createTextCutter } from './text-cutter.js'

/** Strings of a block; small enough that a workbook of few strings costs little. */
const BLOCK = 4_096
/** What a block has room for at first. */
const FIRST_BYTES = 64 * 1024
const MOST_FIRST_BYTES = 4 * 1024 * 1024
/** Channels and languages are asked for again and again; a power of two. */
const REMEMBERED = 1_024
const LONGEST_REMEMBERED = 64
/** Bytes that cost less one by one than by a call. */
const SHORT = 128

interface Block {
  bytes: Buffer
  /** Place after each text. */
  ends: Uint32Array
  count: number
}

/** Texts by number, kept as bytes outside the heap: a million of them in the heap take three times as much (threats B14, B20). */
export interface StringStore {
  /** Adds the text of these bytes, UTF-8. */
  add(bytes: Uint8Array, from: number, to: number): void
  get(index: number): string | undefined
}

/** An empty store. */
export function createStringStore(): StringStore {
  const blocks: Block[] = []
  const textAt = createTextCutter()
  const places = new Int32Array(REMEMBERED).fill(-1)
  const remembered = new Array<string>(REMEMBERED).fill('')
  return {
    add(bytes, from, to) {
      let block = blocks.at(-1)
      if (!block || block.count === BLOCK) {
        block = emptyBlock(block)
        blocks.push(block)
      }
      append(block, bytes, from, to)
    },
    get(index) {
      const block = blocks[Math.floor(index / BLOCK)]
      const place = index % BLOCK
      if (!block || place >= block.count) return undefined
      if (places[index % REMEMBERED] === index) return remembered[index % REMEMBERED]
      const text = textAt(block.bytes, startOf(block, place), block.ends[place]!)
      if (text.length <= LONGEST_REMEMBERED) {
        places[index % REMEMBERED] = index
        remembered[index % REMEMBERED] = text
      }
      return text
    },
  }
}

/** Begins as large as the one before became; that one gives back what it has too much. */
function emptyBlock(before: Block | undefined): Block {
  const size = before ? before.ends[BLOCK - 1]! : FIRST_BYTES
  if (before && before.bytes.length > size + size / 8) before.bytes = Buffer.from(before.bytes.subarray(0, size))
  return {
    bytes: Buffer.allocUnsafe(Math.min(size + (size >> 5), MOST_FIRST_BYTES)),
    ends: new Uint32Array(BLOCK),
    count: 0,
  }
}

function append(block: Block, bytes: Uint8Array, from: number, to: number): void {
  const start = startOf(block, block.count)
  const end = start + to - from
  if (end > block.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(end, block.bytes.length * 2))
    larger.set(block.bytes.subarray(0, start))
    block.bytes = larger
  }
  if (to - from > SHORT) block.bytes.set(bytes.subarray(from, to), start)
  else for (let at = from; at < to; at += 1) block.bytes[start + at - from] = bytes[at]!
  block.ends[block.count] = end
  block.count += 1
}

function startOf({ ends }: Block, place: number): number {
  return place === 0 ? 0 : ends[place - 1]!
}
