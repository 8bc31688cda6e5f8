import { SaxesParser } from 'saxes'
import { InputFileError } from '../../errors.js'

export type Attributes = Readonly<Record<string, string>>

/** What is done at the events of an XML part; names come without their prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Reads a whole XML part. A document type is refused (threats B16). */
export async function readWholeXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = createParser(handlers)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
    parser.write(decoder.decode())
    parser.close()
  } catch (error) {
    if (error instanceof InputFileError) throw error
    throw new InputFileError(`the workbook is damaged (${(error as Error).message})`)
  }
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
