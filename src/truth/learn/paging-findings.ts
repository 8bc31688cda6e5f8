import type { WireOperation } from './evidence/evidence.js'
import { learnPaging, type PagingFact } from './learn-paging.js'
import { isPaged } from './match/subjects.js'
import { mayPage } from './paging-query.js'
import type { FoundRoute } from './routes.js'
import type { Placed } from './sightings.js'

/** How the lists of a service are paged. */
export function pagingFindings(chosen: readonly FoundRoute[]): Placed[] {
  const paged = chosen.filter(({ operation }) => isPaged(operation))
  const known = paged.map((each) => ({ ...each, paging: learnPaging(each.wire) }))
  const settled = known.flatMap(({ paging }) => (typeof paging === 'object' ? [paging] : []))
  return known.flatMap(({ operation, wire, paging }): Placed[] => {
    const id = `paging:${operation}`
    if (paging === undefined) return []
    const fact = paging === 'unclear' ? likeAnother(wire, settled) : paging
    if (!fact) {
      const paging = mayPage(wire)
      const candidates = paging.length > 0 ? paging : Object.keys(wire.query)
      return [{ id, state: 'ambiguous', path: 'asked by', candidates, wire }]
    }
    return [
      { id, path: '', wire, ...(isOurs(fact) ? { state: 'confirmed' } : { state: 'contradicted', fact: { ...fact } }) },
    ]
  })
}

/** What a list is paged by where no fact says otherwise. */
const OURS: Readonly<Required<Omit<PagingFact, 'first' | 'pages' | 'headers' | 'echo'>>> = {
  style: 'cursor',
  at: 'cursor',
  limit: 'limit',
  next: 'pagination.next_cursor',
  more: 'pagination.has_more',
  total: 'pagination.total',
}
const OUR_SIZE = 'pagination.limit'

/** Whether all that is known of a paging is as ours. */
function isOurs({ echo, ...paging }: PagingFact): boolean {
  const isOwn = ([name, value]: [string, unknown]) => value === undefined || value === OURS[name as keyof typeof OURS]
  const isWhole = paging.at !== undefined && paging.next !== undefined
  return isWhole && Object.entries(paging).every(isOwn) && (echo === undefined || echo.limit === OUR_SIZE)
}

/** A list that asks by the same names as another one, and has no other place for the next page, continues as that does. */
function likeAnother({ query }: WireOperation, settled: readonly PagingFact[]): PagingFact | undefined {
  return settled.find(
    ({ style, at, limit }) =>
      style === 'link' && at !== undefined && Object.hasOwn(query, at) && (!limit || Object.hasOwn(query, limit)),
  )
}
