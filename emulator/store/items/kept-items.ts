import type { Files } from '../../adapters/files.js'
import { DamagedFileError } from '../errors.js'
import type { SegmentExtent } from '../image.js'
import { NEWLINE } from '../line.js'
import type { ItemMatch, ItemMatchQuery, KeptItems, StoredItem } from '../types.js'
import { matchTest } from './reader.js'
import { decodeRow, encodeRows, requireRowJson } from './row.js'
import { segmentNames } from './segment.js'

// What is done with rows is done without a pause as far as they are read.
const READ_BYTES = 512 * 1024

/** The committed rows of a segment as they were once, from its file. */
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
        yield encodeRows(items.slice(from, from + 1_000))
      }
    },
  }
}

/** Every line of some rows, newlines included, a batch at a time. */
export async function* linesIn(kept: Pick<KeptItems, 'rows'>): AsyncGenerator<Uint8Array[]> {
  for await (const bytes of kept.rows()) yield linesOf(bytes)
}

/** Every item of some rows as the bytes of its JSON text, a batch at a time. Throws DamagedFileError. */
export async function* itemTextsOf(kept: Pick<KeptItems, 'rows'>): AsyncGenerator<Uint8Array[]> {
  for await (const lines of linesIn(kept)) yield lines.map((line) => requireRowJson('a kept file', 0, line))
}

/** The item of a line. Throws DamagedFileError. */
export function itemOf(line: Uint8Array): StoredItem {
  return decodeRow('a kept file', 0, line)
}

/** Items among them with one of the ids asked for. */
export async function matchKept(kept: KeptItems, query: ItemMatchQuery): Promise<ItemMatch[]> {
  if (query.sourceId !== undefined && query.sourceId !== kept.sourceId) return []
  const found: ItemMatch[] = []
  const matches = lineMatcher(query)
  for await (const bytes of kept.rows()) {
    for (const { item } of matches(bytes)) {
      const { id, sourceId, fieldId, externalId, customerId } = item
      found.push({ id, sourceId, fieldId, externalId, customerId })
    }
  }
  return found
}

/** The same rows but those with one of the ids asked for; `gone` is how many these are. */
export function withoutMatches(kept: KeptItems, query: ItemMatchQuery, gone: number): KeptItems {
  const matches = lineMatcher(query)
  return {
    ...kept,
    count: kept.count - gone,
    async *rows() {
      for await (const bytes of kept.rows()) {
        let from = 0
        for (const { start, end } of matches(bytes)) {
          if (from < start) yield bytes.subarray(from, start)
          from = end
        }
        if (from < bytes.length) yield bytes.subarray(from)
      }
    },
  }
}

/** An item, and where its line is among whole lines. */
interface LineOfItem {
  start: number
  end: number
  item: StoredItem
}

/** Up to this many ids are looked for in the bytes; beyond, each row is read. */
const MOST_SOUGHT = 32

/**
 * Finds the lines of items with one of the ids asked for, in the order of the file. An id is in its line as JSON writes it, so
 * only lines that hold its bytes are read: one in a hundred thousand costs a search, not a parse of all.
 */
function lineMatcher(query: ItemMatchQuery): (bytes: Uint8Array) => LineOfItem[] {
  const fits = matchTest(query)
  const ids = [...(query.externalIds ?? []), ...(query.customerIds ?? [])]
  const sought = ids.length > MOST_SOUGHT ? undefined : ids.map((id) => Buffer.from(JSON.stringify(id)))
  return (bytes) => {
    const starts = sought
      ? linesWith(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), sought)
      : startsOf(bytes)
    return starts
      .map((start) => {
        const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.length
        return { start, end, item: itemOf(bytes.subarray(start, end)) }
      })
      .filter(({ item }) => fits(item))
  }
}

function linesWith(bytes: Buffer, sought: readonly Buffer[]): number[] {
  const starts = new Set<number>()
  for (const each of sought) {
    for (let at = bytes.indexOf(each); at >= 0; ) {
      starts.add(bytes.lastIndexOf(NEWLINE, at) + 1)
      const end = bytes.indexOf(NEWLINE, at)
      at = end < 0 ? -1 : bytes.indexOf(each, end)
    }
  }
  return [...starts].sort((left, right) => left - right)
}

function startsOf(bytes: Uint8Array): number[] {
  const starts: number[] = []
  for (let from = 0; from < bytes.length; from = bytes.indexOf(NEWLINE, from) + 1 || bytes.length) starts.push(from)
  return starts
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
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
      if (whole === 0) throw new DamagedFileError(path, 'a line is cut short', undefined, at)
      const start = skipHeader ? bytes.indexOf(NEWLINE) + 1 : 0
      skipHeader = false
      at += whole
      if (start < whole) yield bytes.subarray(start, whole)
    }
  } finally {
    await handle.close()
  }
}
