import type { ElementReader } from './elements.js'
import { createParser, type XmlHandlers } from './xml.js'

/** No XML may hold these; the parser says so. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Place after the opening tag of an element; undefined where there is none. */
export function afterOpening(xml: string, name: string): number | undefined {
  const at = xml.search(new RegExp(`<${name}[\\s/>]`))
  const end = at === -1 ? -1 : xml.indexOf('>', at)
  return end === -1 ? undefined : end + 1
}

/** A comment, CDATA section, declaration or instruction begins in the text, but for the declaration at its very start; or it is no XML. */
export function isStrange(xml: string): boolean {
  return hasTag(xml, '!') || hasTag(xml, '?') || FORBIDDEN.test(xml)
}

/** Looks for the second character, the first one is everywhere. */
function hasTag(xml: string, mark: '!' | '?'): boolean {
  for (let at = xml.indexOf(mark, 2); at !== -1; at = xml.indexOf(mark, at + 1)) {
    if (xml.charCodeAt(at - 1) === 0x3c) return true
  }
  return false
}

/** Takes elements from `begin` on, one by one; `at`: after the last one. `strange`: what stands there is for the parser. */
export function takeElements(
  xml: string,
  begin: number,
  { container, element, handlers, take }: ElementReader,
): { at: number; over?: 'container' | 'strange' } {
  const [open, close] = [`<${element}`, `</${element}>`]
  for (let at = begin; ; ) {
    while (xml.charCodeAt(at) <= 0x20) at += 1
    if (at === xml.length) return { at }
    if (!xml.startsWith(open, at)) return { at, over: xml.startsWith(`</${container}>`, at) ? 'container' : 'strange' }
    const taken = take(xml, at)
    const end = taken === -1 ? endOf(xml, at, close) : taken
    if (end === -1) return { at, over: 'strange' }
    if (taken === -1) parseAlone(xml.slice(at, end), handlers)
    at = end
  }
}

function endOf(xml: string, at: number, close: string): number {
  const tag = xml.indexOf('>', at)
  if (tag === -1 || xml.charCodeAt(tag - 1) === 0x2f) return tag === -1 ? -1 : tag + 1
  const end = xml.indexOf(close, tag)
  return end === -1 ? -1 : end + close.length
}

function parseAlone(xml: string, handlers: XmlHandlers): void {
  const parser = createParser(handlers)
  parser.write(xml)
  parser.close()
}
