import { SAID_OF_PAGES } from '../../contract/facts/paging.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { PagingFact } from './learn-paging.js'
import { plainName } from './match/lexicon.js'
import type { Leaf } from './match/match.js'
import { valuesAt } from './match/values.js'

/** Names that say the size that was asked for, and not how many entries there are on a page. */
const SAYS_SIZE = /(^|_)(limit|page_size|per_page|max_results)$/

/**
 * Where an answer repeats the size that was asked for: where it said each of at least two sizes, or under a name that says so and
 * nothing larger, since a service may cap what is asked. Undefined if it is nowhere, or may be in several places.
 */
export function echoedSize(wire: WireOperation, leaves: readonly Leaf[], paging: PagingFact): string | undefined {
  const { limit } = paging
  const isFree = ({ path }: Leaf) => SAID_OF_PAGES.every((what) => paging[what] !== path.join('.'))
  const isNamed = ({ path }: Leaf) => SAYS_SIZE.test(plainName(path.at(-1)!)) || path.at(-1) === limit
  const asked = limit ? wire.exchanges.filter(({ status, query }) => status < 300 && Object.hasOwn(query, limit)) : []
  const isVaried = new Set(asked.map(({ query }) => query[limit!])).size > 1
  const found = leaves.filter((leaf) => {
    if (!isNumber(leaf) || !isFree(leaf)) return false
    const said = asked.map((each) => ({ size: Number(each.query[limit!]), said: saidIn(each, leaf) }))
    const isRepeated = isVaried && said.every((each) => each.said === each.size)
    return isRepeated || (isNamed(leaf) && said.every((each) => each.said !== undefined && each.said <= each.size))
  })
  return found.length === 1 ? found[0]!.path.join('.') : undefined
}

function isNumber({ shape }: Leaf): boolean {
  return shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
}

/** The number that an answer has at a place. */
function saidIn({ responseBody }: SeenExchange, { path }: Leaf): number | undefined {
  const [value] = valuesAt(responseBody, path.join('.'))
  return typeof value === 'number' ? value : undefined
}
