import type { Plan } from './plan.js'
import type { JournalStore, OutputFile } from './ports.js'
import type { Progress } from './summary.js'
import type { PushClient, PushTarget } from './target.js'

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
  /** `changed`: this path was pushed there before with other content. */
  kind: 'new' | 'resumed' | 'finished' | 'changed'
  /** Batches the journal already knows as done. */
  batchesDone: number
  plan: Plan
}
