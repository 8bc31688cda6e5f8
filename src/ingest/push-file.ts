import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { untilAborted } from '../client/bound-time.js'
import type { Client } from '../client/client-types.js'
import { InDoubtError, UnexpectedResponseError } from '../client/errors.js'
import { stateDirectory } from '../config/places.js'
import { InputError, type InputErrorCode } from '../contract/input-error.js'
import { requireKnownOptions } from '../contract/known-options.js'
import { ExplainedError, Failure } from '../terminal/failure.js'
import { textForPrograms } from '../terminal/translate-text.js'
import { createDestination } from './destination/create-destination.js'
import { findDestination, type WantedSource } from './destination/find-destination.js'
import { knownOf } from './destination/known-of.js'
import { diskPorts, fileId } from './disk.js'
import { MappingError, PushStoppedError } from './errors.js'
import { explainPushError } from './explain.js'
import type { PushOptions } from './options.js'
import type { PushPlan } from './plan.js'
import { planPush } from './plan-push.js'
import type { Ports } from './ports.js'
import { forgetRuns } from './push/journal/forget-runs.js'
import { createFileJournal } from './push/journal/journal-folder.js'
import { hasRejectsOf, openRejectsFile } from './push/kept-rejects.js'
import type { RunOptions } from './push/push-run.js'
import { runPush } from './push/run-push.js'
import { stopInTime } from './push/stop-in-time.js'
import type { PushSummary } from './push/summary.js'
import { checkedResult, createReporter, type Reporter, resultOf } from './push-file-report.js'
import {
  type CheckFileOptions,
  PUSH_FILE_OPTIONS,
  type PushFileOptions,
  type PushFileResult,
} from './push-file-types.js'
import type { PushClient, PushTarget } from './target.js'
import { newWarnings, type Warning, warningText } from './warnings.js'

/** One call of `pushFile`. */
interface Job {
  client: Client
  path: string
  options: PushFileOptions | CheckFileOptions
  /** Absent for a check without a source. */
  wanted: WantedSource | undefined
  signal: AbortSignal
  /** The folder of journals. */
  runs: string
  reporter: Reporter
}

/**
 * Pushes a file exactly once, as `inpk push` does: the journal in `stateDirectory` lets a repeated call resume what was interrupted, and
 * send nothing if all was sent. Rejects with `InputError`, `InDoubtError`, what the client rejects with, or the reason of `signal`.
 */
export async function pushFile(
  client: Client,
  file: string | URL,
  options: PushFileOptions | CheckFileOptions,
): Promise<PushFileResult> {
  requireKnownOptions(options, PUSH_FILE_OPTIONS, 'pushFile')
  requireKnownOptions(options.create ?? {}, { group: 'string' }, 'the `create` of pushFile')
  if (options.shard) requirePart(options.shard)
  const { source, create, question, check = false, signal = new AbortController().signal } = options
  if (source === undefined && !check) {
    throw new InputError(
      'ARGUMENT_INVALID',
      '`source` of pushFile is missing',
      'Pass the id or the exact name of the source. Only `check: true` needs none.',
    )
  }
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  const place = { env: process.env, homeDirectory: homedir(), platform: process.platform }
  const job: Job = {
    client,
    path,
    options,
    wanted:
      source === undefined
        ? undefined
        : { source, group: create?.group ?? options.group, create: create !== undefined, question, mayBeDraft: check },
    signal,
    runs: join(resolve(options.stateDirectory ?? stateDirectory(place)), 'runs'),
    reporter: createReporter(options.onProgress),
  }
  try {
    signal.throwIfAborted()
    await requireFile(path)
    return await pushPlanned(job)
  } catch (error) {
    if (signal.aborted && (error instanceof PushStoppedError || error === signal.reason)) throw signal.reason
    throw errorForPrograms(error, basename(path), client.baseUrl)
  }
}

function requirePart(shard: NonNullable<PushFileOptions['shard']>): void {
  const { index = 0, count = 0, ...more } = shard
  requireKnownOptions(
    { count, index, ...more },
    { count: { from: 1 }, index: { from: 1, to: count } },
    'the `shard` of pushFile',
  )
}

async function pushPlanned(job: Job): Promise<PushFileResult> {
  const { client, path, options, wanted, signal, reporter } = job
  reporter.planning()
  const destination = wanted && (await untilAborted(signal, findDestination(wanted, client)))
  const known = destination?.kind === 'there' ? destination.target : undefined
  const { limits, lossesOf } = destination ? await knownOf(client) : {}
  const asked = { ...pushOptions(options, path), limits, ...(known ? { target: known } : {}) }
  const plan = await untilAborted(signal, planPush(asked, { ...PORTS, lossesOf }))
  warn(plan.check.warnings, options)
  if (options.check || !wanted || !destination) return reporter.done(checkedResult(plan, known), plan.check.rows)
  const maker = { client, journal: createFileJournal(job.runs), sleep: sleepFor, signal, say: () => {} }
  const target =
    destination.kind === 'there'
      ? destination.target
      : await createDestination(wanted, destination, { name: basename(path), plan }, maker)
  const summary = await run(job, plan, target)
  warn(newWarnings(summary.warnings, plan.check.warnings), options)
  if (summary.state === 'stopped') throw signal.reason
  return reporter.done(resultOf(summary, plan, target), summary.rows_read)
}

