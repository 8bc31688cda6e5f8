import type { Files } from '../../adapters/files.js'
import { DamagedFileError } from '../errors.js'
import type { SegmentExtent } from '../image.js'
import type { ItemMatch, ItemMatchQuery, KeptItems, StoredItem } from '../types.js'
import { matchTest } from './match.js'
import { decodeRow, encodeRow } from './row.js'
import { segmentNames } from './segment.js'

const READ_BYTES = 4 * 1024 * 1024
const NEWLINE = 10

/** The committed rows of a segment as they were at some moment, from its file. */
export function keptInSegment(files: Files, folder: string, sourceId: number, extent: SegmentExtent): KeptItems {
  const path = `${folder}/${segmentNames(sourceId, extent.generation).rows}`
  const { count, lastId } = extent
  return { sourceId, count, lastId, extent, rows: () => wholeLines(files, path, extent.length, true) }
}

/** The rows of a file that holds nothing else. */
export function keptInFile(files: Files, path: string, facts: Omit<KeptItems, 'rows'> & { length: number }): KeptItems {
  const { length, ...rest } = facts
  return { ...rest, rows: () => wholeLines(files, path, length, false) }
}

/** Items that come from elsewhere, one source at a time; their ids must grow. */
export function keptInMemory(sourceId: number, items: readonly StoredItem[]): KeptItems {
  return {
    sourceId,
    count: items.length,
    lastId: items.at(-1)?.id ?? 0,
    async *rows() {
      for (let from = 0; from < items.length; from += 1_000) {
        yield Buffer.concat(items.slice(from, from + 1_000).map(encodeRow))
      }
    },
  }
}

/** Every item of some rows, a batch at a time. Throws DamagedFileError. */
export async function* itemsOf(kept: Pick<KeptItems, 'rows'>): AsyncGenerator<StoredItem[]> {
  for await (const bytes of kept.rows()) yield linesOf(bytes).map((line) => decodeRow('a kept file', 0, line))
}

/** Items among them with one of the ids asked for. */
export async function matchKept(kept: KeptItems, query: ItemMatchQuery): Promise<ItemMatch[]> {
  if (query.sourceId !== undefined && query.sourceId !== kept.sourceId) return []
  const fits = matchTest(query)
  const found: ItemMatch[] = []
  for await (const items of itemsOf(kept)) found.push(...items.filter(fits))
  return found.map(({ id, sourceId, fieldId, externalId, customerId }) => ({
    ...{ id, sourceId, fieldId, externalId, customerId },
  }))
}

/** The lines of whole lines, newlines included. */
export function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from) + 1 || bytes.length
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
}

async function* wholeLines(files: Files, path: string, length: number, hasHeader: boolean): AsyncGenerator<Uint8Array> {
  const size = await files.findSize(path)
  if (size === undefined || size < length) throw new DamagedFileError(path, 'rows are missing')
  const handle = await files.open(path)
  try {
    let skipHeader = hasHeader
    for (let at = 0; at < length; ) {
      const bytes = await handle.read(at, Math.min(READ_BYTES, length - at))
      const whole = bytes.lastIndexOf(NEWLINE) + 1
      if (whole === 0) throw new DamagedFileError(path, 'a line has no end', undefined, at)
      const start = skipHeader ? bytes.indexOf(NEWLINE) + 1 : 0
      skipHeader = false
      at += whole
      if (start < whole) yield bytes.subarray(start, whole)
    }
  } finally {
    await handle.close()
  }
}
