import { describeGaps, findGap, isUnread } from '../client/gaps.js'
import { printableJson } from '../terminal/printable.js'
import { firstRows, inBatches } from './batches.js'
import { type FormatOptions, outputFormat } from './format.js'
import { applyJq } from './jq.js'
import type { Column, ListResult, Row } from './outcome.js'
import type { Printer } from './printer.js'
import { headerLine, hiddenText, rowLine } from './table.js'
import { layOut, type TableLayout, widen } from './table-layout.js'

const BATCH = 200

/** Prints the rows of a list in the format asked for, as they come. */
export async function renderList(list: ListResult, options: FormatOptions, printer: Printer): Promise<void> {
  const rows = options.limit === undefined || list.limited ? list.rows : firstRows(list.rows, options.limit)
  const batches = inBatches(rows, BATCH)
  const format = outputFormat(options)
  if (options.jq !== undefined) {
    return list.endless ? printEachJq(batches, options.jq, printer) : printJq(batches, options.jq, printer)
  }
  if (format === 'json' && list.endless) return printLines(batches, printer)
  if (format === 'json' || (format === 'table' && list.asJson)) return printArray(batches, printer)
  if (format === 'ndjson') return printLines(batches, printer)
  if (format === 'csv') return printCsv(list, batches, printer)
  return printTable(list, batches, printer)
}

async function printArray(batches: AsyncIterable<Row[]>, { write }: Printer): Promise<void> {
  let opened = false
  for await (const batch of batches) {
    const entries = batch.map((row) => indent(printableJson(JSON.stringify(row, null, 2))))
    await write((opened ? ',\n' : '[\n') + entries.join(',\n'))
    opened = true
  }
  await write(opened ? '\n]\n' : '[]\n')
}

async function printLines(batches: AsyncIterable<Row[]>, { write }: Printer): Promise<void> {
  for await (const batch of batches) {
    await write(batch.map((row) => `${printableJson(JSON.stringify(row))}\n`).join(''))
  }
}

/** Returns what says, of each batch, in which columns some row lacks what belongs there; of each column once. */
function gapNoter(columns: readonly Column[], { note, caution }: Printer): (rows: readonly Row[]) => Promise<void> {
  let untold = columns
  return async (rows) => {
    const found = untold.flatMap(({ key }) => {
      const gap = rows.map((row) => findGap(row, key)).find((each) => each !== undefined)
      return gap ? [{ key, gap }] : []
    })
    const [first, ...others] = found.map(({ gap }) => gap)
    if (!first) return
    untold = untold.filter(({ key }) => !found.some((each) => each.key === key))
    const tell = isUnread([first, ...others]) ? caution : note
    await tell(describeGaps([first, ...others], 'shown as -'))
  }
}

/** The header comes with the first rows: of rows that cannot be read nothing is printed. */
async function printCsv({ columns }: ListResult, batches: AsyncIterable<Row[]>, printer: Printer): Promise<void> {
  const { csvHeader, csvLines } = await import('./csv.js')
  const noteGaps = gapNoter(columns, printer)
  let shown: readonly Column[] | undefined
  for await (const batch of batches) {
    const isFirst = shown === undefined
    shown ??= columns.length > 0 ? columns : columnsOf(batch)
    const lines = csvLines(shown, batch)
    await noteGaps(batch)
    await printer.write(isFirst ? csvHeader(shown) + lines : lines)
  }
  if (shown === undefined && columns.length > 0) await printer.write(csvHeader(columns))
}

function columnsOf(rows: readonly Row[]): Column[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key, title: key }))
}

async function printTable(list: ListResult, batches: AsyncIterable<Row[]>, printer: Printer): Promise<void> {
  const { style, writeLines, note } = printer
  const noteGaps = gapNoter(list.columns, printer)
  let layout: TableLayout | undefined
  for await (const batch of batches) {
    const isFirst = layout === undefined
    layout = layout ? widen(layout, batch, style.tableWidth) : layOut(list.columns, batch, style.tableWidth)
    await noteGaps(batch)
    const lines = batch.map((row) => rowLine(layout!, row))
    if (isFirst && list.endless) await noteHidden(layout, printer)
    await writeLines(`${(isFirst ? [headerLine(layout, style), ...lines] : lines).join('\n')}\n`)
  }
  if (layout === undefined && list.whenEmpty) await note(list.whenEmpty)
  if (layout && !list.endless) await noteHidden(layout, printer)
  if (layout && list.hint) await note(list.hint)
}

async function noteHidden(layout: TableLayout, { note }: Printer): Promise<void> {
  const hidden = hiddenText(layout)
  if (hidden !== undefined) await note(hidden)
}

async function printJq(batches: AsyncIterable<Row[]>, expression: string, printer: Printer): Promise<void> {
  const all: Row[] = []
  for await (const batch of batches) all.push(...batch)
  await printer.write(await applyJq(JSON.stringify(all), expression, printer))
}

/** Rows without an end: each as it comes. */
async function printEachJq(batches: AsyncIterable<Row[]>, expression: string, printer: Printer): Promise<void> {
  for await (const batch of batches) {
    const lines = batch.map((row) => JSON.stringify(row)).join('\n')
    await printer.write(await applyJq(lines, expression, printer))
  }
}

function indent(json: string): string {
  return json.replace(/^/gm, '  ')
}
