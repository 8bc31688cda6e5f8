import { basename, join, resolve } from 'node:path'
import { clientSettings } from '../../cli/client.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { hearWaits, type Wait } from '../../cli/waits.js'
import { untilAborted } from '../../client/bound-time.js'
import { createClient } from '../../client/index.js'
import { stateDirectory } from '../../config/places.js'
import { LIMITS } from '../../contract/limits.js'
import { createDestination } from '../../ingest/destination/create-destination.js'
import { findDestination, type PushDestination, type WantedSource } from '../../ingest/destination/find-destination.js'
import { knownOf } from '../../ingest/destination/known-of.js'
import { diskPorts, fileId } from '../../ingest/disk.js'
import { explainPushError } from '../../ingest/explain.js'
import type { PushPlan } from '../../ingest/plan.js'
import { planPush } from '../../ingest/plan-push.js'
import type { Ports } from '../../ingest/ports.js'
import { forgetRuns } from '../../ingest/push/journal/forget-runs.js'
import { createFileJournal } from '../../ingest/push/journal/journal-folder.js'
import type { RunOptions } from '../../ingest/push/push-run.js'
import { runPush } from '../../ingest/push/run-push.js'
import { FINISH_MS, stopInTime } from '../../ingest/push/stop-in-time.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import type { PushClient, PushTarget } from '../../ingest/target.js'
import { isOfRejects, newWarnings, warningText } from '../../ingest/warnings.js'
import { ExplainedError } from '../../terminal/failure.js'
import { showProgress } from '../../ui/progress.js'
import { hasNoRows } from './check-result.js'
import { confirmDates } from './confirm-dates.js'
import { planLines, reasonLines } from './describe-plan.js'
import { createDryClient, createMemoryJournal, discardOutput } from './dry-run.js'
import type { PushedFile } from './files.js'
import { type PushInput, pushOptions } from './options.js'
import { rejectsOf, retryCommand } from './rejects.js'
import { NOTHING_SENT, OTHER_PUSH, PLACE_KEPT, startLine } from './run-lines.js'
import { saveMapping } from './saved-mapping.js'

/** The first few show what is wrong; the rejects file has them all. */
const REASONS_SHOWN = 3
/** Until a push that was interrupted is over in any case, its journal written. */
const STOP_WITHIN_MS = FINISH_MS + 1_000

/** Where the files of one command go, and what happened to them. */
export interface PushSession {
  input: PushInput
  factory: Factory
  destination: PushDestination | undefined
  /** One for all files: they share the rate-limit window. */
  client: PushClient | undefined
  /** Hears of each wait of the client: the display of the file that is sent. */
  onWait(wait: Wait): void
  plans: PushPlan[]
  summaries: PushSummary[]
  /** The command that pushes the first rejects file once it is corrected. */
  retry?: string
}

/** Finds where the files go. */
export async function openPushSession(input: PushInput, factory: Factory): Promise<PushSession> {
  const wanted = wantedSource(input)
  // A check asks no service, but a profile that is misspelt is told now, not at the push.
  if (!wanted) await factory.settingsUnsaid()
  const destination = wanted && (await findDestination(wanted, await factory.client()))
  return { input, factory, destination, client: undefined, onWait: () => {}, plans: [], summaries: [] }
}

/** What is asked for; undefined only for `--check` without a source. */
function wantedSource({ source, group, create, question, check, dryRun }: PushInput): WantedSource | undefined {
  return source === undefined ? undefined : { source, group, create, question, mayBeDraft: check || dryRun }
}

/** Where a file goes: for the first one, the source is created if it is missing. */
async function requireTarget(session: PushSession, { name }: PushedFile, plan: PushPlan): Promise<PushTarget> {
  const { input, destination, factory } = session
  const wanted = wantedSource(input)
  if (!destination || !wanted) throw new Error('a push without a destination')
  if (destination.kind === 'there') return destination.target
  const { environment, signal, screen } = factory
  const maker = input.dryRun
    ? undefined
    : {
        client: await factory.client(),
        journal: createFileJournal(join(stateDirectory(environment), 'runs')),
        sleep: environment.sleep,
        signal,
        say: (text: string) => screen.note(text),
      }
  const target = await createDestination(wanted, destination, { name, plan }, maker)
  session.destination = { kind: 'there', target }
  return target
}

