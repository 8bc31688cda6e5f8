import { LIMITS } from '../limits.js'
import { type Asked, isSaid, type Paging, type SeenPage, saidOf } from './paging.js'
import { nextLink } from './read-page.js'

/** Headers that say where the next page is. */
const POINTER = /^(x-)?(next|after)(-|$)|-next(-|$)/

/**
 * Whether a first page that has no next one may be cut all the same: one that is full, or as long as pages usually are where no size can be asked for, and whose
 * service says in no answer that there are no more. It may say how it continues in a header of its own.
 */
export function mayBeCut(
  paging: Paging,
  { asked, count, ...seen }: SeenPage & { asked: Asked; count: number },
): boolean {
  const { style } = paging
  if (asked.cursor !== undefined || isSaid(paging, 'total') || isSaid(paging, 'more')) return false
  const isUsual = count === LIMITS.page.default || count === LIMITS.page.max
  if (style === 'none') return isUsual || pointsOn(seen)
  const isFull = count >= asked.limit || (paging.limit === null && isUsual)
  if (style === 'link') return nextLink(seen.headers) === undefined && (isFull || pointsOn(seen))
  const isInHeader = paging.next === undefined && paging.headers?.next !== undefined
  return isInHeader && !saidOf(paging, 'next', seen) && isFull
}

function pointsOn({ headers }: SeenPage): boolean {
  return Object.entries(headers).some(([name, value]) => POINTER.test(name) && value !== '')
}
