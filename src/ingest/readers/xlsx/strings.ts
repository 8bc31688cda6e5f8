import { readWholeXml, unescapeText } from './xml.js'
import type { Package } from './zip.js'

/** The shared strings of a workbook, rich text as plain text, phonetic guides left out. */
export async function readSharedStrings(parts: Package, path: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (path === undefined || !parts.has(path)) return strings
  const collector = createTextCollector()
  await readWholeXml(await parts.open(path), {
    open(name) {
      if (name === 'si') collector.clear()
      collector.open(name)
    },
    close(name) {
      collector.close(name)
      if (name === 'si') strings.push(collector.text())
    },
    text: collector.add,
  })
  return strings
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
