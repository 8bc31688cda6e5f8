import type { Plan } from '../plan.js'
import type { JournalStore, OutputFile } from '../ports.js'
import type { PushClient, PushTarget } from '../target.js'
import type { Progress } from './summary.js'

/** What running a plan needs. */
export interface RunOptions {
  client: PushClient
  target: PushTarget
  journal: JournalStore
  /** Opens the rejects file; called at the first rejected row only. */
  openRejects(path: string): Promise<OutputFile>
  /** Default: the pushed file's path + `.rejects.csv`. */
  rejectsPath?: string
  now(): number
  sleep(ms: number): Promise<void>
  /** Which file it is: its absolute path, and what stays its own when it is moved. Absent: it cannot come again. */
  origin?: { path: string; id: string; watched: boolean }
  /** Ends the run after the batches in flight. */
  signal?: AbortSignal
  /** Ends it at once. */
  hardSignal?: AbortSignal
  /** Requests in flight; 4 where absent. */
  concurrency?: number
  /** Begins anew, whatever the journal says. */
  restart?: boolean
  /** Decides batches in doubt (`--assume-sent`, `--assume-lost`). */
  assume?: 'sent' | 'lost'
  /** How this run begins, and with what plan; before the first request. */
  onStart?(start: RunStart): void
  onProgress?(progress: Progress): void
}

export interface RunStart {
  runId: string
  /**
   * `changed`: this path was pushed there before with other content. `grown`: with the beginning of what it holds now, whose rows
   * carry no ids and are not sent again.
   */
  kind: 'new' | 'resumed' | 'finished' | 'changed' | 'grown'
  /** Batches the journal already knows as done. */
  batchesDone: number
  plan: Plan
}
