import { EXIT } from '../../cli/exit-codes.js'
import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import type { Plan } from '../../ingest/plan.js'
import type { Summary } from '../../ingest/summary.js'
import type { PushTarget } from '../../ingest/target.js'
import { presented, type Result } from '../../output/outcome.js'
import { checkResult } from './check-result.js'
import { createMissing, ONLY_FIELD_TEXT, wishedTarget } from './create-target.js'
import { explainPushError } from './explain.js'
import { eachFile } from './files.js'
import { type Destination, findDestination } from './find-push-target.js'
import type { PushInput } from './options.js'
import { createDryClient, openPushClient } from './push-client.js'
import { type PushedFile, planFile, pushFile } from './push-file.js'
import { summariesView } from './summary-view.js'
import { withAnalysis } from './with-analysis.js'

const PLACE_KEPT = 'Stopped; its place is kept. The same command goes on where it stopped.'

/** Pushes the files in order; a refusal of the service or of a file ends it, with its place kept. */
export async function push(input: PushInput, factory: Factory): Promise<Result> {
  if (input.assumeSent && input.assumeLost) throw wrongUsage('--assume-sent and --assume-lost exclude each other')
  let destination = await findDestination(input, factory)
  const plans: Plan[] = []
  const summaries: Summary[] = []
  for await (const file of eachFile(input.args, factory)) {
    try {
      const known = destination?.kind === 'there' ? destination.target : undefined
      const plan = await planFile(file, input, known, factory)
      plans.push(plan)
      if (input.check) continue
      const target = known ?? (await makeTarget(input, destination, plan, factory))
      destination = { kind: 'there', target }
      summaries.push(await sendOne(file, plan, input, target, factory))
    } catch (error) {
      if (factory.signal.aborted) await factory.screen.note(PLACE_KEPT)
      throw explainPushError(error, file.name)
    }
    if (factory.signal.aborted) break
  }
  if (input.check) return checkResult(plans)
  if (input.wait && !factory.signal.aborted && !input.dryRun) {
    return withAnalysis(summaries, (destination as { target: PushTarget }).target.sourceId, input, factory)
  }
  return pushResult(summaries, input, factory)
}

async function makeTarget(
  input: PushInput,
  destination: Destination | undefined,
  { mapping }: Plan,
  factory: Factory,
): Promise<PushTarget> {
  if (destination?.kind !== 'missing') throw new Error('a push without a destination')
  const fieldTexts = mapping.texts.map(({ field }) => field ?? ONLY_FIELD_TEXT)
  if (input.dryRun) return wishedTarget(destination.facts, fieldTexts)
  return createMissing(input, destination, fieldTexts, factory)
}

async function sendOne(
  file: PushedFile,
  plan: Plan,
  input: PushInput,
  target: PushTarget,
  factory: Factory,
): Promise<Summary> {
  const client = input.dryRun ? createDryClient() : await openPushClient(factory)
  const summary = await pushFile(file, plan, { input, target, client }, factory)
  if (summary.state === 'stopped') {
    await factory.screen.note(PLACE_KEPT)
  }
  return summary
}

async function pushResult(summaries: Summary[], { dryRun }: PushInput, { screen }: Factory): Promise<Result> {
  if (dryRun) await screen.note('A dry run: nothing was sent, and the counts say what would be.')
  const shown = dryRun ? summaries.map((summary) => ({ dry_run: true, ...summary, rejects_file: null })) : summaries
  const rejected = summaries.some((summary) => summary.rejected > 0 && !summary.already_finished)
  const data = shown.length === 1 ? shown[0] : shown
  const stopped = summaries.some(({ state }) => state === 'stopped')
  const exitCode = rejected ? EXIT.partlyDone : EXIT.done
  const outcome = presented({ data, shown, view: summariesView, exitCode })
  return stopped ? { ...outcome, exitCode: undefined } : outcome
}
