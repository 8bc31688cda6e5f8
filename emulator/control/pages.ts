import type { ControlPagination } from '../../src/contract/control/control-row.js'
import { invalid } from '../core/refusal.js'
import { requireLimit } from '../operations/paging.js'

/**
 * A page of a list that is newest first; the cursor names the last entry given out, so it keeps its place as entries come.
 * No entry is looked at beyond the page.
 */
export function pageOf<T>(
  entries: Iterable<T>,
  query: { limit?: string; cursor?: string },
  idOf: (entry: T) => string,
): { items: T[]; pagination: ControlPagination } {
  const limit = requireLimit(query.limit)
  const last = query.cursor === undefined ? undefined : Buffer.from(query.cursor, 'base64url').toString()
  const items: T[] = []
  let isReached = last === undefined
  let hasMore = false
  for (const entry of entries) {
    if (!isReached) {
      isReached = idOf(entry) === last
      continue
    }
    hasMore = items.length === limit
    if (hasMore) break
    items.push(entry)
  }
  if (!isReached) throw invalid({ cursor: ['is not a cursor of this listing, or too old'] })
  const next = hasMore ? Buffer.from(idOf(items.at(-1)!)).toString('base64url') : null
  return { items, pagination: { limit, next_cursor: next, has_more: hasMore } }
}
