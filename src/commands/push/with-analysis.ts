import type { Factory } from '../../cli/factory.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import type { Summary } from '../../ingest/push/summary.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import type { Style } from '../../terminal/style.js'
import { analysisView } from '../analysis/analysis-view.js'
import { waitForAnalysis } from '../analysis/wait-for-analysis.js'
import { DEFAULT_WITHIN_MS } from '../poll.js'
import type { PushInput } from './options.js'
import { summariesView } from './summary-view.js'

interface Shown {
  summaries: Summary[]
  analysis: Analysis
}

/** The summaries of a push with the analysis that followed it, `shown` being what is printed of them; exit code 12 when it did not come in time. */
export async function withAnalysis(
  { summaries, shown }: { summaries: Summary[]; shown: Summary[] },
  sourceId: string,
  { within }: PushInput,
  factory: Factory,
): Promise<Result> {
  await factory.screen.note('Waiting for the analysis.')
  const { answer, done } = await waitForAnalysis(factory, sourceId, within ?? DEFAULT_WITHIN_MS)
  const only = summaries.length === 1 ? summaries[0] : { runs: summaries }
  const rejected = summaries.some((summary) => summary.rejected > 0 && !summary.already_finished)
  return presented({
    data: { ...only, analysis: answer.raw },
    shown: { summaries: shown, analysis: answer.payload },
    view: lines,
    exitCode: !done ? EXIT.stillPending : rejected ? EXIT.partlyDone : EXIT.done,
  })
}

function lines({ summaries, analysis }: Shown, style: Style): string[] {
  return [...summariesView(summaries, style), '', ...analysisView(analysis, style)]
}
