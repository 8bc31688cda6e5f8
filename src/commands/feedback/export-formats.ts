import { grouped } from '../../base/count.js'
import { asSent } from '../../client/checked-payload.js'
import { FeedbackItem } from '../../contract/operations/feedback.js'
import { recommendedSchema } from '../../contract/vocabulary.js'
import { inBatches } from '../../output/batches.js'
import type { Column, Row } from '../../output/outcome.js'
import { printableValue } from '../../output/printable-value.js'
import { SHEET_ROWS, workbookOf } from '../../output/xlsx.js'
import { Failure } from '../../terminal/failure.js'
import { printableJson } from '../../terminal/printable.js'

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const BATCH = 200
const KEYS = Object.keys((recommendedSchema(FeedbackItem) as { properties: object }).properties)
const COLUMNS: readonly Column[] = KEYS.map((key) => ({
  key,
  title: key,
  // Without it a file of feedback would look whole and hold nothing.
  ...(key === 'text' ? { required: true } : {}),
}))

/** The columns that this item has no member for. */
export function missingColumns(item: Row): string[] {
  const sent = asSent(item)
  return KEYS.filter((key) => !Object.hasOwn(sent, key))
}

/** A file of items, as they come. `raw`: every text exactly as it is; else safe to open in a spreadsheet and to show. */
export function exportChunks(
  items: AsyncIterable<Row>,
  format: ExportFormat,
  raw: boolean,
): AsyncIterable<string | Uint8Array> {
  const batches = inBatches(items, BATCH)
  if (format === 'ndjson') return ndjsonChunks(batches)
  return format === 'csv' ? csvChunks(batches, raw) : xlsxChunks(batches, raw)
}

/** The header comes with the first items: of items that cannot be read there is nothing. */
async function* csvChunks(batches: AsyncIterable<Row[]>, raw: boolean): AsyncGenerator<string> {
  const { csvHeader, csvLines, exactCsvLines } = await import('../../output/csv.js')
  let header = csvHeader(COLUMNS)
  for await (const rows of batches) {
    yield header + (raw ? exactCsvLines(COLUMNS, rows) : csvLines(COLUMNS, rows))
    header = ''
  }
  if (header !== '') yield header
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
  yield await workbookOf('feedback', COLUMNS, rows)
}

function tooManyRows(): Failure {
  return new Failure({
    exit: 'failure',
    code: 'TOO_MANY_ROWS',
    message: `a sheet holds ${grouped(SHEET_ROWS)} rows, and there is more feedback than that`,
    hint: 'Export as csv or ndjson, or in parts with --source, --since and --until.',
  })
}
