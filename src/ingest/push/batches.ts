import { SHORT_TEXT_MEMBERS } from '../../contract/items/members.js'
import type { ItemObject } from '../../contract/items/schemas.js'
import { LIMITS } from '../../contract/limits.js'
import type { MappedItem, MappedRow } from '../map/mapped-row.js'
import type { PushOptions } from '../options.js'

/** Names and punctuation of an item, and its members that aren't short texts. */
const MEMBER_BYTES = 160
/** JSON a request may have, about; well under what the service takes, so that a lost one costs little. */
const LARGEST_REQUEST = 4 * 1024 * 1024
/** Rows that bring no item close a batch too, so that a file of bad rows is not kept in memory. */
const MOST_ROWS = 4_000

/** Consecutive rows of the file that travel together; all items of a row are in one batch. */
export interface Batch {
  /** From 1. */
  number: number
  rows: MappedRow[]
  items: MappedItem[]
}

export interface BatchLimits {
  items: number
}

/** The limits of a request: 1,000 items, fewer if asked for; 50 in synchronous bulk pushes (BLK-15); or what facts say. */
export function batchLimits(
  { batchItems, sync, limits }: Pick<PushOptions, 'batchItems' | 'sync' | 'limits'>,
  fields: number,
): BatchLimits {
  const { single, bulk, sync: inSync } = limits?.items ?? MOST_ITEMS
  const most = fields === 1 ? single : sync ? inSync : bulk
  return { items: Math.max(1, Math.min(most, batchItems ?? most)) }
}

const MOST_ITEMS = { single: LIMITS.itemsPerPush, bulk: LIMITS.itemsPerPush, sync: LIMITS.syncItems }

/** Cuts rows into batches, always the same ones for the same rows: a resumed run relies on it. A batch ends after each row of `cuts`. */
export async function* cutBatches(
  groups: AsyncIterable<MappedRow[]>,
  limits: BatchLimits,
  cuts?: ReadonlySet<number>,
): AsyncGenerator<Batch> {
  const cutter = createCutter(limits, cuts)
  for await (const rows of groups) yield* cutter.add(rows)
  const last = cutter.end()
  if (last.rows.length > 0) yield last
}

function createCutter(limits: BatchLimits, cuts?: ReadonlySet<number>) {
  let batch: Batch = { number: 1, rows: [], items: [] }
  let bytes = 0
  const isFull = (row: MappedRow, size: number) =>
    batch.items.length + row.items.length > limits.items ||
    bytes + size > LARGEST_REQUEST ||
    batch.rows.length >= MOST_ROWS ||
    cuts?.has(batch.rows.at(-1)!.row) === true
  return {
    /** The batches these rows complete. */
    add(rows: readonly MappedRow[]): Batch[] {
      const full: Batch[] = []
      // By index: an iterator makes an object for every row, and there are millions.
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index]!
        const size = rowBytes(row)
        if (batch.rows.length > 0 && isFull(row, size)) {
          full.push(batch)
          batch = { number: batch.number + 1, rows: [], items: [] }
          bytes = 0
        }
        batch.rows.push(row)
        for (let item = 0; item < row.items.length; item += 1) batch.items.push(row.items[item]!)
        bytes += size
      }
      return full
    },
    end: () => batch,
  }
}

function rowBytes({ items }: MappedRow): number {
  let bytes = 0
  for (let index = 0; index < items.length; index += 1) bytes += itemBytes(items[index]!.item)
  return bytes
}

/** About the bytes of an item in JSON; exact for the text but for its escapes. Writing it out to measure costs more than all else. */
function itemBytes(item: ItemObject): number {
  let bytes = Buffer.byteLength(item.text) + MEMBER_BYTES
  for (const member of SHORT_TEXT_MEMBERS) bytes += item[member]?.length ?? 0
  return bytes
}
