import { isUtf8 } from 'node:buffer'
import { InputFileError } from '../../errors.js'
import { createParser, type XmlHandlers } from './xml.js'
import { follows, GREATER, LESS, SLASH } from './xml-bytes.js'

/** A head, or an element, beyond this many bytes is left to the parser, which keeps none of it. */
const LARGEST_KEPT = 4 * 1024 * 1024
const NOTHING = Buffer.alloc(0)

export interface ElementReader {
  /** The element that holds the others: `sheetData`, `sst`. */
  container: string
  /** Those that are read one by one: `row`, `si`. */
  element: string
  /**
   * Takes the element at `start` of bytes that end with an element; its end. -1 if it is not written as expected: the parser gets
   * it.
   */
  take(xml: Buffer, start: number): number
  handlers: XmlHandlers
}

/**
 * Reads the elements of a container as they come, each at once and without a parser where it is written as spreadsheets write it.
 * What is not goes through the parser, and from the first comment, CDATA section or declaration on everything does.
 */
export async function* readElements(chunks: AsyncIterable<Buffer>, reader: ElementReader): AsyncGenerator<void> {
  const cutter = createCutter(reader)
  try {
    for await (const chunk of chunks) {
      cutter.add(chunk)
      yield
    }
    cutter.end()
  } catch (error) {
    if (error instanceof InputFileError) throw error
    throw new InputFileError(`the workbook is damaged (${(error as Error).message})`)
  }
  yield
}

/** Cuts bytes after the last whole element: what is decoded and searched is then always whole, and none of it is copied again. */
function createCutter(reader: ElementReader) {
  const [closing, closed] = [Buffer.from(`</${reader.element}>`), Buffer.from(`</${reader.container}>`)]
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let phase: 'head' | 'elements' | 'parser' | 'after' = 'head'
  let head: Buffer = NOTHING
  let rest: Buffer = NOTHING
  const parser = createParser(reader.handlers)
  const parse = (bytes: Buffer) => parser.write(decoder.decode(bytes, { stream: true }))
  const handOver = (bytes: Buffer) => {
    phase = 'parser'
    for (const part of [head, bytes, rest]) parse(part)
  }
  /** Reads bytes that end with an element, or with the file. */
  const read = (bytes: Buffer) => {
    const begin = phase === 'elements' ? 0 : afterOpening(bytes, reader.container)
    if (begin === undefined || isUnsupported(bytes) || !isUtf8(bytes)) return handOver(bytes)
    if (begin > 0) head = bytes.subarray(0, begin)
    const empty = head.at(-2) === SLASH
    const { at, over } = empty ? { at: begin, over: 'container' } : takeElements(bytes, begin, reader)
    phase = over === 'container' ? 'after' : 'elements'
    if (over === 'unsupported') handOver(bytes.subarray(at))
  }
  const afterTag = (at: number) => (at === -1 ? 0 : at + closing.length)
  const add = (chunk: Buffer): void => {
    if (phase === 'after') return
    if (phase === 'parser') return void parse(chunk)
    // Only the element that two chunks share is copied.
    const seam = rest.length === 0 ? 0 : afterTag(chunk.indexOf(closing))
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, seam === 0 ? chunk : chunk.subarray(0, seam)])
    const end = afterTag(bytes.lastIndexOf(closing))
    rest = bytes.subarray(end)
    if (phase === 'elements' && beginsWith(bytes, closed)) phase = 'after'
    else if (end > 0) read(bytes.subarray(0, end))
    else if (rest.length > LARGEST_KEPT) handOver(NOTHING)
    if (seam > 0) add(chunk.subarray(seam))
  }
  return {
    add,
    end() {
      if (phase === 'head' || phase === 'elements') {
        const last = rest
        rest = NOTHING
        read(last)
      }
      if (phase === 'elements') throw new Error(`unclosed ${reader.container} after its last ${reader.element}`)
      if (phase !== 'parser') return
      parser.write(decoder.decode())
      parser.close()
    },
  }
}

/** Whether the bytes start with a tag, but for white space. */
function beginsWith(bytes: Buffer, tag: Buffer): boolean {
  let at = 0
  while (bytes[at]! <= 0x20) at += 1
  return follows(bytes, at, tag)
}

/** Place after the opening tag of an element; undefined if there is none. */
function afterOpening(xml: Buffer, name: string): number | undefined {
  for (let at = xml.indexOf(`<${name}`); at !== -1; at = xml.indexOf(`<${name}`, at + 1)) {
    const next = xml[at + name.length + 1]!
    const end = next <= 0x20 || next === SLASH || next === GREATER ? xml.indexOf(GREATER, at) : -1
    if (end !== -1) return end + 1
  }
  return undefined
}

/** Whether a comment, CDATA section, declaration or instruction starts in the bytes, but for the declaration at their very start. */
function isUnsupported(xml: Buffer): boolean {
  return hasTag(xml, 0x21) || hasTag(xml, 0x3f)
}

/** Looks for the second character, the first one is everywhere. */
function hasTag(xml: Buffer, mark: number): boolean {
  for (let at = xml.indexOf(mark, 2); at !== -1; at = xml.indexOf(mark, at + 1)) {
    if (xml[at - 1] === LESS) return true
  }
  return false
}

/** Takes elements from `begin` on, one by one; `at`: after the last one. `unsupported`: what follows is for the parser. */
function takeElements(
  xml: Buffer,
  begin: number,
  { container, element, handlers, take }: ElementReader,
): { at: number; over?: 'container' | 'unsupported' } {
  const [open, close, closed] = [`<${element}`, `</${element}`, `</${container}>`].map((tag) => Buffer.from(tag))
  for (let at = begin; ; ) {
    while (xml[at]! <= 0x20) at += 1
    if (at === xml.length) return { at }
    if (!follows(xml, at, open!)) return { at, over: follows(xml, at, closed!) ? 'container' : 'unsupported' }
    const taken = take(xml, at)
    const end = taken === -1 ? endOf(xml, at, close!) : taken
    if (end === -1) return { at, over: 'unsupported' }
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
