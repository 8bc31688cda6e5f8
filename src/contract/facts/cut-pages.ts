import { LIMITS } from '../limits.js'
import { type Asked, nextLink, type Paging } from './paging.js'

/**
 * Whether a first page that has no next one may be cut all the same: one that is full and has no link, for a service may say how it
 * continues in a header of its own, or one as long as pages usually are, where a list is said to have no pages.
 */
export function mayBeCut(
  { style, total }: Paging,
  { headers, asked, count }: { headers: Readonly<Record<string, string>>; asked: Asked; count: number },
): boolean {
  if (asked.cursor !== undefined || total !== undefined) return false
  if (style === 'none') return count === LIMITS.page.default || count === LIMITS.page.max
  return style === 'link' && count >= asked.limit && nextLink(headers) === undefined
}
