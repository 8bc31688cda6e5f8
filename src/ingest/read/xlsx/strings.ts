import { readElements } from './elements.js'
import { createStringStore, type StringStore } from './string-store.js'
import { unescapeText, type XmlHandlers } from './xml.js'
import { afterTextTag, createPiece, follows, isLiteral, scanData, textOf, unescapedText } from './xml-bytes.js'
import type { Package } from './zip.js'

const SIMPLE = Buffer.from('<si><t')
const SIMPLE_END = Buffer.from('</t></si>')

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
