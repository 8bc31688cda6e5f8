/** Strings of a block; small enough that a workbook of few strings costs little. */
const BLOCK = 4_096
/** What a block has room for at first. */
const FIRST_BYTES = 64 * 1024
/** Channels and languages are asked for again and again; a power of two. */
const REMEMBERED = 1_024
const LONGEST_REMEMBERED = 64

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
  const remembered = new Array<{ index: number; text: string } | undefined>(REMEMBERED)
  return {
    add(bytes, from, to) {
      let block = blocks.at(-1)
      if (!block || block.count === BLOCK) {
        if (block) block.bytes = Buffer.from(block.bytes.subarray(0, block.ends[BLOCK - 1]))
        block = { bytes: Buffer.allocUnsafe(FIRST_BYTES), ends: new Uint32Array(BLOCK), count: 0 }
        blocks.push(block)
      }
      append(block, bytes, from, to)
    },
    get(index) {
      const block = blocks[Math.floor(index / BLOCK)]
      const place = index % BLOCK
      if (!block || place >= block.count) return undefined
      const known = remembered[index % REMEMBERED]
      if (known?.index === index) return known.text
      const text = block.bytes.toString('utf8', startOf(block, place), block.ends[place])
      if (text.length <= LONGEST_REMEMBERED) remembered[index % REMEMBERED] = { index, text }
      return text
    },
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
  block.bytes.set(bytes.subarray(from, to), start)
  block.ends[block.count] = end
  block.count += 1
}

function startOf({ ends }: Block, place: number): number {
  return place === 0 ? 0 : ends[place - 1]!
}
