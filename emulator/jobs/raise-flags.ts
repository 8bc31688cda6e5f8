import type { Emitted } from '../../src/contract/events.js'
import type { Raise } from '../core/monitor-counts.js'
import { hasCrossed } from '../rules/monitors.js'
import type { Monitor, Source } from '../state/state.js'

/**
 * The flags of monitors whose count rises to their threshold with a pass that is about to be committed (EVT-8, EVT-9).
 * Before and after are both counted in what there is now, so an erase between two passes lets a monitor cross again,
 * and nothing is remembered that could be wrong after an undo.
 */
export function raisedFlags(raises: readonly Raise[], source: Source): Emitted[] {
  return raises
    .filter(({ monitor, before, after }) => hasCrossed(monitor.threshold, before, after))
    .map(({ monitor, after }) => flagOf(monitor, source, after))
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
