import { addMembers } from '../../client/checked-payload.js'
import type { Answer } from '../../client/client-types.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { presented, type Result } from '../../output/outcome.js'
import { type AnalysisShown, drawAnalysis, type PeriodScore } from '../../ui/analysis.js'
import { analysisView } from './analysis-view.js'

/** An answer as a result: its JSON, its lines, and its picture where there is something to draw. */
export function analysisResult({ worded, payload }: Answer<Analysis>, periods: readonly PeriodScore[] = []): Result {
  const shown: AnalysisShown = addMembers(payload, { periods })
  const picture = async (analysis: AnalysisShown, width: number) =>
    analysis.analysis_status === 'none' ? undefined : drawAnalysis(analysis, width)
  return presented({ data: worded, shown, view: analysisView, picture })
}
