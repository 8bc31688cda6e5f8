import { basename } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import type { Wait } from '../../cli/waits.js'
import { untilAborted } from '../../client/bound-time.js'
import { LIMITS } from '../../contract/limits.js'
import type { Plan } from '../../ingest/plan.js'
import type { Summary } from '../../ingest/push/summary.js'
import type { PushClient, PushTarget } from '../../ingest/target.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { ExplainedError, Failure, wrongUsage } from '../../terminal/failure.js'
import { showProgress } from '../../ui/progress.js'
import { checkResult } from './check-result.js'
import { createMissing, ONLY_FIELD_TEXT, wishedTarget } from './create-target.js'
import { lockCreation } from './creation-lock.js'
import { explainPushError } from './explain.js'
import { eachFile, requireFiles } from './files.js'
import { type Destination, findAgain, findDestination } from './find-push-target.js'
import { STOP_WITHIN_MS } from './hard-stop.js'
import { keepMemoryLow } from './keep-memory-low.js'
import type { PushInput } from './options.js'
import { createDryClient, openPushClient } from './push-client.js'
import { type PushedFile, planFile, pushFile } from './push-file.js'
import { requireSafeRejects } from './require-safe-rejects.js'
import { requireSavedMapping, saveMapping } from './saved-mapping.js'
import { newWarnings, summariesView } from './summary-view.js'
import { watchFolder } from './watch-folder.js'
import { withAnalysis } from './with-analysis.js'

const PLACE_KEPT = 'Stopped; its place is kept. The same command goes on where it stopped.'

/** Where the files of one command go, and what became of them. */
interface Session {
  input: PushInput
  factory: Factory
  destination: Destination | undefined
  client: PushClient | undefined
  /** What is told of the waits of that client: the display of the file it sends. */
  hearWait(wait: Wait): void
  plans: Plan[]
  summaries: Summary[]
  /** The summaries without the warnings printed before. */
  shown: Summary[]
  /** Files written on after they were pushed, with `--watch`. */
  late: number
}

/** Pushes the files in order; a refusal of the service or of a file ends it, with its place kept. */
export async function push(given: PushInput, factory: Factory): Promise<Result> {
  requireSense(given)
  await requireFiles(given.args, factory)
  await requireSafeRejects(given, factory.world)
  const saved = given.mapping === undefined ? undefined : requireSavedMapping(given.mapping, factory)
  const letMemoryGrow = await keepMemoryLow(given.args, factory.world.cwd)
  try {
    return await pushAll({ ...given, saved }, factory)
  } finally {
    letMemoryGrow()
  }
}

async function pushAll(input: PushInput, factory: Factory): Promise<Result> {
  const destination = await findDestination(input, factory)
  const session: Session = {
    input,
    factory,
    destination,
    client: undefined,
    hearWait: () => {},
    plans: [],
    summaries: [],
    shown: [],
    late: 0,
  }
  if (input.watch !== undefined)
    session.late = await watchFolder(input.watch, factory, (file) => takeFile(session, file))
  for await (const file of eachFile(input.args, factory)) {
    await takeFile(session, file)
    if (factory.signal.aborted) break
  }
  return sessionResult(session)
}

const SOURCE_HINT = 'Give --source with its identifier or name; `inpk sources list` shows them.'

function requireSense(input: PushInput): void {
  const { args, watch, check, source } = input
  if (watch === undefined && args.length === 0) throw wrongUsage('a push needs a file', 'Name it, or give - for stdin.')
  if (source === undefined && !check) throw wrongUsage('a push needs a source', SOURCE_HINT)
  if (watch !== undefined && args.length > 0) throw wrongUsage('--watch takes the files of its folder, and no others')
}

/** Resolves to what the push did; a check pushes nothing. */
async function takeFile(session: Session, file: PushedFile): Promise<Summary | undefined> {
  const { input, factory, destination, plans } = session
  try {
    const known = destination?.kind === 'there' ? destination.target : undefined
    const plan = await untilAborted(factory.signal, planFile(file, input, known, factory))
    if (input.check) plans.push(plan)
    if (input.saveMapping !== undefined) {
      const path = await saveMapping(input.saveMapping, plan, factory)
      await factory.screen.note(`Kept these columns as "${input.saveMapping}" in ${path}.`)
    }
    if (input.check) return undefined
    return known ? await sendOne(session, file, plan, known) : await createAndSend(session, file, plan)
  } catch (error) {
    const explained = explainPushError(error, file.name)
    if (!factory.signal.aborted) throw explained
    await factory.screen.note(PLACE_KEPT)
    throw explained instanceof ExplainedError ? explained : new ExplainedError(explained, PLACE_KEPT)
  }
}

