import { isAscii } from 'node:buffer'
import { readElements } from './elements.js'
import { unescapeText, type XmlHandlers } from './xml.js'
import { afterTextTag, createPiece, follows, isLiteral, scanData, textOf, unescapedText } from './xml-bytes.js'
import type { Package } from './zip.js'

const SIMPLE = Buffer.from('<si><t')
const SIMPLE_END = Buffer.from('</t></si>')
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
/** Bytes decoded at once: a text in use keeps so many. */
const STRETCH = 8 * 1024
/** A text this close after the last one is read in sequence. */
const NEAR = 512

/** The shared strings of a workbook, rich text as plain text, phonetic guides left out. */
export async function readSharedStrings(parts: Package, path: string | undefined): Promise<StringStore> {
  const store = createStringStore()
  if (path === undefined || !parts.has(path)) return store
  const data = { end: 0, kinds: 0 }
  let piece = createPiece(Buffer.alloc(0))
  const take = (xml: Buffer, start: number) => {
    if (!follows(xml, start, SIMPLE)) return -1
    const from = afterTextTag(xml, start + SIMPLE.length)
    if (from === -1) return -1
    scanData(xml, from, data)
    if (!follows(xml, data.end, SIMPLE_END)) return -1
    if (isLiteral(data)) store.add(xml, from, data.end)
    else {
      if (piece.bytes !== xml) piece = createPiece(xml)
      const text = textOf(piece, from, data)
      if (text === undefined) return -1
      addText(store, unescapedText(text, data))
    }
    return data.end + SIMPLE_END.length
  }
  const reader = { container: 'sst', element: 'si', take, handlers: stringHandlers(store) }
  for await (const _ of readElements(await parts.open(path), reader));
  return store
}

function addText(store: StringStore, text: string): void {
  const bytes = Buffer.from(text)
  store.add(bytes, 0, bytes.length)
}

function stringHandlers(store: StringStore): XmlHandlers {
  const collector = createTextCollector()
  return {
    open(name) {
      if (name === 'si') collector.clear()
      collector.open(name)
    },
    close(name) {
      collector.close(name)
      if (name === 'si') addText(store, collector.text())
    },
    text: collector.add,
  }
}

/** Gathers the `t` elements of a string item or an inline string; those of phonetic guides (`rPh`) are skipped. */
export function createTextCollector() {
  let text = ''
  let inText = false
  let inGuide = false
  return {
    clear() {
      text = ''
    },
    open(name: string) {
      if (name === 'rPh') inGuide = true
      if (name === 't' && !inGuide) inText = true
    },
    close(name: string) {
      if (name === 'rPh') inGuide = false
      if (name === 't') inText = false
    },
    add(more: string) {
      if (inText) text += more
    },
    text: () => unescapeText(text),
  }
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

interface Block {
  bytes: Buffer
  /** Place after each text. */
  ends: Uint32Array
  count: number
}

/** Starts as large as the one before became; that one frees what it doesn't use. */
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

/** The text of a range of bytes that are UTF-8. Ranges in turn are cut from stretches decoded at once, at a fraction of what each costs alone. */
function createTextCutter(): (bytes: Buffer, from: number, to: number) => string {
  let source: Buffer | undefined
  let characters = ''
  let [start, end] = [0, 0]
  let last = 0
  /** Up to here it was tried: where a character is more than a byte, nothing can be cut. */
  let tried = 0
  return (bytes, from, to) => {
    const inTurn = bytes === source && from >= last && from - last < NEAR
    if (bytes === source && from >= start && to <= end) {
      last = to
      return characters.slice(from - start, to - start)
    }
    if (bytes !== source) start = end = tried = 0
    source = bytes
    last = to
    if (!inTurn || from < tried) return bytes.toString('utf8', from, to)
    tried = Math.min(Math.max(to, from + STRETCH), bytes.length)
    const stretch = bytes.subarray(from, tried)
    if (!isAscii(stretch)) return bytes.toString('utf8', from, to)
    characters = stretch.toString('latin1')
    start = from
    end = tried
    return characters.slice(0, to - from)
  }
}
