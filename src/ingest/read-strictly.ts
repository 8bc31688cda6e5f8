import { LIMITS } from '../contract/limits.js'
import { InputFileError } from './errors.js'
import { mapTable } from './map/map-table.js'
import { type StrictColumns, strictMapping } from './map/strict-mapping.js'
import type { InputFile } from './ports.js'
import { type Batch, cutBatches } from './push/batches.js'
import type { DetectedEncoding } from './read/decode/detect-encoding.js'
import { type Sniffed, sniffFile } from './read/decode/sniff.js'
import { openTable, type ReadSettings } from './read/open-table.js'
import { findReadSettings } from './read/read-settings.js'
import { requireSureEncoding, requireText } from './read/require-text.js'
import { createWarnings } from './warnings.js'

/** A file that can be read several times, each time into the same batches. */
export interface StrictFile {
  /** `fields[index]` is the field of a mapped item. */
  fields: string[]
  batches(): Promise<AsyncIterable<Batch>>
}

/**
 * Reads a file as the service takes an upload: columns by their exact headers, rows taken whole or rejected with a reason.
 * `now` (epoch milliseconds) bounds dates; the same `now` gives the same batches. Rejects with `InputFileError` or `MappingError`.
 */
export async function readStrictly(
  file: InputFile,
  { format, columns, now }: { format: 'csv' | 'xlsx'; columns: StrictColumns; now: number },
): Promise<StrictFile> {
  const sniffed = await sniffFile(file)
  if (sniffed.gzip) throw new InputFileError('the file is compressed', 'unpack it first')
  if (file.size === 0) throw new InputFileError('the file is empty')
  const read = await findReadSettings({ path: file.name, format }, sniffed)
  requireTable(file.name, sniffed, read)
  const first = await openTable(file, read)
  const mapping = strictMapping(first.columns, columns)
  for await (const _ of first.rows) break
  return {
    fields: mapping.texts.map(({ field }) => field!),
    async batches() {
      const rows = mapTable(await openTable(file, read), mapping, now, createWarnings())
      return cutBatches(rows, { items: LIMITS.itemsPerPush })
    },
  }
}

/** Refuses what a careful service would: pages and other documents, bytes that are no text, letters of an unclear encoding. */
function requireTable(path: string, sniffed: Sniffed, read: ReadSettings & DetectedEncoding): void {
  try {
    requireText(sniffed, read, { path })
    requireSureEncoding(read)
  } catch (error) {
    if (!(error instanceof InputFileError)) throw error
    // What the command line can be told with an option, an upload can't.
    throw new InputFileError(error.message, error.hint?.includes('--') ? 'save the file as CSV in UTF-8' : error.hint)
  }
}
