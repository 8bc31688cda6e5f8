import { grouped } from '../../base/count.js'
import { isObject } from '../../base/is-object.js'
import { addMembers, asSent } from '../../client/checked-payload.js'
import { EXPORT_COLUMNS } from '../../contract/items/exported.js'
import { inBatches } from '../../output/batches.js'
import type { Column, Row } from '../../output/outcome.js'
import { printableValue } from '../../output/printable-value.js'
import { SHEET_ROWS, workbookOf } from '../../output/xlsx.js'
import { Failure } from '../../terminal/failure.js'
import { printableJson } from '../../terminal/printable.js'

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const BATCH = 200
const COLUMNS: readonly Column[] = EXPORT_COLUMNS.map((key) => ({
  key,
  title: key,
  // Without it a file of feedback would look whole and hold nothing.
  ...(key === 'text' ? { required: true } : {}),
}))

/** The columns that this item has no member for. */
export function missingColumns(item: Row): string[] {
  const sent = asSent(item)
  return EXPORT_COLUMNS.filter((key) => !Object.hasOwn(sent, key))
}

/**
 * The item with the columns that it has by name in a list: `[{key: "channel", value: "web"}]` says which channel, whatever the list, an
 * object around it and the two members of its entries are called. A name that stands there twice says nothing.
 */
export function withNamedValues(item: Row): Row {
  const missing = missingColumns(item)
  if (missing.length === 0) return item
  const values = Object.values(asSent(item)).flatMap((each) => (isObject(each) ? Object.values(each) : [each]))
  const entries = values.flatMap((list) => (Array.isArray(list) ? list.flatMap(pairOf) : []))
  const found = missing.flatMap((key) => {
    const [only, another] = entries.filter(([name]) => name === key)
    return only && !another ? [only] : []
  })
  return found.length === 0 ? item : addMembers(item, Object.fromEntries(found))
}

/** An entry that is a column of ours by name and a plain value, if it is. */
function pairOf(entry: unknown): [string, unknown][] {
  const values = isObject(entry) ? Object.values(entry) : []
  const [name, ...more] = values.filter((each) => EXPORT_COLUMNS.includes(each as string))
  const value = values.find((each) => each !== name)
  const isPair = values.length === 2 && name !== undefined && more.length === 0 && typeof value !== 'object'
  return isPair ? [[name as string, value]] : []
}

/** Whether texts are written exactly as they are, or safe to open in a spreadsheet and to show; and where to say what a file has no room for. */
interface ExportOptions {
  raw: boolean
  warn: (text: string) => Promise<void>
}

/** A file of items, as they come. */
export function exportChunks(
  items: AsyncIterable<Row>,
  format: ExportFormat,
  options: ExportOptions,
): AsyncIterable<string | Uint8Array> {
  const batches = inBatches(items, BATCH)
  if (format === 'ndjson') return ndjsonChunks(batches)
  return format === 'csv' ? csvChunks(batches, options) : xlsxChunks(batches, options.raw)
}

/** Members that only this service has, in the order in which they come: one of them may be what we have no column for. */
export function ownMembers(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !EXPORT_COLUMNS.includes(key))
}

const columnsWith = (own: readonly string[]): Column[] => [...COLUMNS, ...own.map((key) => ({ key, title: key }))]

/** The header comes with the first items: of items that cannot be read there is nothing, and what only later ones have finds no column. */
async function* csvChunks(batches: AsyncIterable<Row[]>, { raw, warn }: ExportOptions): AsyncGenerator<string> {
  const { csvHeader, csvLines, exactCsvHeader, exactCsvLines } = await import('../../output/csv.js')
  let own: string[] | undefined
  const later = new Set<string>()
  for await (const rows of batches) {
    const header = own === undefined
    own ??= ownMembers(rows)
    for (const key of ownMembers(rows)) if (!own.includes(key)) later.add(key)
    const columns = columnsWith(own)
    const [head, lines] = raw ? [exactCsvHeader, exactCsvLines] : [csvHeader, csvLines]
    yield (header ? head(columns) : '') + lines(columns, rows)
  }
  if (own === undefined) yield csvHeader(COLUMNS)
  if (later.size > 0)
    await warn(
      `later items also have ${[...later].join(', ')}, which this file has no column for; --format ndjson keeps all`,
    )
}

async function* ndjsonChunks(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${printableJson(JSON.stringify(row))}\n`).join('')
}

/** A workbook cannot be written before all of it is there. */
async function* xlsxChunks(batches: AsyncIterable<Row[]>, raw: boolean): AsyncGenerator<Uint8Array> {
  const rows: Row[] = []
  for await (const batch of batches) {
    rows.push(...(raw ? batch : batch.map((row) => printableValue(row) as Row)))
    if (rows.length > SHEET_ROWS) throw tooManyRows()
  }
  yield await workbookOf('feedback', columnsWith(ownMembers(rows)), rows)
}

function tooManyRows(): Failure {
  return new Failure({
    exit: 'failure',
    code: 'TOO_MANY_ROWS',
    message: `a sheet holds ${grouped(SHEET_ROWS)} rows, and there is more feedback than that`,
    hint: 'Export as csv or ndjson, or in parts with --source, --since and --until.',
  })
}
