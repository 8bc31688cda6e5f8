import { checkFile } from './check.js'
import { InputFileError } from './errors.js'
import { chooseMapping, markUnseen } from './map/choose-mapping.js'
import type { RowChoice } from './map/map-table.js'
import { resolveFields } from './map/resolve-fields.js'
import type { PushOptions } from './options.js'
import type { PushPlan } from './plan.js'
import type { InputFile, Ports } from './ports.js'
import { requireFittingDelimiter } from './read/csv/require-delimiter.js'
import { sniffFile } from './read/decode/sniff.js'
import { openTable, type ReadSettings } from './read/open-table.js'
import { findReadSettings } from './read/read-settings.js'
import { requireSureEncoding, requireText } from './read/require-text.js'
import type { RawRow, Table } from './read/table.js'

/** Rows that decide about columns and the order of dates. */
const SAMPLE_ROWS = 20_000

/**
 * Scans a file before anything is sent: what it is, what its columns become, and what the check finds. Errors: `InputFileError`,
 * `MappingError`. Bad rows are not an error here; `check` lists them.
 */
export async function planPush(options: PushOptions, ports: Ports): Promise<PushPlan> {
  const file = await ports.openFile(options.path)
  try {
    const identity = await file.identity()
    const sniffed = await sniffFile(file)
    // In any format, and on stdin as well: a file without rows is more likely a mistake than meant.
    if (sniffed.head.length === 0) throw new InputFileError('the file is empty')
    const read = await findReadSettings(options, sniffed)
    requireText(sniffed, read, options)
    requireSureEncoding(read)
    const { table, sample } = await readSample(file, read)
    requireFittingDelimiter(read, table.columns, options)
    const choice = await chooseRows(file, read, options)
    const chosen = markUnseen(chooseMapping(table, sample, options), table, sample)
    const guess = read.guessed ? [{ kind: 'guessed_encoding' as const, about: read.encoding }] : []
    const doubts = [...guess, ...(chosen.doubts ?? [])]
    const { item } = options.limits ?? {}
    const mapping = { ...chosen, doubts, ...(choice ? { choice } : {}), ...(item ? { itemLimits: item } : {}) }
    const fields = options.target && resolveFields(mapping.texts, options.target.fields, options.limits?.fields)
    const check = await checkFile(file, read, mapping, options, ports)
    const { format, gzip, encoding, guessed } = read
    const csv = format === 'csv' || format === 'tsv' ? { delimiter: read.delimiter } : {}
    const { otherSheets } = table
    const sheet =
      'sheet' in table ? { sheet: String(table.sheet), ...(otherSheets?.length ? { otherSheets } : {}) } : {}
    const known = { path: options.path, size: file.size, sha256: sniffed.sha256, identity, columns: table.columns }
    const source = { ...known, format, gzip, encoding, encodingGuessed: guessed, ...csv, ...sheet }
    return { options, file: source, mapping, ...(fields ? { fields } : {}), check, read }
  } finally {
    await file.close()
  }
}

/** Which rows are pushed; undefined: all. A sample is spread over all rows, so they are counted first. */
async function chooseRows(file: InputFile, read: ReadSettings, options: PushOptions): Promise<RowChoice | undefined> {
  const { sample, shard, maxItems } = options
  if (sample === undefined && shard === undefined && maxItems === undefined) return undefined
  let of = 0
  if (sample !== undefined) for await (const rows of (await openTable(file, read)).rows) of += rows.length
  return {
    ...(sample === undefined ? {} : { sample: { take: sample, of } }),
    ...(shard === undefined ? {} : { shard }),
    ...(maxItems === undefined ? {} : { maxItems }),
  }
}

async function readSample(file: InputFile, read: ReadSettings): Promise<{ table: Table; sample: RawRow[] }> {
  const table = await openTable(file, read)
  const sample: RawRow[] = []
  for await (const rows of table.rows) {
    for (const row of rows) if (!row.fault) sample.push(row)
    if (sample.length >= SAMPLE_ROWS) break
  }
  return { table, sample }
}
