import { decodeCharacterData } from '../xlsx/xml.js'
import type { Package } from '../xlsx/zip.js'

/** What a reader of an .ods workbook does not see of a sheet: the library that reads its cells does not say. */
export interface OdsVisibility {
  hidden: boolean
  /** First and last number of each run of hidden or filtered rows. */
  hiddenRows: readonly (readonly [number, number])[]
}

const CONTENT = 'content.xml'
const TAG = /<(style:style|style:table-properties|table:table|table:table-row)((?:\s[^<>]*)?)>/g

/** The visibility of each sheet of an .ods workbook, by name; nothing for a workbook of another format. */
export async function readOdsVisibility(parts: Package): Promise<ReadonlyMap<string, OdsVisibility>> {
  const sheets = new Map<string, OdsVisibility>()
  if (!parts.has(CONTENT)) return sheets
  const hiddenStyles = new Set<string>()
  let style = ''
  let sheet: { hidden: boolean; hiddenRows: [number, number][] } | undefined
  let row = 0
  for await (const [tag, attributes] of tagsOf(await parts.open(CONTENT))) {
    if (tag === 'style:style') style = attributeIn(attributes, 'style:name') ?? ''
    else if (tag === 'style:table-properties') {
      if (attributeIn(attributes, 'table:display') === 'false') hiddenStyles.add(style)
    } else if (tag === 'table:table') {
      sheet = { hidden: hiddenStyles.has(attributeIn(attributes, 'table:style-name') ?? ''), hiddenRows: [] }
      sheets.set(attributeIn(attributes, 'table:name') ?? '', sheet)
      row = 0
    } else {
      const count = Number(attributeIn(attributes, 'table:number-rows-repeated') ?? 1)
      const isHidden = (attributeIn(attributes, 'table:visibility') ?? 'visible') !== 'visible'
      if (isHidden) sheet?.hiddenRows.push([row + 1, row + count])
      row += count
    }
  }
  return sheets
}

async function* tagsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<[tag: string, attributes: string]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true })
    for (const [, tag, attributes] of text.matchAll(TAG)) yield [tag!, attributes!]
    // A tag may continue in the next chunk.
    const open = text.lastIndexOf('<')
    rest = open > text.lastIndexOf('>') ? text.slice(open) : ''
  }
}

function attributeIn(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return value ? decodeCharacterData(value[1] ?? value[2]!) : undefined
}