/** Plans a file, prints what was chosen, and pushes it. Resolves to what the push did; to nothing with `--check`. */
export async function pushFile(session: PushSession, file: PushedFile): Promise<PushSummary | undefined> {
  const { input, factory } = session
  let stopped =
    input.check || input.dryRun ? NOTHING_SENT : `Stopped while reading ${file.name}, before any of it was sent.`
  try {
    const plan = await untilAborted(factory.signal, planFile(session, file))
    if (!input.dryRun) stopped = PLACE_KEPT
    if (input.saveMapping !== undefined) {
      const path = await saveMapping(input.saveMapping, plan, factory)
      await factory.screen.note(`Saved these columns as "${input.saveMapping}" in ${path}.`)
    }
    if (input.check) {
      session.plans.push(plan)
      return undefined
    }
    await confirmDates(session, plan)
    const target = await requireTarget(session, file, plan)
    const { options, close } = await openRun(session, file, plan, target)
    const summary = await factory.finishing(() => runPush(plan, options).finally(close), STOP_WITHIN_MS)
    session.summaries.push(summary)
    const rejected = summary.rejects_file
    if (rejected) session.retry ??= retryCommand(input, plan, { file: rejected, source: target.sourceId })
    const said = [...plan.check.warnings, ...summary.warnings.filter(isOfRejects)]
    for (const each of newWarnings(summary.warnings, said)) await factory.screen.warn(warningText(each))
    if (summary.state === 'stopped') await factory.screen.note(stopped)
    return summary
  } catch (error) {
    const explained = explainPushError(error, file.name)
    if (!factory.signal.aborted) throw explained
    await factory.screen.note(stopped)
    throw explained instanceof ExplainedError ? explained : new ExplainedError(explained, stopped)
  }
}

async function planFile({ input, factory, destination }: PushSession, file: PushedFile): Promise<PushPlan> {
  const { screen } = factory
  const target = destination?.kind === 'there' ? { target: destination.target } : {}
  if (screen.isLive) await screen.note(`Checking ${file.name} …`)
  const { limits, lossesOf } = destination ? await knownOf(await factory.client()) : {}
  const plan = await planPush(
    { ...pushOptions(input, file.path), ...target, limits },
    { ...portsIn(factory), lossesOf },
  )
  // What was read after Ctrl-C is shown to no one.
  factory.signal.throwIfAborted()
  // A check prints all reasons as its result.
  const reasons = input.check ? [] : reasonLines(plan.check.rejections.slice(0, REASONS_SHOWN))
  // Rows whose reasons follow need no warning that only counts them.
  const warnings = plan.check.warnings.filter(({ kind }) => kind !== 'invalid_rows' || reasons.length === 0)
  const shown = { ...plan, file: { ...plan.file, path: file.name }, check: { ...plan.check, warnings } }
  for (const line of [...planLines(shown), ...reasons]) await screen.note(line)
  if (!input.check && input.watch === undefined && hasNoRows(plan))
    await screen.caution(`${file.name} has no rows, so there is nothing to push`)
  return plan
}

function portsIn({ environment }: Factory): Ports {
  const disk = diskPorts()
  return { now: environment.now, openFile: (path) => disk.openFile(resolve(environment.cwd, path)) }
}

/** The options of a run with its progress on the screen, and what to call at its end. */
async function openRun(session: PushSession, file: PushedFile, plan: PushPlan, target: PushTarget) {
  const { input, factory } = session
  const { environment, screen } = factory
  session.client ??= input.dryRun ? createDryClient() : await openPushClient(session)
  const progress = await showProgress(factory, {
    title: `Pushing ${basename(file.name)}`,
    requests: plan.check.requests,
    requestsPerMinute: target.requestsPerMinute ?? LIMITS.perKeyPerMinute.default,
  })
  session.onWait = progress.wait
  const onStopping = (ms: number) => {
    const end = environment.monotonic() + ms
    progress.stopping(() => end - environment.monotonic())
  }
  const hardStop = stopInTime({ signal: factory.signal, sleep: environment.sleep, onStopping })
  const runs = join(stateDirectory(environment), 'runs')
  const journal = createFileJournal(runs)
  const places = input.dryRun
    ? { journal: createMemoryJournal(), openRejects: async () => discardOutput() }
    : {
        journal,
        ...rejectsOf(file, input.rejects, { environment, journal, screen }),
        origin: await originOf(file, session),
      }
  const options: RunOptions = {
    ...portsIn(factory),
    ...places,
    client: session.client,
    target,
    sleep: (ms) => environment.sleep(ms),
    signal: factory.signal,
    hardSignal: hardStop.signal,
    onStart: (start) => void screen.note(startLine(start)),
    onProgress: progress.update,
    onWatch: () => void screen.note(OTHER_PUSH),
    ...omitUndefined({
      concurrency: input.concurrency,
      restart: input.restart || undefined,
      assume: input.assumeSent ? ('sent' as const) : input.assumeLost ? ('lost' as const) : undefined,
    }),
  }
  const close = async () => {
    hardStop.stop()
    // If that fails, the push itself is over anyway.
    if (!input.dryRun) await forgetRuns(runs, environment.now()).catch(() => undefined)
    await progress.close()
  }
  return { options, close }
}

/** A client whose requests a first Ctrl-C does not end, for the batches in flight finish. */
async function openPushClient(session: PushSession): Promise<PushClient> {
  const { factory } = session
  // Before the progress is drawn, over which no one could be asked.
  await factory.confirmService()
  const settings = clientSettings({ ...factory, signal: new AbortController().signal }, await factory.settings())
  return createClient({ ...settings, ...hearWaits(settings, (wait) => session.onWait(wait)) })
}

async function originOf(file: PushedFile, { input, factory }: PushSession): Promise<NonNullable<RunOptions['origin']>> {
  const path = resolve(factory.environment.cwd, file.path)
  return { path, id: (await fileId(path)) ?? '', watched: input.watch !== undefined }
}
