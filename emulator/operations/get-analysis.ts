import { formatTime } from '../../src/contract/times.js'
import type { Handler } from '../decision.js'
import { invalid } from '../http/refusal.js'
import { requireSource } from './find.js'

/** The read-back of the last pass: sentiment, themes, monitor matches (ANA-3 to ANA-10). */
export const getAnalysis: Handler<'getAnalysis'> = async ({ params, query }, { state, words, analyse }) => {
  const source = requireSource(state, params.id ?? '', undefined, words)
  const { tracking } = state.groups[source.groupId]!
  if (query.period_key !== undefined && tracking === 'none') {
    throw invalid({ period_key: ['is only for groups that track feedback over time'] })
  }
  const pass = state.analyses[source.id]
  const { item_count, sentiment, themes } = await analyse(source.id)
  return {
    answer: {
      analysis_status: pass ? 'available' : 'none',
      analysis_id: pass && tracking === 'none' ? String(pass.analysisId) : null,
      survey_series_id: String(source.groupId),
      survey_id: String(source.id),
      item_count,
      analysed_at: pass ? formatTime(pass.analysedAt) : null,
      period_key: null,
      sentiment,
      themes,
      monitor_matches: [],
    },
  }
}
