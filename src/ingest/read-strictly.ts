import { LIMITS } from '../contract/limits.js'
import { InputFileError } from './errors.js'
import { mapTable } from './map/map-table.js'
import { type StrictColumns, strictMapping } from './map/strict-mapping.js'
import type { InputFile } from './ports.js'
import { type Batch, cutBatches } from './push/batches.js'
import { sniffFile } from './read/decode/sniff.js'
import { openTable, type ReadSettings } from './read/open-table.js'
import { findReadSettings } from './read/read-settings.js'
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
  const read: ReadSettings = await findReadSettings({ path: file.name, format }, sniffed)
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
