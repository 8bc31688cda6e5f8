import { readElements } from './elements.js'
import { plainText } from './quick-text.js'
import { createStringStore, type StringStore } from './string-store.js'
import { unescapeText, type XmlHandlers } from './xml.js'
import type { Package } from './zip.js'

/** The shared strings of a workbook, rich text as plain text, phonetic guides left out. */
export async function readSharedStrings(parts: Package, path: string | undefined): Promise<StringStore> {
  const store = createStringStore()
  if (path === undefined || !parts.has(path)) return store
  const take = (xml: string, start: number, end: number) => {
    const text = simpleString(xml, start, end)
    if (text !== undefined) store.add(text)
    return text !== undefined
  }
  const reader = { container: 'sst', element: 'si', take, handlers: stringHandlers(store) }
  for await (const _ of readElements(await parts.open(path), reader));
  return store
}

/** The text of `<si><t>…</t></si>`; undefined for a string item of any other form. */
function simpleString(xml: string, start: number, end: number): string | undefined {
  if (!xml.startsWith('<si><t', start)) return undefined
  const open = xml.indexOf('>', start + 5)
  const close = xml.indexOf('<', open)
  if (close !== end - '</t></si>'.length || !xml.startsWith('</t></si>', close)) return undefined
  const text = plainText(xml.slice(open + 1, close))
  return text === undefined ? undefined : unescapeText(text)
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
      if (name === 'si') store.add(collector.text())
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
