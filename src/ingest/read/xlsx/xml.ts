import { SaxesParser } from 'saxes'
import { InputFileError } from '../../errors.js'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));?/gi

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

/** A parser of XML in pieces. It throws if the XML is malformed, and refuses a document type (threats B16). */
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

/** Character data of an XML part as text; undefined if it holds a reference that is not one, for a parser to judge. */
export function decodeCharacterData(data: string): string | undefined {
  if (data.includes(']]>')) return undefined
  const text = data.includes('\r') ? data.replace(/\r\n?/g, '\n') : data
  return text.includes('&') ? resolveReferences(text) : text
}

function resolveReferences(data: string): string | undefined {
  let sound = true
  const text = data.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    const found = whole.endsWith(';') ? characterOf(hex, decimal, name) : undefined
    if (found === undefined) sound = false
    return found ?? ''
  })
  const references = data.split('&').length - 1
  return sound && references === (data.match(REFERENCE)?.length ?? 0) ? text : undefined
}

function characterOf(hex?: string, decimal?: string, name?: string): string | undefined {
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const allowed =
    code === 9 || code === 10 || code === 13 || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe)
  return allowed || (code >= 0x10000 && code <= 0x10ffff) ? String.fromCodePoint(code) : undefined
}

/** Text of a workbook with `_x000D_` and the like turned back into their characters. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
