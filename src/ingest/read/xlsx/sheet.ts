import { InputFileError } from '../../errors.js'
import type { Cell, RawRow } from '../table.js'
import { type CellContext, type CellParts, columnLetters, columnOf, NO_SUCH_TEXT, toCell } from './cell.js'
import { readElements } from './elements.js'
import { createRowScan, scanRow, startPiece } from './fast-rows.js'
import { createTextCollector } from './strings.js'
import type { Attributes, XmlHandlers } from './xml.js'

/** The rows of a sheet that hold anything, in order; the size that the sheet states is not trusted (threats B15). */
export async function* readSheetRows(chunks: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<RawRow[]> {
  const read: ReadRows = { rows: [], row: 0 }
  const handlers = createRowHandlers(context, read)
  const take = createRowTaker(context, read)
  for await (const _ of readElements(chunks, { container: 'sheetData', element: 'row', take, handlers })) {
    if (read.rows.length === 0) continue
    yield read.rows
    read.rows = []
  }
}

export interface SheetContext extends CellContext {
  /** Its name. */
  sheet: string
}

interface ReadRows {
  rows: RawRow[]
  /** Number of the last row. */
  row: number
}

function createRowTaker(context: CellContext, read: ReadRows) {
  const scan = createRowScan()
  /** Reused for every row: a row gets a copy of exact length, which costs less than an array that grows. */
  const line: Cell[] = []
  let width = 0
  let damaged = false
  const onCell = (column: number, parts: CellParts) => {
    const cell = toCell(parts, context)
    if (cell === undefined) return
    if (cell === NO_SUCH_TEXT) damaged = true
    while (width < column) line[width++] = undefined
    line[column] = cell
    if (width === column) width += 1
  }
  return (xml: Buffer, start: number): number => {
    if (scan.xml !== xml) startPiece(scan, xml)
    scan.at = start
    width = 0
    const row = scanRow(scan, onCell)
    // The other way to read it knows which cell it is.
    if (row === undefined || damaged) return -1
    read.row = row > 0 ? row : read.row + 1
    const cells = line.slice(0, width)
    read.rows.push(scan.isHiddenRow ? { row: read.row, cells, hidden: true } : { row: read.row, cells })
    return scan.at
  }
}

function createRowHandlers(context: SheetContext, read: ReadRows): XmlHandlers {
  const inline = createTextCollector()
  let cells: Cell[] = []
  let column = -1
  let isHidden = false
  let parts = emptyParts({})
  let inValue = false
  return {
    open(name, attributes) {
      if (name === 'row') {
        read.row = Number(attributes.r) > 0 ? Number(attributes.r) : read.row + 1
        cells = []
        isHidden = /^(?:1|true)$/.test(attributes.hidden ?? '')
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        parts = emptyParts(attributes)
        inline.clear()
      } else if (name === 'v') {
        inValue = true
        parts.value = ''
      } else if (name === 'f') parts.formula = true
      else inline.open(name)
    },
    close(name) {
      if (name === 'row') read.rows.push({ row: read.row, cells, ...(isHidden ? { hidden: true as const } : {}) })
      else if (name === 'c') {
        if (parts.type === 'inlineStr') parts.inline = inline.text()
        const cell = toCell(parts, context)
        if (cell === NO_SUCH_TEXT) throw noSuchText(context.sheet, column, read.row)
        if (cell !== undefined) putCell(cells, column, cell)
      } else if (name === 'v') inValue = false
      else inline.close(name)
    },
    text(text) {
      if (inValue) parts.value += text
      else inline.add(text)
    },
  }
}

function emptyParts({ t = 'n', s = '0' }: Attributes): CellParts {
  return { type: t, style: Number(s), value: undefined, inline: undefined, formula: false }
}

/** Empty cells before it are written out: an array with holes is slow and skipped by loops. */
function putCell(cells: Cell[], column: number, cell: Cell): void {
  while (cells.length < column) cells.push(undefined)
  cells[column] = cell
}

function noSuchText(sheet: string, column: number, row: number): InputFileError {
  const cell = `${columnLetters(column)}${row}`
  const hint = 'open it in the program it comes from, fix that cell and save it again'
  return new InputFileError(`the workbook is damaged: cell ${cell} of sheet "${sheet}" ${NO_SUCH_TEXT.fault}`, hint)
}
