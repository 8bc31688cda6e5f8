import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-requests.js'
import { timeRead } from './probe-times.js'

const QUERY = 'query:listFeedback'
const BOUNDS = ['occurred_since', 'occurred_until']
const DAY_MS = 86_400_000

/**
 * An item asked for by the second that it is of, in each unit that the bounds may be counted in, where nothing tells which: only in
 * the right one it is found, and not found by bounds of another day.
 */
export async function filterTimes(probe: Probe): Promise<void> {
  const fact = probe.factOf(QUERY)
  const types = (fact?.types ?? {}) as Record<string, unknown>
  const open = BOUNDS.filter((bound) => types[bound] === 'epoch')
  if (open.length === 0) return
  const { items } = probe.payload('listFeedback', await probe.ask('listFeedback', {}, [routeOfProbe('listFeedback')]))
  const item = (Array.isArray(items) ? items : []).find((each) => Number.isFinite(timeOf(each)))
  if (!item) return probe.skip(QUERY, 'no item with a time is known')
  const second = Math.floor(timeOf(item) / 1_000) * 1_000
  for (const unit of ['seconds', 'milliseconds']) {
    const counted = Object.fromEntries(open.map((bound) => [bound, `epoch-${unit}`]))
    const facts = { [QUERY]: { ...fact, types: { ...types, ...counted } } }
    const ask = (start: number) => {
      const bounds = { occurred_since: start, occurred_until: start + 1_000 }
      const query = Object.entries(bounds).flatMap(([bound, at]) =>
        open.includes(bound) ? [[bound, new Date(at).toISOString()]] : [],
      )
      return probe.trial('listFeedback', { query: Object.fromEntries(query), facts })
    }
    const isIn = (seen: Awaited<ReturnType<typeof ask>>) => {
      const rows = probe.payload('listFeedback', seen).items
      return Array.isArray(rows) ? rows.some((each) => each?.item_id === item.item_id) : undefined
    }
    const seen = await ask(second)
    if (!seen || isIn(seen) !== true) continue
    const otherDay = open.includes('occurred_since') ? second + DAY_MS : second - DAY_MS
    if (isIn(await ask(otherDay)) === false) return probe.keep(seen)
  }
}

/** Epoch milliseconds; NaN if it has no time that can be read. */
function timeOf({ occurred_at: occurred, created_at: created }: Record<string, unknown>): number {
  return timeRead(occurred ?? created)
}
