import { readElements } from './elements.js'
import { createStringStore, type StringStore } from './string-store.js'
import { unescapeText, type XmlHandlers } from './xml.js'
import { follows, GREATER, isLiteral, nextTag, textBetween } from './xml-bytes.js'
import type { Package } from './zip.js'

const SIMPLE = Buffer.from('<si><t')
const SIMPLE_END = Buffer.from('</t></si>')

/** The shared strings of a workbook, rich text as plain text, phonetic guides left out. */
export async function readSharedStrings(parts: Package, path: string | undefined): Promise<StringStore> {
  const store = createStringStore()
  if (path === undefined || !parts.has(path)) return store
  const take = (xml: Buffer, start: number) => {
    const close = closeOfSimple(xml, start)
    if (close === -1) return -1
    const from = xml.indexOf(GREATER, start + SIMPLE.length) + 1
    if (isLiteral(xml, from, close)) store.add(xml, from, close)
    else {
      const text = textBetween(xml, from, close)
      if (text === undefined) return -1
      addText(store, unescapeText(text))
    }
    return close + SIMPLE_END.length
  }
  const reader = { container: 'sst', element: 'si', take, handlers: stringHandlers(store) }
  for await (const _ of readElements(await parts.open(path), reader));
  return store
}

function addText(store: StringStore, text: string): void {
  const bytes = Buffer.from(text)
  store.add(bytes, 0, bytes.length)
}

/** Where the text of `<si><t>…</t></si>` ends; -1 for a string item of any other form. */
function closeOfSimple(xml: Buffer, start: number): number {
  if (!follows(xml, start, SIMPLE)) return -1
  const close = nextTag(xml, start + SIMPLE.length)
  return follows(xml, close, SIMPLE_END) ? close : -1
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
