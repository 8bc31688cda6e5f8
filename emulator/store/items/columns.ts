import type { StoredItem } from '../types.js'
import { hashId } from './row.js'

/** What is kept in memory of the items of a source: 48 bytes each, no texts. Records lie in ascending id. */
export interface ItemColumns {
  count: number
  id: Float64Array
  /** Bytes from the start of the segment to the item's line. */
  offset: Float64Array
  fieldId: Float64Array
  /** Epoch milliseconds: occurredAt, or createdAt if there is none. */
  occurredAt: Float64Array
  /** Bytes of the line, newline included. */
  length: Uint32Array
  externalHash: Uint32Array
  customerHash: Uint32Array
}

/** The columns in the order of the index file: wide ones first, so that each is at a multiple of its width. */
export const COLUMN_NAMES = ['id', 'offset', 'fieldId', 'occurredAt', 'length', 'externalHash', 'customerHash'] as const

/** Bytes of one record over all columns. */
export const RECORD_BYTES = 4 * 8 + 3 * 4

/** Columns with room for `capacity` records. */
export function createColumns(capacity = 64): ItemColumns {
  return {
    count: 0,
    id: new Float64Array(capacity),
    offset: new Float64Array(capacity),
    fieldId: new Float64Array(capacity),
    occurredAt: new Float64Array(capacity),
    length: new Uint32Array(capacity),
    externalHash: new Uint32Array(capacity),
    customerHash: new Uint32Array(capacity),
  }
}

/** Adds an item whose line of `length` bytes is at `offset`. */
export function pushItem(columns: ItemColumns, item: StoredItem, offset: number, length: number): void {
  const record = makeRoom(columns)
  columns.id[record] = item.id
  columns.offset[record] = offset
  columns.fieldId[record] = item.fieldId
  columns.occurredAt[record] = item.occurredAt ?? item.createdAt
  columns.length[record] = length
  columns.externalHash[record] = hashId(item.externalId)
  columns.customerHash[record] = hashId(item.customerId)
}

/** Adds records `from` up to `to` of other columns, which now lie `shift` bytes later. */
export function pushRecords(columns: ItemColumns, other: ItemColumns, from: number, to: number, shift: number): void {
  const first = makeRoom(columns, to - from)
  for (const name of COLUMN_NAMES) columns[name].set(other[name].subarray(from, to), first)
  for (let record = first; record < columns.count; record += 1) columns.offset[record]! += shift
}

/** First record with an id greater than `id`. */
export function findAfter({ id: ids, count }: ItemColumns, id: number): number {
  return bisect(count, (record) => ids[record]! <= id)
}

/** First record whose line begins at `offset` or later. */
export function findAt({ offset: offsets, count }: ItemColumns, offset: number): number {
  return bisect(count, (record) => offsets[record]! < offset)
}

/** So many searches for one value take as long as testing every record against all of them. */
const FEW_HASHES = 64

/** The records from one on that hold one of some hashes. */
export function recordsWith(
  columns: ItemColumns,
  name: 'externalHash' | 'customerHash',
  hashes: readonly number[],
  from = 0,
): number[] {
  if (from >= columns.count || hashes.length === 0) return []
  const column = columns[name].subarray(from, columns.count)
  const found: number[] = []
  if (hashes.length > FEW_HASHES) {
    const wanted = new Set(hashes)
    for (let at = 0; at < column.length; at += 1) if (wanted.has(column[at]!)) found.push(from + at)
    return found
  }
  for (const hash of hashes) {
    for (let at = column.indexOf(hash); at !== -1; at = column.indexOf(hash, at + 1)) found.push(from + at)
  }
  return found
}

/** First of `count` records that does not come before, by halving. */
function bisect(count: number, comesBefore: (record: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Makes `more` records; the first of them. */
function makeRoom(columns: ItemColumns, more = 1): number {
  const first = columns.count
  const room = columns.id.length
  if (first + more > room) {
    const larger = createColumns(Math.max(64, room * 2, first + more))
    for (const name of COLUMN_NAMES) larger[name].set(columns[name])
    Object.assign(columns, larger)
  }
  columns.count = first + more
  return first
}
