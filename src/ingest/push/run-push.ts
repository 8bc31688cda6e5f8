import { FileChangedError, InvalidRowsError, PushStoppedError } from '../errors.js'
import { mapTable } from '../map/map-table.js'
import type { Plan } from '../plan.js'
import type { InputFile } from '../ports.js'
import { openTable } from '../read/open-table.js'
import { resolveFields } from '../resolve-fields.js'
import type { TargetField } from '../target.js'
import { createWarnings, noteWholeFile } from '../warnings.js'
import { findGrowth } from './appended-rows.js'
import { requireDecidable } from './assume.js'
import { createBodyRoom } from './body-room.js'
import { noteName, runName } from './journal/run-identity.js'
import { openRunJournal, type RunJournal, rowClock } from './journal/run-journal.js'
import { takenKey, takenName, writeTaken } from './journal/sent-progress.js'
import { createLedger } from './ledger.js'
import type { PayloadSettings } from './payload.js'
import type { RunOptions, RunStart } from './push-run.js'
import { createRejectsWriter } from './rejects.js'
import { sendBatches } from './send-batches.js'
import { summarise } from './summarise.js'
import type { Summary } from './summary.js'

/**
 * Pushes what was planned, exactly once: a run that was begun before goes on where it stopped, a finished one sends nothing.
 * Rejects with `PushStoppedError` (place kept), `InDoubtError`, `InvalidRowsError`, `RunLockedError`, `FileChangedError`,
 * `RowsChangedError`.
 */
export async function runPush(plan: Plan, run: RunOptions): Promise<Summary> {
  const fields = resolveFields(plan.mapping.texts, run.target.fields)
  const name = runName(plan, run.target, fields)
  const origin = plan.mapping.externalId === 'none' ? run.origin : undefined
  const locked = [...(origin ? [takenName(origin.path)] : []), name]
  const releases: (() => Promise<void>)[] = []
  try {
    for (const lock of locked) releases.unshift(await run.journal.lock(lock))
    return await pushLocked({ plan, run, fields, origin, name })
  } finally {
    for (const release of releases) await release()
  }
}

interface LockedPush {
  plan: Plan
  run: RunOptions
  fields: TargetField[]
  /** Where rows carry no ids: the file, of which may have been taken before. */
  origin: RunOptions['origin']
  name: string
}

async function pushLocked({ plan, run, fields, origin, name }: LockedPush): Promise<Summary> {
  const { path, size, sha256 } = plan.file
  const restart = run.restart === true
  const settings = payloadSettings(plan, run, fields)
  const growth = origin && !restart ? await findGrowth({ plan, run, fields, settings, name }) : undefined
  const start = { name, file: { path, size, sha256 }, now: run.now(), restart, growth }
  const journal = await openRunJournal(run.journal, start)
  if (origin) {
    await writeTaken(run.journal, origin, takenKey(plan, run.target, fields), { run: name, size, sha256 })
  }
  const kind = await kindOf(plan, run, journal)
  run.onStart?.({ runId: journal.run.runId, kind: growth ? 'grown' : kind, batchesDone: journal.doneCount(), plan })
  if (journal.finished) return finishedBefore(journal.finished)
  requireValid(plan)
  requireDecidable(journal, run)
  const file = await plan.ports.openFile(path)
  try {
    return await pushFile({ plan, run, journal, fields, settings, file })
  } finally {
    await file.close()
  }
}

function finishedBefore(summary: Summary): Summary {
  const { rows, batches } = summary
  return { ...summary, already_finished: true, earlier: { rows, batches }, requests: 0, seconds: 0 }
}

interface Push {
  plan: Plan
  run: RunOptions
  journal: RunJournal
  fields: TargetField[]
  settings: PayloadSettings
  file: InputFile
}

function payloadSettings({ options }: Plan, { target }: RunOptions, fields: TargetField[]): PayloadSettings {
  const { sourceReference, sync } = options
  return {
    ...{ target, fields, bodies: createBodyRoom() },
    ...(sourceReference === undefined ? {} : { sourceReference }),
    ...(sync ? { sync } : {}),
  }
}

async function pushFile({ plan, run, journal, fields, settings, file }: Push): Promise<Summary> {
  const startedAt = run.now()
  const ledger = createLedger(fields.length)
  const warnings = createWarnings()
  noteWholeFile(plan.mapping, plan.file.columns, warnings)
  const rejects = createRejectsWriter(
    run.rejectsPath ?? `${plan.file.path}.rejects.csv`,
    plan.file.columns,
    run.openRejects,
  )
  const onRequest = () => {
    ledger.requests += 1
  }
  const finish = async (state: Summary['state']) =>
    summarise({
      plan,
      journal,
      fields,
      ledger,
      warnings,
      state,
      rejectsFile: await rejects.close(),
      elapsedMs: run.now() - startedAt,
    })
  try {
    await requireSameFile(plan, file)
    const rows = mapTable(await openTable(file, plan.read), plan.mapping, rowClock(journal.run), warnings)
    const ended = await sendBatches({
      plan,
      context: { run, journal, settings, onRequest },
      rows,
      ledger,
      rejects,
      startedAt,
    })
    await requireSameFile(plan, file)
    const summary = await finish(ended ? 'finished' : 'stopped')
    if (ended) await journal.write({ type: 'end', summary })
    return summary
  } catch (error) {
    const summary = await finish('stopped')
    throw error instanceof InvalidRowsError ? error : new PushStoppedError(summary, error)
  }
}

/** With `--on-invalid stop` what the check found stops the run before its first request. */
function requireValid({ options, check }: Plan): void {
  if (options.onInvalid !== 'stop') return
  const rejection = check.rejections[0]
  if (rejection) throw new InvalidRowsError(rejection.row, rejection.reason)
  const damaged = check.warnings.find(({ kind }) => kind === 'damaged_ids')
  if (damaged) throw new InvalidRowsError(damaged.rows[0]!, 'its id was damaged by a spreadsheet')
}

async function requireSameFile(plan: Plan, file: InputFile): Promise<void> {
  if ((await file.identity()) === plan.file.identity) return
  throw new FileChangedError('the file changed while it was pushed; push it again to go on with the new one')
}

/** Remembers what this path held when it was last pushed here, to say so when it has changed. */
async function kindOf(plan: Plan, run: RunOptions, journal: RunJournal): Promise<RunStart['kind']> {
  if (journal.finished) return 'finished'
  const note = noteName(plan, run.target)
  const known = await run.journal.read(note)
  const now = JSON.stringify({ sha256: plan.file.sha256 })
  if (known !== now) await run.journal.write(note, now)
  if (journal.resumed) return 'resumed'
  return known !== undefined && known !== now ? 'changed' : 'new'
}
