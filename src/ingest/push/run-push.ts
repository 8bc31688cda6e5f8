import { alwaysAfter } from '../../base/always-after.js'
import { FileChangedError, InvalidRowsError, PushStoppedError } from '../errors.js'
import { mapTable } from '../map/map-table.js'
import { resolveFields } from '../map/resolve-fields.js'
import type { PushPlan } from '../plan.js'
import { openTable } from '../read/open-table.js'
import { requireValid } from '../require-valid.js'
import type { TargetField } from '../target.js'
import { findSentPart } from './appended-rows.js'
import { summariseFinished } from './finished-run.js'
import { requireDecidable } from './intent.js'
import { runName } from './journal/run-identity.js'
import { openRunJournal, type RunJournal, rowClock } from './journal/run-journal.js'
import { progressKey, progressName, writeProgress } from './journal/sent-progress.js'
import { kindOf, rememberPush } from './last-push.js'
import { summarisePush } from './ledger.js'
import { createRun, type PushRun, type RunOptions } from './push-run.js'
import { sendBatches } from './send-batches.js'
import type { PushSummary } from './summary.js'

/**
 * Pushes what was planned, exactly once: a run that was started before is resumed, a finished one sends nothing.
 * Rejects with `PushStoppedError` (place kept), `InDoubtError`, `InvalidRowsError`, `RunLockedError`, `FileChangedError`,
 * `RowsChangedError`.
 */
export async function runPush(plan: PushPlan, options: RunOptions): Promise<PushSummary> {
  const fields = resolveFields(plan.mapping.texts, options.target.fields, plan.options.limits?.fields)
  const name = runName(plan, options.target, fields)
  const origin = plan.mapping.externalId === 'none' ? options.origin : undefined
  const releases: (() => Promise<void>)[] = []
  const work = async () => {
    for (const lock of [...(origin ? [progressName(origin.path)] : []), name])
      releases.unshift(await options.journal.lock(lock, options))
    const journal = await openJournal(plan, options, { name, fields, origin })
    if (journal.finished) return summariseFinished(plan, options, { journal, fields }, journal.finished)
    requireValid(plan)
    requireDecidable(journal, options)
    const file = await options.openFile(plan.file.path)
    const run = createRun(plan, options, { journal, fields, file })
    return alwaysAfter(() => pushRows(run), [() => file.close()])
  }
  return alwaysAfter(work, releases)
}

/** Sends the rows of the file; once all are sent, ends the journal. */
async function pushRows(run: PushRun): Promise<PushSummary> {
  const { plan, file, journal, rejects, warnings } = run
  try {
    await requireSameFile(run)
    const table = await openTable(file, plan.read)
    const ended = await sendBatches(run, mapTable(table, plan.mapping, rowClock(journal.run), warnings))
    await requireSameFile(run)
    const summary = summarisePush(run, ended ? 'finished' : 'stopped', await rejects.close())
    if (ended) await journal.write({ type: 'end', summary })
    return summary
  } catch (error) {
    // What went wrong first is what to say, not that the rejects file can't be closed on the same full disk.
    const rejectsFile = await rejects.close().catch(() => undefined)
    if (error instanceof InvalidRowsError) throw error
    throw new PushStoppedError(summarisePush(run, 'stopped', rejectsFile), error)
  }
}

interface RunNames {
  name: string
  fields: TargetField[]
  /** Where rows carry no ids: the file, some of whose rows may have been sent before. */
  origin: RunOptions['origin']
}

/** Opens the journal of the run, and reports how the run starts. Rejects with `RowsChangedError`. */
async function openJournal(
  plan: PushPlan,
  options: RunOptions,
  { name, fields, origin }: RunNames,
): Promise<RunJournal> {
  const { journal: store, target, now } = options
  const { path, size, sha256 } = plan.file
  const restart = options.restart === true
  const before = origin && !restart ? await findSentPart({ plan, options, origin, fields, name }) : undefined
  const journal = await openRunJournal(store, { name, file: { path, size, sha256 }, now: now(), restart, before })
  if (origin) await writeProgress(store, origin, progressKey(plan, target, fields), { run: name, size, sha256 })
  const known = await rememberPush(plan, options, name)
  const kind = await kindOf(plan, options, { journal, name, known })
  options.onStart?.({
    runId: journal.run.runId,
    kind: before ? 'grown' : kind,
    ...(known.ids === 'none' ? { wereWithoutIds: true } : {}),
    batchesDone: journal.doneCount(),
    plan,
  })
  return journal
}

async function requireSameFile({ plan, file }: PushRun): Promise<void> {
  if ((await file.identity()) === plan.file.identity) return
  throw new FileChangedError('the file changed during the push; run the same command again to push the new version')
}
