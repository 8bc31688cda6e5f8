import type { Analysis } from '../contract/operations/analysis.js'
import { loadDrawing } from './load-drawing.js'

/** The analysis of one period of a tracked group. */
export interface PeriodScore {
  key: string
  items: number
  /** -1 to 1. */
  score: number
}

/** An analysis, and the periods before it where its group tracks any. */
export interface AnalysisShown extends Analysis {
  periods?: readonly PeriodScore[]
}

/** An analysis as a picture in colour, `width` columns wide, to be written as it is. Strings in it are inert already. */
export async function drawAnalysis(analysis: AnalysisShown, width: number): Promise<string> {
  const { renderAnalysis } = await loadDrawing(() => import('./ink-analysis.js'))
  return renderAnalysis(analysis, width)
}
