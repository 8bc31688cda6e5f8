import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { InputFileError } from '../../errors.js'

/** Inflated chunks are small; decoded together they cost less. */
const DECODED_BYTES = 128 * 1024

export type Attributes = Readonly<Record<string, string>>

/** What is done at the events of an XML part; names come without their prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Reads an XML part; resolves after every chunk, so that rows can be handed on. A document type is refused (threats B16). */
export async function* readXml(stream: Readable, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = createParser(handlers)
  try {
    for await (const text of decodedChunks(stream)) {
      parser.write(text)
      yield
    }
    parser.close()
  } catch (error) {
    if (error instanceof InputFileError) throw error
    throw new InputFileError(`the workbook is damaged (${(error as Error).message})`)
  } finally {
    stream.destroy()
  }
  yield
}

/** The text of an XML part; rejects where it is not UTF-8. */
export async function* decodedChunks(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < DECODED_BYTES) continue
    yield decoder.decode(Buffer.concat(waiting), { stream: true })
    waiting = []
    bytes = 0
  }
  yield decoder.decode(Buffer.concat(waiting))
}

/** Reads a whole XML part. */
export async function readWholeXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(stream, handlers));
}

/** A parser of XML in pieces. It throws at what is no XML, and refuses a document type (threats B16). */
export function createParser(handlers: XmlHandlers): SaxesParser {
  const parser = new SaxesParser({ position: false })
  const { open, close, text } = handlers
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), tag.attributes as Attributes))
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('doctype', () => {
    throw new InputFileError('the workbook declares a document type, which no spreadsheet does; it is not read')
  })
  parser.on('error', (error) => {
    throw error
  })
  return parser
}

/** Reads `attribute` whatever prefix it has. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const key = Object.keys(attributes).find((candidate) => localName(candidate) === name)
  return key === undefined ? undefined : attributes[key]
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** Text of a workbook with `_x000D_` and the like turned back into their characters. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
