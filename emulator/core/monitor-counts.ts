import type { Days } from '../analysis/index.js'
import { watches } from '../rules/monitors.js'
import type { Monitor, State } from '../state/state.js'
import type { ItemReader } from '../store/index.js'
import type { Matches, MonitorMatches } from './monitor-matches.js'
import type { Reach } from './source-corpora.js'

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
async function countUpTo(watch: Watch, monitorId: number, sourceId: number, through: number): Promise<number> {
  const found = await matchesIn(watch, sourceId, through)
  return found.find(({ monitor }) => monitor.id === monitorId)?.matches.count ?? 0
}

/** What a pass that is about to be committed does to the count of a monitor. */
export interface Raise {
  monitor: Monitor
  /** Items the monitor matched before the pass, and with it. */
  before: number
  after: number
}

/** Reads what `findRaises` must know; may take long, and changes nothing. */
export async function readForRaises(watch: Watch, pass: Reach): Promise<void> {
  for (const id of sourcesOfAlerts(watch.state, pass)) await matchesIn(watch, id, reachOf(watch.state, id, pass))
}

/**
 * What a pass adds to the count of each monitor with alerts on; at once, or undefined if something would have to be read first.
 */
export function findRaises({ state, matches }: Watch, pass: Reach): Raise[] | undefined {
  const isRead = (id: number) => matches.known(id, reachOf(state, id, pass), queriesOf(state, id)) !== undefined
  if (!sourcesOfAlerts(state, pass).every(isRead)) return undefined
  return alertsOf(state, pass).map((monitor) => {
    const count = (id: number, through: number) => matches.known(id, through, [monitor.query])![0]!.count
    const counts = watchedSources(state, monitor).map((id) => count(id, analysedThrough(state, id)))
    const before = counts.reduce((sum, each) => sum + each, 0)
    const own = pass.sourceId
    return { monitor, before, after: before + count(own, pass.throughItemId) - count(own, analysedThrough(state, own)) }
  })
}

function alertsOf(state: Readonly<State>, { sourceId }: Reach): Monitor[] {
  return Object.values(state.monitors).filter((each) => each.alerts && watches(each, sourceId))
}

function sourcesOfAlerts(state: Readonly<State>, pass: Reach): number[] {
  return [...new Set(alertsOf(state, pass).flatMap((monitor) => watchedSources(state, monitor)))]
}

function reachOf(state: Readonly<State>, sourceId: number, pass: Reach): number {
  return sourceId === pass.sourceId ? pass.throughItemId : analysedThrough(state, sourceId)
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
  const found = await matches.find(sourceId, through, queriesOf(state, sourceId), items)
  return monitorsOf(state, sourceId).map((monitor, place) => ({ monitor, matches: found[place]! }))
}

function monitorsOf(state: Readonly<State>, sourceId: number): Monitor[] {
  return Object.values(state.monitors).filter((monitor) => watches(monitor, sourceId))
}

function queriesOf(state: Readonly<State>, sourceId: number): string[][] {
  return monitorsOf(state, sourceId).map(({ query }) => query)
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
