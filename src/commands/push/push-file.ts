import { join, resolve } from 'node:path'
import { defined } from '../../cli/defined.js'
import type { Factory } from '../../cli/factory.js'
import { stateDirectory } from '../../config/places.js'
import { createFileJournal, diskPorts } from '../../ingest/journal-file.js'
import type { Plan } from '../../ingest/plan.js'
import { planPush } from '../../ingest/plan-push.js'
import type { Ports } from '../../ingest/ports.js'
import { forgetRuns } from '../../ingest/push/journal/forget-runs.js'
import type { RunOptions, RunStart } from '../../ingest/push/push-run.js'
import { runPush } from '../../ingest/push/run-push.js'
import type { Summary } from '../../ingest/push/summary.js'
import type { PushClient, PushTarget } from '../../ingest/target.js'
import type { ProgressDisplay } from '../../ui/progress.js'
import { planLines, reasonLines } from './describe-plan.js'
import { fileId } from './file-id.js'
import { watchForHardStop } from './hard-stop.js'
import { createMemoryJournal, discardOutput } from './memory-journal.js'
import { rejectsOf } from './open-rejects.js'
import { type PushInput, pushOptions } from './options.js'

/** A file to push, and the name a person knows it by. */
export interface PushedFile {
  path: string
  name: string
}

/** A few show what is wrong; the rejects file has them all. */
const REASONS_SHOWN = 3

/** Looks a file through and tells what was chosen; nothing is sent. */
export async function planFile(
  file: PushedFile,
  input: PushInput,
  target: PushTarget | undefined,
  factory: Factory,
): Promise<Plan> {
  const options = { ...pushOptions(input, file.path), ...(target ? { target } : {}) }
  if (factory.screen.isLive) await factory.screen.note(`Looking through ${file.name}.`)
  const plan = await planPush(options, portsIn(factory))
  // A check prints all reasons as its result.
  const reasons = input.check ? [] : reasonLines(plan.check.rejections.slice(0, REASONS_SHOWN))
  for (const line of [...planLines({ ...plan, file: { ...plan.file, path: file.name } }), ...reasons])
    await factory.screen.note(line)
  return plan
}

interface Sending {
  input: PushInput
  target: PushTarget
  client: PushClient
  progress: ProgressDisplay
}

/** Sends what was planned, or with `--dry-run` everything but that. */
export async function pushFile(
  file: PushedFile,
  plan: Plan,
  { input, target, client, progress }: Sending,
  factory: Factory,
): Promise<Summary> {
  const { world, screen } = factory
  const hardStop = watchForHardStop(factory, progress.say)
  const options: RunOptions = {
    client,
    target,
    ...placesOf(file, input, factory),
    now: world.now,
    sleep: (ms) => world.sleep(ms),
    ...(input.dryRun ? {} : { origin: await originOf(file, input, factory) }),
    signal: factory.signal,
    hardSignal: hardStop.signal,
    onStart: (start) => void screen.note(startLine(start)),
    onProgress: progress.update,
    ...defined({
      concurrency: input.concurrency,
      restart: input.restart || undefined,
      assume: input.assumeSent ? ('sent' as const) : input.assumeLost ? ('lost' as const) : undefined,
    }),
  }
  try {
    return await runPush(plan, options)
  } finally {
    hardStop.stop()
    // Whatever stands in the way of that, the push itself is over.
    if (!input.dryRun) await forgetRuns(runsFolder(factory), world.now()).catch(() => undefined)
  }
}

function runsFolder({ world }: Factory): string {
  return join(stateDirectory(world), 'runs')
}

function placesOf(file: PushedFile, input: PushInput, factory: Factory) {
  if (input.dryRun) return { journal: createMemoryJournal(), openRejects: async () => discardOutput() }
  return {
    journal: createFileJournal(runsFolder(factory)),
    ...rejectsOf(file, input.rejects, factory.world),
  }
}

async function originOf(file: PushedFile, { watch }: PushInput, { world }: Factory) {
  const path = resolve(world.cwd, file.path)
  return { path, id: (await fileId(path)) ?? '', watched: watch !== undefined }
}

function startLine({ kind, batchesDone, runId, plan }: RunStart): string {
  const noIds =
    plan.mapping.externalId === 'none' ? ' Its rows carry no ids: those it held before are stored again.' : ''
  if (kind === 'resumed')
    return `Going on with run ${runId}: ${batchesDone === 1 ? '1 batch is' : `${batchesDone} batches are`} done already.`
  if (kind === 'finished') return `Run ${runId} was finished before.`
  if (kind === 'changed')
    return `This file was pushed there before with other content; this is a new run, ${runId}.${noIds}`
  if (kind === 'grown')
    return `This file has grown since it was pushed there: what was sent then is not sent again (--restart sends all). Run ${runId}.`
  return `Run ${runId}.`
}

function portsIn({ world }: Factory): Ports {
  const disk = diskPorts()
  return { now: world.now, openFile: (path) => disk.openFile(resolve(world.cwd, path)) }
}
