import type { ElementReader } from './elements.js'
import { createParser, type XmlHandlers } from './xml.js'
import { follows, GREATER, LESS, SLASH } from './xml-bytes.js'

/** Place after the opening tag of an element; undefined where there is none. */
export function afterOpening(xml: Buffer, name: string): number | undefined {
  for (let at = xml.indexOf(`<${name}`); at !== -1; at = xml.indexOf(`<${name}`, at + 1)) {
    const next = xml[at + name.length + 1]!
    const end = next <= 0x20 || next === SLASH || next === GREATER ? xml.indexOf(GREATER, at) : -1
    if (end !== -1) return end + 1
  }
  return undefined
}

/** A comment, CDATA section, declaration or instruction begins in the bytes, but for the declaration at their very start. */
export function isStrange(xml: Buffer): boolean {
  return hasTag(xml, 0x21) || hasTag(xml, 0x3f)
}

/** Looks for the second character, the first one is everywhere. */
function hasTag(xml: Buffer, mark: number): boolean {
  for (let at = xml.indexOf(mark, 2); at !== -1; at = xml.indexOf(mark, at + 1)) {
    if (xml[at - 1] === LESS) return true
  }
  return false
}

/** Takes elements from `begin` on, one by one; `at`: after the last one. `strange`: what stands there is for the parser. */
export function takeElements(
  xml: Buffer,
  begin: number,
  { container, element, handlers, take }: ElementReader,
): { at: number; over?: 'container' | 'strange' } {
  const [open, close, closed] = [`<${element}`, `</${element}`, `</${container}>`].map((tag) => Buffer.from(tag))
  for (let at = begin; ; ) {
    while (xml[at]! <= 0x20) at += 1
    if (at === xml.length) return { at }
    if (!follows(xml, at, open!)) return { at, over: follows(xml, at, closed!) ? 'container' : 'strange' }
    const taken = take(xml, at)
    const end = taken === -1 ? endOf(xml, at, close!) : taken
    if (end === -1) return { at, over: 'strange' }
    if (taken === -1) parseAlone(xml.toString('utf8', at, end), handlers)
    at = end
  }
}

function endOf(xml: Buffer, at: number, close: Buffer): number {
  const tag = xml.indexOf(GREATER, at)
  if (tag === -1 || xml[tag - 1] === SLASH) return tag === -1 ? -1 : tag + 1
  const end = xml.indexOf(close, tag)
  return end === -1 || xml[end + close.length] !== GREATER ? -1 : end + close.length + 1
}

function parseAlone(xml: string, handlers: XmlHandlers): void {
  const parser = createParser(handlers)
  parser.write(xml)
  parser.close()
}
