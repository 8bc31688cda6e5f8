import type { Warning } from '../warnings.js'

export interface TargetSummary {
  field_id: string
  field_text: string
  column: string
  inserted: number
  duplicates: number
  rejected: number
}

/**
 * What a push did (cli.md section 3). `rows = inserted + duplicates + rejected` once it is finished. With several fields a row
 * counts once for each of its texts; `rows_read` always counts rows of the file.
 */
export interface PushSummary {
  run_id: string
  /** `stopped`: ended early by request or failure; the same push resumes from there. */
  state: 'finished' | 'stopped'
  /** The run was finished before; nothing was sent. */
  already_finished: boolean
  resumed: boolean
  rows: number
  rows_read: number
  inserted: number
  duplicates: number
  rejected: number
  batches: number
  /** What of `rows` and `batches` an earlier attempt had sent, before this one resumed the run. */
  earlier: { rows: number; batches: number }
  /** Of this attempt, as `seconds`. */
  requests: number
  aps_deducted: number
  seconds: number
  rejects_file: string | null
  warnings: Warning[]
  targets: TargetSummary[]
}

/** How far a run is; given to `onProgress` after every batch. */
export interface Progress {
  rowsRead: number
  inserted: number
  duplicates: number
  rejected: number
  batchesDone: number
  /** What of these an earlier attempt had sent. */
  earlier: { rows: number; batches: number }
  batchesInFlight: number
  requests: number
  /** What the rows will come to, by the check; for a share and a time left. */
  rowsExpected: number
  elapsedMs: number
}
