import type { ItemQuery, StoredItem } from '../types.js'
import { findAfter, type ItemColumns } from './columns.js'
import { hashId } from './row.js'
import type { Segment } from './segment.js'

/** A record that may answer a query: the columns fit, the row has not been read. */
export interface Candidate {
  id: number
  segment: Segment
  record: number
}

/** The first `limit` candidates after an id over several loaded segments, in ascending id. */
export function nextCandidates(
  segments: readonly Segment[],
  query: ItemQuery,
  afterId: number,
  limit: number,
): Candidate[] {
  const fits = columnTest(query)
  const candidates = segments.flatMap((segment) => candidatesOf(segment, fits, afterId, limit))
  return candidates.sort((left, right) => left.id - right.id).slice(0, limit)
}

function candidatesOf(
  segment: Segment,
  fits: (columns: ItemColumns, record: number) => boolean,
  afterId: number,
  limit: number,
): Candidate[] {
  const { columns } = segment.index!
  const found: Candidate[] = []
  for (let record = findAfter(columns, afterId); record < columns.count && found.length < limit; record += 1) {
    const id = columns.id[record]!
    if (fits(columns, record) && !segment.hidden.has(id)) found.push({ id, segment, record })
  }
  return found
}

function columnTest(query: ItemQuery): (columns: ItemColumns, record: number) => boolean {
  const { fieldId, externalId, customerId, occurredSince = -Infinity, occurredUntil = Infinity } = query
  const external = externalId === undefined ? undefined : hashId(externalId)
  const customer = customerId === undefined ? undefined : hashId(customerId)
  return (columns, record) => {
    if (fieldId !== undefined && columns.fieldId[record] !== fieldId) return false
    if (external !== undefined && columns.externalHash[record] !== external) return false
    if (customer !== undefined && columns.customerHash[record] !== customer) return false
    const at = columns.occurredAt[record]!
    return at >= occurredSince && at < occurredUntil
  }
}

/** Two ids may share a hash, so the row has the last word. */
export function rowFits(query: ItemQuery, item: StoredItem): boolean {
  if (query.externalId !== undefined && item.externalId !== query.externalId) return false
  return query.customerId === undefined || item.customerId === query.customerId
}
