/** Strings of a block; small enough that a workbook of few strings costs little. */
const BLOCK = 4_096
/** Channels and languages are asked for again and again; a power of two. */
const REMEMBERED = 1_024
const LONGEST_REMEMBERED = 64

interface Block {
  bytes: Buffer
  ends: Uint32Array
}

/** Texts by number, kept as bytes outside the heap: a million of them in the heap take three times as much (threats B14, B20). */
export interface StringStore {
  add(text: string): void
  get(index: number): string | undefined
}

/** An empty store. */
export function createStringStore(): StringStore {
  const blocks: Block[] = []
  const remembered = new Array<{ index: number; text: string } | undefined>(REMEMBERED)
  let open: string[] = []
  const close = () => {
    const bytes = Buffer.from(open.join(''))
    let end = 0
    const ends = Uint32Array.from(open, (text) => {
      end += Buffer.byteLength(text)
      return end
    })
    blocks.push({ bytes, ends })
    open = []
  }
  return {
    add(text) {
      open.push(text)
      if (open.length === BLOCK) close()
    },
    get(index) {
      const block = blocks[Math.floor(index / BLOCK)]
      if (!block) return open[index - blocks.length * BLOCK]
      const known = remembered[index % REMEMBERED]
      if (known?.index === index) return known.text
      const place = index % BLOCK
      const text = block.bytes.toString('utf8', place === 0 ? 0 : block.ends[place - 1], block.ends[place])
      if (text.length <= LONGEST_REMEMBERED) remembered[index % REMEMBERED] = { index, text }
      return text
    },
  }
}
