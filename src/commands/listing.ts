import type { Client } from '../client/client-types.js'
import { LIMITS } from '../contract/limits.js'
import type { QueryOf, ResultOf } from '../contract/operations/index.js'
import { followCursors } from './next-cursor.js'

export type GroupWithSources = ResultOf<'listSources'>['survey_series'][number]
export type SourceRecord = GroupWithSources['surveys'][number]
type Query = Partial<NonNullable<QueryOf<'listSources'>>>

/** Every group with its sources, oldest first; a page is fetched when the one before is used up. `limit` is the wanted page size. */
export async function* eachGroup(client: Client, query: Query = {}, limit?: number): AsyncGenerator<GroupWithSources> {
  const size = String(Math.min(limit ?? LIMITS.page.max, LIMITS.page.max))
  const next = followCursors()
  let cursor: string | undefined
  do {
    const page = await client.listSources({ query: { ...query, limit: size, ...(cursor ? { cursor } : {}) } })
    yield* page.survey_series
    cursor = next(page.pagination, page.survey_series.length)
  } while (cursor !== undefined)
}

/** Every source with its group. */
export async function* eachSource(
  client: Client,
  query: Query = {},
): AsyncGenerator<{ group: GroupWithSources; source: SourceRecord }> {
  for await (const group of eachGroup(client, query)) {
    for (const source of group.surveys) yield { group, source }
  }
}
