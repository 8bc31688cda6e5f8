import type { Readable } from 'node:stream'
import type { Cell, RawRow } from '../table.js'
import { type CellContext, type CellParts, columnOf, toCell } from './cell.js'
import { createTextCollector } from './strings.js'
import { type Attributes, readXml, type XmlHandlers } from './xml.js'

/** The rows of a sheet that hold anything, as they lie in it; what the sheet says of its size is not believed (threats B15). */
export async function* readSheetRows(stream: Readable, context: CellContext): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = []
  const handlers = createRowHandlers(context, (row) => rows.push(row))
  for await (const _ of readXml(stream, handlers)) {
    if (rows.length === 0) continue
    yield rows
    rows = []
  }
}

function createRowHandlers(context: CellContext, onRow: (row: RawRow) => void): XmlHandlers {
  const inline = createTextCollector()
  let row = 0
  let cells: Cell[] = []
  let column = -1
  let parts = emptyParts({})
  let inValue = false
  return {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r) > 0 ? Number(attributes.r) : row + 1
        cells = []
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
      if (name === 'row') onRow({ row, cells })
      else if (name === 'c') {
        if (parts.type === 'inlineStr') parts.inline = inline.text()
        const cell = toCell(parts, context)
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
