import { hasOpenTimes, type TimeUnit, unitIn } from '../contract/facts/time-units.js'
import type { ResultOf } from '../contract/operations/index.js'
import type { Answer, Client } from './client-types.js'
import { whatIsThere } from './gaps.js'

/** The input of the call whose answer tells the unit. */
export const UNIT_TOLD_BY = { query: { limit: '20' } } as const

/** What the numbers of times count in a listing of a service; undefined if its groups and sources have none. */
export function readTimeUnit({ raw, payload }: Answer<ResultOf<'listSources'>>): TimeUnit | undefined {
  const groups = whatIsThere(payload).survey_series ?? []
  const records = groups.flatMap((group) => [group, ...(group.surveys ?? [])])
  return unitIn(
    raw,
    records.map(({ created_at: at }) => at),
  )
}

/** Whether a push takes times as numbers and nothing tells what they count, neither facts nor the answers of the service. */
export async function isUnitOpen(client: Pick<Client, 'call' | 'contract'>): Promise<boolean> {
  const contract = await client.contract()
  const isOpen = hasOpenTimes(contract, 'pushContent') || hasOpenTimes(contract, 'pushBulk')
  return isOpen && readTimeUnit(await client.call('listSources', UNIT_TOLD_BY)) === undefined
}