/** Sends the first file to a source that is made for it. */
async function createAndSend(session: Session, file: PushedFile, plan: Plan): Promise<Summary> {
  const { input, destination, factory } = session
  if (destination?.kind !== 'missing') throw new Error('a push without a destination')
  if (plan.check.items === 0) throw nothingToPush(file)
  const fieldTexts = plan.mapping.texts.map(({ field }) => field ?? ONLY_FIELD_TEXT)
  const target = input.dryRun
    ? wishedTarget(destination.facts, fieldTexts)
    : await createOnce(input, destination, fieldTexts, factory)
  session.destination = { kind: 'there', target }
  return sendOne(session, file, plan, target)
}

async function createOnce(
  input: PushInput,
  destination: Extract<Destination, { kind: 'missing' }>,
  fieldTexts: readonly string[],
  factory: Factory,
): Promise<PushTarget> {
  const release = await lockCreation(input, destination, factory)
  try {
    // Another push may have made it since it was looked for.
    const now = await findAgain(input, destination.facts, await factory.client())
    return now.kind === 'there' ? now.target : await createMissing(input, now, fieldTexts, factory)
  } finally {
    await release()
  }
}

function nothingToPush({ name }: PushedFile): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'NOTHING_TO_PUSH',
    message: `${name} has no rows that can be pushed, so no source was created`,
    hint: '`inpk push FILE --check` shows what it holds.',
  })
}

async function sendOne(session: Session, file: PushedFile, plan: Plan, target: PushTarget): Promise<Summary> {
  const { input, factory, summaries } = session
  // One client for all files: they share the rate-limit window.
  session.client ??= input.dryRun ? createDryClient() : await openPushClient(factory, (wait) => session.hearWait(wait))
  const progress = await showProgress(factory, {
    title: `Pushing ${basename(file.name)}`,
    requests: plan.check.requests,
    requestsPerMinute: target.requestsPerMinute ?? LIMITS.perKeyPerMinute.default,
  })
  session.hearWait = progress.wait
  const sending = { input, target, client: session.client, progress }
  const pushing = () => pushFile(file, plan, sending, factory).finally(progress.close)
  const summary = await factory.finishing(pushing, STOP_WITHIN_MS)
  summaries.push(summary)
  session.shown.push({
    ...summary,
    warnings: newWarnings(summary.warnings, factory.globals.quiet ? [] : plan.check.warnings),
  })
  if (summary.state === 'stopped') await factory.screen.note(PLACE_KEPT)
  return summary
}

async function sessionResult(session: Session): Promise<Result> {
  const { input, factory, destination, plans, late } = session
  if (input.check) return checkResult(plans)
  if (input.wait && !factory.signal.aborted && !input.dryRun && destination?.kind === 'there') {
    return withAnalysis(session, destination.target.sourceId, input, factory)
  }
  const outcome = await pushResult(session, input, factory)
  return late > 0 ? { ...outcome, exitCode: EXIT.partlyDone } : outcome
}

async function pushResult(
  { summaries, shown }: Pick<Session, 'summaries' | 'shown'>,
  { dryRun, watch }: PushInput,
  { screen }: Factory,
): Promise<Result> {
  if (dryRun) await screen.note('A dry run: nothing was sent, and the counts say what would be.')
  const results = summaries.map((summary) => resultOf(summary, dryRun))
  const rejected = summaries.some((summary) => summary.rejected > 0 && !summary.already_finished)
  const data = results.length === 1 && watch === undefined ? results[0] : results
  const stopped = summaries.some(({ state }) => state === 'stopped')
  const exitCode = rejected ? EXIT.partlyDone : EXIT.done
  const outcome = presented({ data, shown, view: summariesView, exitCode })
  return stopped || watch !== undefined ? { ...outcome, exitCode: undefined } : outcome
}

function resultOf(summary: Summary, dryRun: boolean): Summary & { dry_run?: true; hint?: string } {
  if (dryRun) return { dry_run: true, ...summary, rejects_file: null }
  return summary.state === 'stopped' ? { ...summary, hint: PLACE_KEPT } : summary
}
