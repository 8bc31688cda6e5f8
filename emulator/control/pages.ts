import type { ControlPagination } from '../../src/contract/control/control-row.js'
import { invalid } from '../http/refusal.js'
import { requireLimit } from '../operations/paging.js'

/** A page of a list that is newest first; the cursor names the last entry given out, so it keeps its place as entries come. */
export function pageOf<T>(
  entries: readonly T[],
  query: { limit?: string; cursor?: string },
  idOf: (entry: T) => string,
): { items: T[]; pagination: ControlPagination } {
  const limit = requireLimit(query.limit)
  const start = query.cursor === undefined ? 0 : placeAfter(entries, query.cursor, idOf)
  const items = entries.slice(start, start + limit)
  const hasMore = start + limit < entries.length
  const next = hasMore ? Buffer.from(idOf(items.at(-1)!)).toString('base64url') : null
  return { items, pagination: { limit, next_cursor: next, has_more: hasMore } }
}

function placeAfter<T>(entries: readonly T[], cursor: string, idOf: (entry: T) => string): number {
  const id = Buffer.from(cursor, 'base64url').toString()
  const index = entries.findIndex((entry) => idOf(entry) === id)
  if (index < 0) throw invalid({ cursor: ['is not a cursor of this listing, or too old'] })
  return index + 1
}
