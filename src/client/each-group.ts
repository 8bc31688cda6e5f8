import { largestPage } from '../contract/facts/limits-in-force.js'
import type { QueryOf, ResultOf } from '../contract/operations/index.js'
import { takenQuery } from './carried.js'
import { addMembers, findMember } from './checked-payload.js'
import type { Client, QueryInput } from './client-types.js'
import { eachRow, type Listing } from './each-row.js'
import { fetchPage } from './fetch-page.js'

export type GroupWithSources = ResultOf<'listSources'>['survey_series'][number]
export type SourceRecord = GroupWithSources['surveys'][number]
type Query = QueryInput<QueryOf<'listSources'>>

/** How a listing is asked for, and who hears of what is wrong with it; without that it must be whole. */
export interface ListingOptions extends Pick<Listing<object>, 'warn' | 'onUnclear' | 'isStrict'> {
  /** The wanted page size. */
  limit?: number | undefined
  signal?: AbortSignal
}

/**
 * Every group with its sources, oldest first; a page is fetched when the one before is used up. A service may not know a filter:
 * what does not match is left out here as well. Rejects if the listing may not be whole.
 */
export async function* eachGroup(
  client: Pick<Client, 'contract' | 'call'>,
  query: Query = {},
  { limit, signal, ...doubts }: ListingOptions = {},
): AsyncGenerator<GroupWithSources> {
  const contract = await client.contract()
  const most = largestPage(contract)
  const size = Math.min(limit ?? most, most)
  const { survey_series_id: groupId } = query
  const asked = takenQuery(contract, 'listSources', query)
  const groups = eachRow({
    key: 'survey_series_id',
    limit: () => size,
    ask: (cursor) =>
      fetchPage(
        client,
        'listSources',
        { query: asked, limit: size, cursor, ...(signal ? { signal } : {}) },
        ({ payload }) => ({
          rows: payload.survey_series,
          payload,
        }),
      ),
    nested: { count: placesOf, mayGoOn: mayHaveMore, join: joinSources },
    ...doubts,
  })
  for await (const group of groups) {
    if (groupId === undefined || group.survey_series_id === String(groupId)) yield group
  }
}

/** Whether the last group of a page may have more sources on the next one: a service may count those on its pages. */
function mayHaveMore(groups: readonly GroupWithSources[], limit: number | undefined): boolean {
  const last = groups.at(-1)
  const places = groups.reduce((sum, group) => sum + placesOf(group), 0)
  return last !== undefined && sizeOf(last) > 0 && (limit === undefined || places <= limit)
}

const sizeOf = (group: GroupWithSources) =>
  (findMember(group, 'surveys') as readonly unknown[] | undefined)?.length ?? 0

/** How many places a group takes on pages of sources: one without any has its own. */
const placesOf = (group: GroupWithSources) => Math.max(1, sizeOf(group))

/** A group with the sources that it has on a later page as well; undefined if those are the same. */
function joinSources(group: GroupWithSources, later: GroupWithSources): GroupWithSources | undefined {
  const [own, its] = [group, later].map((each) => findMember(each, 'surveys')) as (
    | readonly SourceRecord[]
    | undefined
  )[]
  if (!own || !its) return undefined
  const ids = new Set(own.map((source) => findMember(source, 'survey_id')))
  const others = its.filter((source) => !ids.has(findMember(source, 'survey_id')))
  return others.length === 0 ? undefined : addMembers(group, { surveys: [...own, ...others] })
}

/** Every source with its group. */
export async function* eachSource(
  client: Pick<Client, 'contract' | 'call'>,
  query: Query = {},
  options: ListingOptions = {},
): AsyncGenerator<{ group: GroupWithSources; source: SourceRecord }> {
  const { survey_id: sourceId } = query
  for await (const group of eachGroup(client, query, options)) {
    for (const found of sourcesOf(group)) {
      if (sourceId === undefined || found.source.survey_id === String(sourceId)) yield found
    }
  }
}

/** The sources of one group, which came with it. */
export function sourcesOf(group: GroupWithSources): { group: GroupWithSources; source: SourceRecord }[] {
  return group.surveys.map((source) => ({ group, source }))
}
