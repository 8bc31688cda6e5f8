import type { Emitted } from '../decision.js'
import { analysedThrough, countOfMonitor, countUpTo, type Watch } from '../monitor-counts.js'
import { hasCrossed, watches } from '../rules/monitors.js'
import type { AnalysisPass, Monitor, Source } from '../state/state.js'

/**
 * The monitors whose count rises to their threshold with a pass that is about to be committed; only those with alerts on
 * (EVT-8, EVT-9). Before and after are both counted in what there is now, so an erase between two passes lets a monitor
 * cross again, and nothing is remembered that could be wrong after an undo.
 */
export async function raiseFlags(watch: Watch, source: Source, pass: AnalysisPass): Promise<Emitted[]> {
  const monitors = Object.values(watch.state.monitors).filter((each) => each.alerts && watches(each, source.id))
  const raised: Emitted[] = []
  for (const monitor of monitors) {
    const before = await countOfMonitor(watch, monitor)
    const after = before + (await countAdded(watch, monitor, pass))
    if (hasCrossed(monitor.threshold, before, after)) raised.push(flagOf(monitor, source, after))
  }
  return raised
}

async function countAdded(watch: Watch, monitor: Monitor, { sourceId, throughItemId }: AnalysisPass): Promise<number> {
  const through = await countUpTo(watch, monitor.id, sourceId, throughItemId)
  return through - (await countUpTo(watch, monitor.id, sourceId, analysedThrough(watch.state, sourceId)))
}

function flagOf(monitor: Monitor, source: Source, matchCount: number): Emitted {
  const data = {
    monitor_id: monitor.id,
    monitor_name: monitor.name,
    survey_series_id: source.groupId,
    survey_id: source.id,
    match_count: matchCount,
    threshold: monitor.threshold,
  }
  return { event: 'flag.raised', data }
}
