import type { ItemMatchQuery, StoredItem } from '../types.js'
import { hashId } from './row.js'
import type { Segment } from './segment.js'

/** Records of a loaded segment whose hashes say they may carry one of the ids. */
export function matchingRecords(segment: Segment, query: ItemMatchQuery): number[] {
  const external = new Set(query.externalIds?.map(hashId))
  const customer = new Set(query.customerIds?.map(hashId))
  const { columns } = segment.index!
  const found: number[] = []
  for (let record = 0; record < columns.count; record += 1) {
    const hit = external.has(columns.externalHash[record]!) || customer.has(columns.customerHash[record]!)
    if (hit && !segment.hidden.has(columns.id[record]!)) found.push(record)
  }
  return found
}

/** A test of rows for the same query, without hashes. */
export function matchTest(query: ItemMatchQuery): (item: StoredItem) => boolean {
  const external = new Set(query.externalIds)
  const customer = new Set(query.customerIds)
  return ({ externalId, customerId }) =>
    (externalId !== null && external.has(externalId)) || (customerId !== null && customer.has(customerId))
}
