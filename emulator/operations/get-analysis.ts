import { count } from '../../src/base/count.js'
import { type Period, parsePeriodKey } from '../../src/contract/periods.js'
import type { Tracking } from '../../src/contract/records.js'
import { SENTIMENT_LANGUAGES_TEXT } from '../../src/contract/sentiment-languages.js'
import { formatTime } from '../../src/contract/times.js'
import { type Days, shareOf } from '../analysis/index.js'
import type { Context, Handler } from '../core/decision.js'
import { invalid } from '../core/refusal.js'
import { daysOf } from '../rules/days.js'
import { requireSource } from './find-rows.js'

/**
 * The read-back of the last pass: sentiment, themes, monitor matches (ANA-3 to ANA-10). A group that tracks feedback over
 * time has it of all periods or of one, in either case without an analysis id (ANA-11, ANA-12).
 */
export const getAnalysis: Handler<'getAnalysis'> = async ({ params, query }, context) => {
  const { state, words } = context
  const source = requireSource(state, params.id ?? '', undefined, words)
  const { tracking } = state.groups[source.groupId]!
  const period = query.period_key === undefined ? undefined : requirePeriod(query.period_key, tracking)
  const days = period && daysOf(period)
  const pass = state.analyses[source.id]
  const { item_count, unjudged_count, sentiment, themes } = await context.analyse(source.id, days)
  const isThere = pass !== undefined && (period === undefined || item_count > 0)
  if (isThere && unjudged_count > 0) context.hint(hintOnUnjudged(unjudged_count, item_count))
  return {
    answer: {
      analysis_status: isThere ? 'available' : 'none',
      analysis_id: pass && tracking === 'none' ? String(pass.analysisId) : null,
      survey_series_id: String(source.groupId),
      survey_id: String(source.id),
      item_count,
      analysed_at: isThere ? formatTime(pass.analysedAt) : null,
      period_key: period?.key ?? null,
      sentiment,
      themes,
      monitor_matches: await monitorMatches(source.id, item_count, days, context),
    },
  }
}

/** The interface has no word for "not judged": such items are counted as neutral, which must not pass for a judgement. */
function hintOnUnjudged(unjudged: number, items: number): string {
  const what = `sentiment is not supported in the language of ${unjudged} of ${count(items, 'item')}, counted as neutral`
  return `${what}; the emulator supports ${SENTIMENT_LANGUAGES_TEXT}`
}

/** The period asked for; 400 for an untracked group, or where the group tracks by another kind. */
function requirePeriod(key: string, tracking: Tracking): Period {
  if (tracking === 'none') throw invalid({ period_key: ['is only for groups that track feedback over time'] })
  const period = parsePeriodKey(key)
  if (period?.kind === tracking) return period
  const example = { weekly: '2026-W08', monthly: '2026-02', quarterly: '2026-Q1' }[tracking]
  throw invalid({ period_key: [`must be a period of a group that tracks ${tracking}, such as ${example}`] })
}

async function monitorMatches(sourceId: number, itemCount: number, days: Days | undefined, context: Context) {
  const counts = await context.countMatches(sourceId, days)
  return counts.map(({ monitor: { id, name, query }, count }) => ({
    monitor_id: String(id),
    name,
    query,
    match_count: count,
    share: shareOf(count, itemCount),
  }))
}
