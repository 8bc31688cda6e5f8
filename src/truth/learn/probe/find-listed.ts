import type { JsonObject } from '../../../base/is-object.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Probe } from './probe.js'
import type { Input } from './probe-requests.js'

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : [])

/** A probe looks no further: a service that never ends its listing must not hold it. */
const MOST_PAGES = 50
const PAGE_SIZE = 200

/** How a page is asked for: as evidence (`ask`), or for conduct alone (`trial`). */
type Way = Pick<Probe, 'payload' | 'next'> & {
  ask: (id: 'listSources', input: Input) => Promise<SeenExchange | undefined>
}

/** A source by its title or its identifier, on whatever page of the listing it stands; undefined if it is on none. */
export function findListedSource(way: Way, title: string, id: string | undefined): Promise<JsonObject | undefined> {
  const isIt = (each: JsonObject) => each.survey_title === title || (id !== undefined && String(each.survey_id) === id)
  return findListed(way, (groups) => groups.flatMap(({ surveys }) => listOf(surveys)).find(isIt))
}

/** The identifier of a group by its name, likewise. */
export async function findListedGroup(way: Way, name: string): Promise<string | undefined> {
  const group = await findListed(way, (groups) => groups.find((each) => each.name === name))
  return group?.survey_series_id === undefined ? undefined : String(group.survey_series_id)
}

/** What `findIn` returns of the first page of groups of which it returns anything; undefined if there is none. */
export async function findListed<Found>(
  way: Way,
  findIn: (groups: readonly JsonObject[]) => Found | undefined,
): Promise<Found | undefined> {
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
    const seen = await way.ask('listSources', { query })
    const found = findIn(listOf(way.payload('listSources', seen).survey_series))
    const next = found ? undefined : way.next('listSources', seen, query)
    if (next === undefined || next === cursor) return found
    cursor = next
  }
  return undefined
}
