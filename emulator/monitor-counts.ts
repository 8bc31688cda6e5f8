import type { Matches, MonitorMatches } from './monitor-matches.js'
import type { Days } from './rules/analysis/index.js'
import { watches } from './rules/monitors.js'
import type { Monitor, State } from './state/state.js'
import type { ItemReader } from './store/index.js'

/** What counting looks at. */
export interface Watch {
  state: Readonly<State>
  items: ItemReader
  matches: MonitorMatches
}

/** How many items of a source (or of some days of it) that a pass has seen match each monitor that watches it. */
export async function countInSource(
  watch: Watch,
  sourceId: number,
  days?: Days,
): Promise<{ monitor: Monitor; count: number }[]> {
  const found = await matchesIn(watch, sourceId, analysedThrough(watch.state, sourceId))
  return found.map(({ monitor, matches }) => ({
    monitor,
    count: days ? inDays(matches, days) : matches.count,
  }))
}

/** How many items a monitor matches in all the sources it watches, up to what was analysed in each. */
export async function countOfMonitor(watch: Watch, monitor: Monitor): Promise<number> {
  const counts = await Promise.all(
    watchedSources(watch.state, monitor).map((id) =>
      countUpTo(watch, monitor.id, id, analysedThrough(watch.state, id)),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** How many items of one source, up to an item, a monitor matches. */
export async function countUpTo(watch: Watch, monitorId: number, sourceId: number, through: number): Promise<number> {
  const found = await matchesIn(watch, sourceId, through)
  return found.find(({ monitor }) => monitor.id === monitorId)?.matches.count ?? 0
}

/** The last item of a source that a pass has seen; 0 before the first. */
export function analysedThrough(state: Readonly<State>, sourceId: number): number {
  return state.analyses[sourceId]?.throughItemId ?? 0
}

async function matchesIn(
  { state, items, matches }: Watch,
  sourceId: number,
  through: number,
): Promise<{ monitor: Monitor; matches: Matches }[]> {
  const monitors = Object.values(state.monitors).filter((monitor) => watches(monitor, sourceId))
  const queries = monitors.map(({ query }) => query)
  const found = await matches.find(sourceId, through, queries, items)
  return monitors.map((monitor, place) => ({ monitor, matches: found[place]! }))
}

function watchedSources(state: Readonly<State>, monitor: Monitor): number[] {
  return Object.values(state.sources)
    .map(({ id }) => id)
    .filter((id) => watches(monitor, id))
}

function inDays({ count, days }: Matches, { fromDay, untilDay }: Days): number {
  let found = 0
  for (let place = 0; place < count; place++) if (days[place]! >= fromDay && days[place]! < untilDay) found++
  return found
}
