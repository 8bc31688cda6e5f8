import type { PushPlan } from '../plan.js'
import type { InputFile, JournalStore, Ports, RejectsFile } from '../ports.js'
import type { PushClient, PushTarget, TargetField } from '../target.js'
import { createWarnings, noteWholeFile, type Warnings } from '../warnings.js'
import type { RunJournal } from './journal/run-journal.js'
import { createLedger, type Ledger } from './ledger.js'
import { type BodyBuffers, createBodyBuffers } from './payload.js'
import { createRejectsWriter, type RejectsWriter } from './rejects.js'
import type { Progress, PushSummary } from './summary.js'

/** What running a plan needs. */
export interface RunOptions extends Ports {
  client: PushClient
  target: PushTarget
  journal: JournalStore
  /** Opens the rejects file of a run; called at the first rejected row only. */
  openRejects(path: string, runId: string): Promise<RejectsFile>
  /** Finds the file that still holds the rejected rows of a finished run; undefined if it has to be written again. */
  findRejects?(finished: PushSummary): Promise<string | undefined>
  /** Default: the pushed file's path + `.rejects.csv`. */
  rejectsPath?: string
  sleep(ms: number): Promise<void>
  /** Which file it is: its absolute path, and what stays its own when it is moved. Absent: it cannot come again. */
  origin?: { path: string; id: string; watched: boolean }
  /** Ends the run after the batches in flight. */
  signal?: AbortSignal
  /** Ends it immediately. */
  hardSignal?: AbortSignal
  /** Requests in flight; 4 where absent. */
  concurrency?: number
  /** Starts a new run, whatever the journal says. */
  restart?: boolean
  /** Decides batches in doubt (`--assume-sent`, `--assume-lost`). */
  assume?: 'sent' | 'lost'
  /** How this run starts, and with what plan; before the first request. */
  onStart?(start: RunStart): void
  onProgress?(progress: Progress): void
  /** Called once where another push of this file may still be running elsewhere, and is watched for up to 10 s. */
  onWatch?(): void
}

export interface RunStart {
  runId: string
  /**
   * `changed`: this path was pushed there before with other content. `grown`: with the start of what it holds now, whose rows
   * carry no ids and are not sent again. `restarted`: this very run was started before. `reread`: the same content was pushed there with
   * other options.
   */
  kind: 'new' | 'resumed' | 'finished' | 'changed' | 'grown' | 'restarted' | 'reread'
  /** The last push of this path sent rows without ids, so none of them counts as a duplicate. */
  wereWithoutIds?: boolean
  /** Batches the journal already knows as done. */
  batchesDone: number
  plan: PushPlan
}

type SharedOptions =
  | 'client'
  | 'target'
  | 'now'
  | 'sleep'
  | 'signal'
  | 'hardSignal'
  | 'concurrency'
  | 'assume'
  | 'onProgress'

/** A push under way: what was planned, where it goes, and how far it has come. */
export interface PushRun extends Pick<RunOptions, SharedOptions> {
  plan: PushPlan
  /** The field of each text column, in their order. */
  fields: readonly TargetField[]
  /** The file, open. */
  file: InputFile
  journal: RunJournal
  ledger: Ledger
  rejects: RejectsWriter
  warnings: Warnings
  bodies: BodyBuffers
  startedAt: number
}

/** A run at its start: nothing counted, nothing sent. */
export function createRun(
  plan: PushPlan,
  options: RunOptions,
  { journal, fields, file }: Pick<PushRun, 'journal' | 'fields' | 'file'>,
): PushRun {
  const { columns, path } = plan.file
  const warnings = createWarnings()
  noteWholeFile(plan.mapping, columns, warnings)
  const openRejects = async (where: string) => {
    const rejects = await options.openRejects(where, journal.run.runId)
    if (rejects.kept) warnings.doubt({ kind: rejects.kept.kind, about: rejects.kept.path })
    return rejects
  }
  return {
    ...options,
    plan,
    fields,
    file,
    journal,
    ledger: createLedger(fields.length),
    rejects: createRejectsWriter(options.rejectsPath ?? `${path}.rejects.csv`, columns, openRejects),
    warnings,
    bodies: createBodyBuffers(),
    startedAt: options.now(),
  }
}

/** Whether a request was ended by a stop of the run before it left. */
export function isStopOf({ signal, hardSignal }: PushRun, error: unknown): boolean {
  return [signal, hardSignal].some((each) => each?.aborted === true && error === each.reason)
}
