import { largestPage } from '../contract/facts/limits-in-force.js'
import type { ResultOf } from '../contract/operations/index.js'
import type { Client, QueryInput } from './client-types.js'
import { eachRow, type Listing } from './each-row.js'

export type GroupWithSources = ResultOf<'listSources'>['survey_series'][number]
export type SourceRecord = GroupWithSources['surveys'][number]
type Query = QueryInput<'listSources'>

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
  client: Pick<Client, 'contract' | 'listSources'>,
  query: Query = {},
  { limit, signal, ...doubts }: ListingOptions = {},
): AsyncGenerator<GroupWithSources> {
  const most = largestPage(await client.contract())
  const size = Math.min(limit ?? most, most)
  const { survey_series_id: groupId } = query
  const groups = eachRow({
    key: 'survey_series_id',
    limit: () => size,
    async ask(cursor) {
      const payload = await client.listSources({
        query: { ...query, limit: String(size), ...(cursor ? { cursor } : {}) },
        ...(signal ? { signal } : {}),
      })
      return { rows: payload.survey_series, payload }
    },
    ...doubts,
  })
  for await (const group of groups) {
    if (groupId === undefined || group.survey_series_id === String(groupId)) yield group
  }
}

/** Every source with its group. */
export async function* eachSource(
  client: Pick<Client, 'contract' | 'listSources'>,
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
