import type { Readable } from 'node:stream'
import { InputFileError } from '../../errors.js'
import { createParser, decodedChunks, type XmlHandlers } from './xml.js'

/** A head, or an element, beyond this many characters is left to the parser, which keeps none of it. */
const LARGEST_KEPT = 4 * 1024 * 1024

/** No XML may hold these; the parser says so. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

export interface ElementReader {
  /** The element that holds the others: `sheetData`, `sst`. */
  container: string
  /** Those that are read one by one: `row`, `si`. */
  element: string
  /** Takes the element at `start`, up to `end`. False where it is not written as expected: the parser gets it. */
  take(xml: string, start: number, end: number): boolean
  handlers: XmlHandlers
}

/**
 * Reads the elements of a container as they come, each at once and without a parser where it is written as spreadsheets write it.
 * What is not goes through the parser, and from the first comment, CDATA section or declaration on everything does.
 */
export async function* readElements(stream: Readable, reader: ElementReader): AsyncGenerator<void> {
  const cutter = createCutter(reader)
  try {
    for await (const text of decodedChunks(stream)) {
      cutter.add(text)
      yield
    }
    cutter.end()
  } catch (error) {
    if (error instanceof InputFileError) throw error
    throw new InputFileError(`the workbook is damaged (${(error as Error).message})`)
  } finally {
    stream.destroy()
  }
  yield
}

function createCutter(reader: ElementReader) {
  const { container, element } = reader
  let phase: 'head' | 'elements' | 'parser' | 'after' = 'head'
  let pending = ''
  let parser: ReturnType<typeof createParser> | undefined
  const handOver = (prefix: string) => {
    phase = 'parser'
    parser = createParser(reader.handlers)
    parser.write(prefix + pending)
    pending = ''
  }
  const enter = () => {
    const at = pending.search(new RegExp(`<${container}[\\s/>]`))
    const end = at === -1 ? -1 : pending.indexOf('>', at)
    if (end === -1) {
      if (pending.length > LARGEST_KEPT) handOver('')
      return
    }
    phase = pending[end - 1] === '/' ? 'after' : 'elements'
    pending = pending.slice(end + 1)
  }
  const cut = () => {
    const { at, over } = takeElements(pending, reader)
    pending = pending.slice(at)
    if (over === 'container') phase = 'after'
    else if (over === 'strange' || pending.length > LARGEST_KEPT) handOver(`<${container}>`)
  }
  return {
    add(text: string) {
      if (phase === 'after') return
      if (parser) {
        parser.write(text)
        return
      }
      // A declaration names the encoding at the very start; anywhere else, and for all else that begins so, the parser takes over.
      const seam = pending.slice(-1) + text
      const declared = pending === '' && phase === 'head' ? 1 : 0
      const strange = seam.includes('<!') || seam.indexOf('<?', declared) !== -1 || FORBIDDEN.test(text)
      pending += text
      if (strange) return handOver(phase === 'head' ? '' : `<${container}>`)
      if (phase === 'head') enter()
      if (phase === 'elements') cut()
    },
    end() {
      if (phase === 'head') handOver('')
      if (phase === 'elements') throw new Error(`unclosed ${container} after its last ${element}`)
      parser?.close()
    },
  }
}

/** Takes whole elements from the start of `xml`; `at`: after the last one. `strange`: what stands there is for the parser. */
function takeElements(xml: string, reader: ElementReader): { at: number; over?: 'container' | 'strange' } {
  const { container, element, handlers, take } = reader
  const [open, close] = [`<${element}`, `</${element}>`]
  for (let at = 0; ; ) {
    while (xml.charCodeAt(at) <= 0x20) at += 1
    if (!xml.startsWith(open, at)) {
      if (xml.startsWith(`</${container}>`, at)) return { at, over: 'container' }
      return xml.length - at < container.length + 4 ? { at } : { at, over: 'strange' }
    }
    const tag = xml.indexOf('>', at)
    const closes = tag !== -1 && xml.charCodeAt(tag - 1) === 0x2f ? tag + 1 : endOf(xml, close, tag)
    if (closes === -1) return { at }
    if (!take(xml, at, closes)) parseAlone(xml.slice(at, closes), handlers)
    at = closes
  }
}

function endOf(xml: string, close: string, from: number): number {
  const end = from === -1 ? -1 : xml.indexOf(close, from)
  return end === -1 ? -1 : end + close.length
}

function parseAlone(xml: string, handlers: XmlHandlers): void {
  const parser = createParser(handlers)
  parser.write(xml)
  parser.close()
}