/** Sends what was planned; the journals that are kept are bounded as the command bounds them. */
async function run(job: Job, plan: PushPlan, target: PushTarget): Promise<PushSummary> {
  const { path, options, signal, runs, reporter } = job
  const full = resolve(path)
  const hardStop = stopInTime({ signal, sleep: sleepFor })
  const { concurrency, restart, assume, rejects } = options
  const journal = createFileJournal(runs)
  const runOptions: RunOptions = {
    ...PORTS,
    client: pushClient(job),
    target,
    journal,
    openRejects: (where, runId) => openRejectsFile(resolve(where), { journal, runId, isNamed: rejects !== undefined }),
    async findRejects({ run_id: runId }) {
      const where = rejects ?? `${path}.rejects.csv`
      return (await hasRejectsOf(resolve(where), { journal, runId })) ? where : undefined
    },
    ...(rejects === undefined ? {} : { rejectsPath: rejects }),
    origin: { path: full, id: (await fileId(full)) ?? '', watched: false },
    sleep: (ms) => sleepFor(ms, hardStop.signal),
    signal,
    hardSignal: hardStop.signal,
    onProgress: reporter.sending,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(restart ? { restart } : {}),
    ...(assume === undefined ? {} : { assume }),
  }
  try {
    return await runPush(plan, runOptions)
  } finally {
    hardStop.stop()
    // If that fails, the push itself is over anyway.
    await forgetRuns(runs, PORTS.now()).catch(() => undefined)
  }
}

const PORTS: Ports = { now: () => Date.now(), openFile: (path) => diskPorts().openFile(resolve(path)) }

async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error
  })
}

/** The client's three calls of a push, which report what they wait for. */
function pushClient({ client, reporter }: Job): PushClient {
  const { waiting: onWait } = reporter
  return {
    pushContent: (input) => client.pushContent({ ...input, onWait }),
    pushBulk: (input) => client.pushBulk({ ...input, onWait }),
    getTask: (input) => client.getTask({ ...input, onWait }),
  }
}

/** What the pipeline is asked, from what a program gives. */
function pushOptions(options: Job['options'], path: string): PushOptions {
  const { format, encoding, delimiter, sheet, question, preset, dates, timeZone, externalId, onInvalid } = options
  const { sample, shard, maxItems, batchItems, sourceReference, sync, check, map, fields } = options
  const entries = (named: object) => Object.entries(named).map(([left, right]) => `${left}=${right}`)
  const given = {
    ...{ format, encoding, delimiter, sheet, question, preset, dates, timeZone, externalId, onInvalid },
    ...{ sample, shard, maxItems, batchItems, sourceReference, sync },
    map: map && entries(map),
    fields: fields && entries(fields),
    checkAll: check,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { path, ...Object.fromEntries(present) }
}

function warn(warnings: readonly Warning[], { onWarning }: Job['options']): void {
  for (const warning of warnings) {
    const { kind, count, rows, about = '' } = warning
    onWarning?.({ kind, count, rows, text: textForPrograms(warningText(warning), [about]) })
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    const message = error.code === 'ENOENT' ? `file not found: ${path}` : `${path} can't be read (${error.code})`
    throw new InputError('FILE_UNREADABLE', message)
  })
  if (!found.isFile()) throw new InputError('FILE_UNREADABLE', `${path} is not a file`, 'Give the path of a file.')
}

/**
 * An error of the push pipeline as one of the library's: `InputError` for what the caller or the file must change, `InDoubtError`, and
 * what the client rejects with as it is. `file` is the name of the file in messages.
 */
function errorForPrograms(error: unknown, file: string, url: string): unknown {
  const explained = explainPushError(error, file)
  if (explained instanceof ExplainedError) return explained.cause
  if (!(explained instanceof Failure)) return explained
  const { code, cause } = explained
  const names = [file, ...(cause instanceof MappingError ? cause.columns : [])]
  const message = textForPrograms(explained.message, names)
  const hint = explained.hint === undefined ? undefined : textForPrograms(explained.hint, names)
  if (code === 'IN_DOUBT') {
    const unknown = { idempotencyKey: undefined, status: undefined, requestId: undefined }
    return new InDoubtError(message, { url, hint, cause, ...unknown })
  }
  if (code === 'NOT_LISTED') return new UnexpectedResponseError(message, hint)
  const reason = code === 'WRONG_USAGE' ? 'ARGUMENT_INVALID' : code
  return Object.assign(new InputError(reason as InputErrorCode, message, hint), { cause })
}
