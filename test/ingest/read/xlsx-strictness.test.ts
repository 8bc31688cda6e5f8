import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputFileError } from '../../../src/ingest/errors.js'
import { readSheetRows } from '../../../src/ingest/read/xlsx/sheet.js'
import { createStringStore, readSharedStrings } from '../../../src/ingest/read/xlsx/strings.js'

const RUNS = process.env.INPK_SOAK ? 100_000 : 200
const SOAK_TIMEOUT_MS = 3_600_000

const CELLS = [
  '<c r="A#" t="s"><v>0</v></c>',
  '<c r="B#" t="s" s="1"><v>1</v></c>',
  '<c r="C#" s="1"><v>45678.25</v></c>',
  '<c r="D#"><v>5</v></c>',
  '<c r="E#" t="inlineStr"><is><t>some text</t></is></c>',
  '<c r="F#" t="inlineStr"><is><t xml:space="preserve"> a &amp; b_x0041_ é</t></is></c>',
  '<c r="G#" t="str"><f>A1&amp;"x"</f><v>str</v></c>',
  '<c r="H#"><f t="shared" ref="A1:B2" si="0">1+1</f><v>2</v></c>',
  '<c r="I#" t="b"><v>1</v></c><c r="J#" t="e"><v>#N/A</v></c>',
  '<c r="K#" s="1"/><c><v>1E3</v></c><c r="L#"><v>-1.5</v></c>',
]
const ROWS = ['<row r="#" spans="1:5" x14ac:dyDescent="0.25">', '<row r="#">', '<row>']
const STRINGS = [
  '<si><t>shared one</t></si>',
  '<si><t xml:space="preserve">two é &lt; _x0041_ &#x1F600;</t></si>',
  '<si><r><t>a</t></r><r><t>b</t></r></si>',
]
const PIECES =
  '< > & " \' / = . ? ! \u0001 \u0000 \t \n \r é \ufffe <v> </v> ]]> &#65; &#x; &lt; <t> _x0042_ <!-- --> <c> </c> <row> </row> r="Z9" xml: t="s" 1 12345678901234567 1.5e3 x'.split(
    ' ',
  )

const sheet = fc
  .array(fc.tuple(fc.constantFrom(...ROWS), fc.array(fc.constantFrom(...CELLS), { maxLength: 4 })), { minLength: 1 })
  .map((rows) => rows.map(([tag, cells], at) => `${tag}${cells.join('')}</row>`.replaceAll('#', `${at + 2}`)).join(''))
const strings = fc.array(fc.constantFrom(...STRINGS), { minLength: 1, maxLength: 5 }).map((items) => items.join(''))
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.nat(3),
  put: fc.constantFrom('', ' ', ...PIECES),
})
const damaged = (xml: fc.Arbitrary<string>) =>
  fc.tuple(xml, fc.array(change, { maxLength: 2 })).map(([whole, changes]) =>
    changes.reduce((text, { at, taken, put }) => {
      const place = Math.floor(at * text.length)
      return text.slice(0, place) + put + text.slice(place + taken)
    }, whole),
  )

/** In pieces, as inflating gives them. */
async function* inPieces(xml: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function outcome(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InputFileError) return 'refused'
    throw error
  }
}

/** From a comment on everything goes through the parser. */
const BY_PARSER = '<!-- -->'

async function readSheet(xml: string, size: number) {
  const store = createStringStore()
  for (const text of ['one', 'two']) store.add(Buffer.from(text), 0, text.length)
  const context = {
    strings: store,
    sheet: 'S',
    numberStyle: (style: number) => (style === 1 ? ('date' as const) : undefined),
    dateSystem: 1900 as const,
  }
  const rows = []
  for await (const group of readSheetRows(inPieces(`${xml}</sheetData>`, size), context)) rows.push(...group)
  return rows
}

async function readStrings(xml: string, size: number) {
  const parts = { has: () => true, open: async () => inPieces(`${xml}</sst>`, size), close: () => undefined }
  const store = await readSharedStrings(parts, 'xl/sharedStrings.xml')
  const texts = []
  for (let text = store.get(0); text !== undefined; text = store.get(texts.length)) texts.push(text)
  return texts
}

describe('what is read without the parser is what the parser reads, damage included:', () => {
  const property = (xml: fc.Arbitrary<string>, open: string, read: (xml: string, size: number) => Promise<unknown>) =>
    fc.assert(
      fc.asyncProperty(damaged(xml), fc.integer({ min: 40, max: 2_000 }), async (inner, size) => {
        const quick = await outcome(() => read(`${open}${inner}`, size))
        expect(quick).toEqual(await outcome(() => read(`${BY_PARSER}${open}${inner}`, 1_000_000)))
      }),
      { numRuns: RUNS },
    )

  it('rows', () => property(sheet, '<worksheet><sheetData>', readSheet), SOAK_TIMEOUT_MS)
  it('shared strings', () => property(strings, '<sst>', readStrings), SOAK_TIMEOUT_MS)

  it('numbers, however many digits they have', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^-?\d{0,18}(\.\d{0,18})?([eE]-?\d{1,2})?$/), async (number) => {
        const [row] = await readSheet(`<worksheet><sheetData><row><c><v>${number}</v></c></row>`, 1_000)
        const value = number === '' ? undefined : Number(number)
        expect(row!.cells[0]).toEqual(
          Number.isNaN(value) ? { fault: `${number} is not a number` } : number === '' ? undefined : value,
        )
      }),
      { numRuns: RUNS },
    ))
})
