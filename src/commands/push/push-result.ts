import { count } from '../../base/count.js'
import { type There, whatIsThere } from '../../client/gaps.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import type { Style } from '../../terminal/style.js'
import { analysisView } from '../analysis/analysis-view.js'
import { waitForAnalysis } from '../analysis/wait-for-analysis.js'
import { DEFAULT_WITHIN_MS, isStillPending } from '../poll.js'
import { checkResult } from './check-result.js'
import type { PushSession } from './push-file.js'
import { PLACE_KEPT } from './run-lines.js'
import { summariesView } from './summary-view.js'

/** What the files came to: the summaries, or with `--check` what was found in them. */
export async function sessionResult(session: PushSession): Promise<Result> {
  const { input, factory, destination, plans } = session
  if (input.check) return checkResult(plans, factory.globals.quiet)
  if (input.wait && !factory.signal.aborted && !input.dryRun && destination?.kind === 'there')
    return withAnalysis(session, destination.target.sourceId)
  return pushResult(session)
}

async function pushResult(session: PushSession): Promise<Result> {
  const { input, factory, summaries } = session
  const shown = shownOf(session)
  const { dryRun } = input
  if (dryRun)
    await factory.screen.note(
      'A dry run: nothing was sent. The counts are those of a source without these items: what it has already would count as duplicates.',
    )
  const results = summaries.map((summary) => resultOf(summary, dryRun))
  const data = results.length === 1 ? results[0] : results
  const stopped = summaries.some(({ state }) => state === 'stopped')
  const exitCode = hasRejects(summaries) ? EXIT.partlyDone : EXIT.done
  const next = dryRun || stopped ? [] : nextSteps(session)
  const hints = () => next
  const result = presented({ data, shown, view: summariesView, hints, exitCode })
  return stopped ? { ...result, exitCode: undefined } : result
}

/** The summaries without the warnings that were said on stderr: with --quiet nothing was, and no count says that a rating was left out. */
function shownOf({ summaries, factory }: PushSession): PushSummary[] {
  return summaries.map((summary) => ({ ...summary, warnings: factory.globals.quiet ? summary.warnings : [] }))
}

/** What a person does after a push: corrects what was rejected or stored otherwise, and looks at the analysis. */
function nextSteps({ destination, summaries, retry }: PushSession): string[] {
  const rejects = summaries.find(({ rejects_file: file }) => file)?.rejects_file
  const correct = rejects ? [`Next: correct the rows in ${rejects}, then push them: \`${retry}\``] : []
  if (destination?.kind !== 'there') return correct
  const { sourceId } = destination.target
  const sent = summaries.filter((each) => !each.already_finished)
  const sumOf = (name: 'inserted' | 'duplicates') => sent.reduce((sum, each) => sum + each[name], 0)
  const isNothingNew = sumOf('duplicates') > 0 && sumOf('inserted') === 0
  const isEmpty = sent.length > 0 && sent.every(({ rows }) => rows === 0)
  const look = `Next: \`inpk analysis wait ${sourceId}\` shows sentiment and themes.`
  return [
    ...(sumOf('duplicates') > 0 ? [duplicatesText(sumOf('duplicates'), isNothingNew, sourceId)] : []),
    ...(correct.length > 0 || isNothingNew || isEmpty ? correct : [look]),
  ]
}

/** A row that was corrected since it was pushed is a duplicate, and nothing else says so. */
function duplicatesText(duplicates: number, isNothingNew: boolean, sourceId: string): string {
  const kept = isNothingNew
    ? 'Nothing new was stored: items with these ids already exist and stay as they are.'
    : duplicates === 1
      ? '1 duplicate stays as it was stored, even if its row has changed since.'
      : `${count(duplicates, 'duplicate')} stay as they were stored, even if their rows have changed since.`
  const replace = duplicates === 1 && !isNothingNew ? 'it, erase it' : 'them, erase them'
  return `${kept} To replace ${replace} first with \`inpk feedback erase --external-id ID --source ${sourceId}\`.`
}

/** Returns what JSON prints of a push. */
export function resultOf(summary: PushSummary, dryRun: boolean): PushSummary & { dry_run?: true; hint?: string } {
  if (dryRun) return { dry_run: true, ...summary, rejects_file: null }
  return summary.state === 'stopped' ? { ...summary, hint: PLACE_KEPT } : summary
}

function hasRejects(summaries: readonly PushSummary[]): boolean {
  return summaries.some(({ rejected, already_finished }) => rejected > 0 && !already_finished)
}

interface Shown {
  summaries: PushSummary[]
  analysis: There<Analysis>
}

/** The summaries with the analysis that followed; exit code 12 when it did not come in time. */
async function withAnalysis(session: PushSession, sourceId: string): Promise<Result> {
  const { input, factory, summaries } = session
  const stored = summaries.reduce((sum, { inserted, duplicates }) => sum + inserted + duplicates, 0)
  await factory.screen.note(`${count(stored, 'row')} ${stored === 1 ? 'is' : 'are'} stored. Waiting for the analysis.`)
  const bound = factory.within(input.within ?? DEFAULT_WITHIN_MS)
  const waited = await waitForAnalysis(bound, sourceId).catch(async (error: unknown) => {
    if (factory.signal.aborted) await factory.screen.note(`\`inpk analysis wait ${sourceId}\` waits again.`)
    if (!isStillPending(error)) throw error
    await factory.screen.warn((error as Error).message)
  })
  // What was pushed is shown whether or not the analysis is known.
  if (!waited) return { ...(await pushResult(session)), exitCode: EXIT.stillPending }
  const { answer, done } = waited
  const only = summaries.length === 1 ? summaries[0] : { runs: summaries }
  return presented({
    data: { ...only, analysis: answer.worded },
    shown: { summaries: shownOf(session), analysis: whatIsThere(answer.payload) },
    view: lines,
    exitCode: !done ? EXIT.stillPending : hasRejects(summaries) ? EXIT.partlyDone : EXIT.done,
  })
}

function lines({ summaries, analysis }: Shown, style: Style): string[] {
  return [...summariesView(summaries, style), '', ...analysisView(analysis, style)]
}
