import type { Answer } from '../../client/client-types.js'
import { gapsIn, isWhole, requireAnyOf, whatIsThere } from '../../client/gaps.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { presented, type Result } from '../../output/outcome.js'
import { type AnalysisShown, drawAnalysis, type PeriodScore } from '../../ui/analysis.js'
import { analysisView } from './analysis-view.js'

/** What an analysis is asked for. */
const MAIN = ['positive', 'neutral', 'negative'].map((mood) => `sentiment.${mood}.count`).concat('themes[].label')

/**
 * An answer as a result: its JSON, its lines, and its picture where there is something to draw.
 * @throws {UnexpectedResponseError} if neither sentiment nor themes of an analysis can be read
 */
export function analysisResult({ worded, payload }: Answer<Analysis>, periods: readonly PeriodScore[] = []): Result {
  const shown = { ...whatIsThere(payload), periods: [...periods] }
  if (shown.analysis_status !== 'none') requireAnyOf(payload, MAIN)
  const canDraw = isWhole(payload) && payload.analysis_status !== 'none'
  const picture = async (analysis: typeof shown, width: number) =>
    canDraw ? drawAnalysis(analysis as AnalysisShown, width) : undefined
  return { ...presented({ data: worded, shown, view: analysisView, picture }), gaps: gapsIn(payload) }
}
