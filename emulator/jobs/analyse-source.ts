import { commitDecision } from '../commit.js'
import { timeOf } from '../rules/clock.js'
import { analysisJobId } from '../rules/landing.js'
import type { Service } from '../service.js'
import { put, remove } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { AnalysisPass } from '../state/state.js'
import type { World } from '../world.js'
import { raiseFlags } from './raise-flags.js'

/** A pass over what is new in a source; when `analysis.completed` goes out, its results can be read (EVT-6, EVT-7). */
export function analyseSource(world: World, sourceId: number, service: Service): Promise<void> {
  return world.exclusively(async () => {
    const { state, items } = world.store
    const source = state.sources[sourceId]
    const done = remove('jobs', analysisJobId(sourceId))
    const ids = idSource(state)
    const now = timeOf(state.clock, service.clock.now())
    if (!source)
      return commitDecision(world, { answer: null, changes: [done] }, { operation: 'analyseSource', now, ids })
    const pass: AnalysisPass = {
      sourceId,
      analysisId: ids.next('analysis'),
      throughItemId: state.counters.item ?? 0,
      analysedAt: now,
      rules: state.analysisRules,
    }
    await world.analysis.summary(pass, items)
    const flags = await raiseFlags({ state, items, matches: world.analysis.matches }, source, pass)
    const data = {
      survey_series_id: source.groupId,
      survey_id: source.id,
      analysis_id: pass.analysisId,
      survey_name: source.title,
    }
    const decision = {
      answer: null,
      summary: `analysed source ${sourceId}`,
      changes: [put('analyses', sourceId, pass), done],
      events: [{ event: 'analysis.completed' as const, data }, ...flags],
    }
    await commitDecision(world, decision, { operation: 'analyseSource', now, ids })
    await world.store.durable()
  })
}
