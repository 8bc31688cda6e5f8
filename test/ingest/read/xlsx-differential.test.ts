import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { excelDate } from '../../../src/ingest/read/excel-dates.js'
import type { Cell } from '../../../src/ingest/read/table.js'
import { readRows } from '../model/rows.js'

/** The long runs take minutes. */
const SOAK_TIMEOUT_MS = 3_600_000
const RUNS = process.env.INPK_SOAK ? 10_000 : 30

// XML has no other control characters, and turns CR and CR LF into LF; Excel writes them as _x000D_.
const character = fc.oneof(
  fc.constantFrom('a', 'B', '&', '<', '>', '"', "'", ' ', '\n', '\t', 'ü', '😀', '_x0041_', ']]', '漢', '\u2028'),
  fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' }),
)
const text = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''))

const cell: fc.Arbitrary<XLSX.CellObject | undefined> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 5, arbitrary: text.map((v) => ({ t: 's', v }) as const) },
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map((v) => ({ t: 'n', v }) as const),
  fc.integer({ min: 1, max: 60_000 }).map((v) => ({ t: 'n', v: v + 0.25, z: 'yyyy-mm-dd hh:mm' }) as const),
  fc.boolean().map((v) => ({ t: 'b', v }) as const),
  fc.constantFrom(7, 42, 0x2a).map((v) => ({ t: 'e', v, w: '#N/A' }) as const),
  fc.integer({ min: 0, max: 99 }).map((v) => ({ t: 'n', v, f: 'SUM(1,2)' }) as const),
  text.map((v) => ({ t: 's', v, f: 'A1&"<x>"' }) as const),
)

const sheet = fc.record({
  cells: fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
  firstColumn: fc.constantFrom(0, 0, 3, 25, 26, 700, 16_370),
  firstRow: fc.constantFrom(0, 1, 40),
  merged: fc.boolean(),
})

const workbook = fc.record({
  sheets: fc.array(sheet, { minLength: 1, maxLength: 3 }),
  date1904: fc.boolean(),
  bookSST: fc.boolean(),
})

type Sheet = typeof sheet extends fc.Arbitrary<infer S> ? S : never
type Workbook = typeof workbook extends fc.Arbitrary<infer W> ? W : never

function write({ sheets, date1904, bookSST }: Workbook): Buffer {
  const book = XLSX.utils.book_new()
  for (const [index, each] of sheets.entries()) XLSX.utils.book_append_sheet(book, toSheet(each), `S${index}`)
  book.Workbook = { ...book.Workbook, WBProps: { date1904 } }
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST, compression: true }) as Buffer
}

function toSheet({ cells, firstColumn, firstRow, merged }: Sheet): XLSX.WorkSheet {
  const made: XLSX.WorkSheet = {}
  for (const [row, line] of cells.entries()) {
    for (const [column, value] of line.entries()) {
      if (value) made[XLSX.utils.encode_cell({ r: firstRow + row, c: firstColumn + column })] = { ...value }
    }
  }
  made['!ref'] = `A1:${XLSX.utils.encode_cell({ r: firstRow + cells.length, c: firstColumn + 6 })}`
  if (merged) made['!merges'] = [XLSX.utils.decode_range('B1:C2')]
  return made
}

/** What the package reads from the same bytes, cell by cell, as our cells are. */
function theirCells(bytes: Buffer, name: string): Map<string, Cell> {
  const book = XLSX.read(bytes, { cellNF: true, cellFormula: true })
  const system = book.Workbook?.WBProps?.date1904 ? 1904 : 1900
  const cells = new Map<string, Cell>()
  for (const [place, value] of Object.entries(book.Sheets[name]!)) {
    if (place.startsWith('!')) continue
    const ours = toCell(value as XLSX.CellObject, system)
    if (ours !== undefined && ours !== '') cells.set(place, ours)
  }
  return cells
}

function toCell({ t, v, w, z }: XLSX.CellObject, system: 1900 | 1904): Cell {
  if (t === 'e') return { fault: w! }
  if (t !== 'n') return t === 'z' ? undefined : (v as Cell)
  const date = z !== undefined && XLSX.SSF.is_date(String(z)) ? excelDate(v as number, system) : undefined
  return date === undefined ? (v as number) : { date }
}

/** Our rows, headers included: the first row that is not blank became the columns. */
async function ourCells(bytes: Buffer, name: string): Promise<Map<string, Cell>> {
  const read = await readRows(bytes, { path: 'a.xlsx', sheet: name })
  const cells = new Map<string, Cell>()
  for (const { row, cells: line } of read.rows) {
    for (const [column, value] of line.entries()) {
      if (value !== undefined && value !== '') cells.set(XLSX.utils.encode_cell({ r: row - 1, c: column }), value)
    }
  }
  return cells
}

describe('our .xlsx reader against the xlsx package', () => {
  it(
    'reads every cell of generated workbooks alike: several sheets, merged cells, formulas, booleans, errors, 1904, columns past Z',
    async () => {
      await fc.assert(
        fc.asyncProperty(workbook, async (generated) => {
          const bytes = write({ ...generated, sheets: generated.sheets.map(withHeader) })
          for (const index of generated.sheets.keys()) {
            const theirs = theirCells(bytes, `S${index}`)
            theirs.delete('A1')
            expect(Object.fromEntries(withoutBlankRows(await ourCells(bytes, `S${index}`)))).toEqual(
              Object.fromEntries(withoutBlankRows(theirs)),
            )
          }
        }),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )

  it('reports a formula without a cached value (B12)', async () => {
    const made = { A1: { t: 's', v: 'text' }, A2: { t: 'n', f: '1+1' }, B2: { t: 's', v: 'x' }, '!ref': 'A1:B2' }
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, made as XLSX.WorkSheet, 'S')
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect((await ourCells(bytes, 'S')).get('A2')).toEqual({ fault: 'a formula without a value' })
  })
})

/** A header in A1 of its own row, so that no generated cell becomes a column. */
function withHeader(each: Sheet): Sheet {
  return { ...each, firstRow: 0, firstColumn: 0, cells: [[{ t: 's', v: 'header' }], ...shifted(each)] }
}

function shifted({ cells, firstColumn, firstRow }: Sheet): (XLSX.CellObject | undefined)[][] {
  const before = new Array<XLSX.CellObject | undefined>(firstColumn).fill(undefined)
  return [...new Array<[]>(firstRow).fill([]), ...cells.map((line) => [...before, ...line])]
}

/** Rows of nothing but white space are left out by us. */
function withoutBlankRows(cells: Map<string, Cell>): [string, Cell][] {
  const rowOf = (place: string) => place.replace(/^[A-Z]+/, '')
  const present = new Set<string>()
  for (const [place, value] of cells) if (typeof value !== 'string' || value.trim() !== '') present.add(rowOf(place))
  return [...cells].filter(([place]) => present.has(rowOf(place))).sort(([a], [b]) => (a < b ? -1 : 1))
}
