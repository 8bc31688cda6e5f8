import type { PushPlan } from './plan.js'
import type { Progress, PushSummary } from './push/summary.js'
import type { PushFileProgress, PushFileResult } from './push-file-types.js'
import type { PushTarget } from './target.js'

/** Tells a program how far its push is. */
export interface Reporter {
  planning(): void
  sending(progress: Progress): void
  waiting(ms: number): void
  /** Reports the end; gives the result back. */
  done(result: PushFileResult, rowsRead: number): PushFileResult
}

const NOTHING: PushFileProgress = {
  phase: 'planning',
  rowsRead: 0,
  rowsSent: 0,
  inserted: 0,
  duplicates: 0,
  rejected: 0,
  of: null,
  waitingMs: 0,
}

/** Makes the reporter of one push. */
export function createReporter(onProgress: ((progress: PushFileProgress) => void) | undefined): Reporter {
  let latest = NOTHING
  const report = (change: Partial<PushFileProgress>) => {
    latest = { ...latest, waitingMs: 0, ...change }
    onProgress?.(latest)
  }
  return {
    planning: () => report({}),
    sending({ rowsRead, inserted, duplicates, rejected, rowsExpected }) {
      const rowsSent = inserted + duplicates + rejected
      report({ phase: 'sending', rowsRead, rowsSent, inserted, duplicates, rejected, of: rowsExpected })
    },
    waiting: (ms) => report({ phase: 'waiting', waitingMs: ms }),
    done(result, rowsRead) {
      const { rows, inserted, duplicates, rejected } = result
      const rowsSent = inserted + duplicates + rejected
      report({ phase: 'done', rowsRead, rowsSent, inserted, duplicates, rejected, of: rows })
      return result
    },
  }
}

/** What a push came to, for a program. */
export function resultOf(summary: PushSummary, { check }: PushPlan, { sourceId }: PushTarget): PushFileResult {
  const { rows, inserted, duplicates, rejected, batches, requests, resumed, already_finished } = summary
  return {
    state: 'pushed',
    ...{ rows, inserted, duplicates, rejected },
    rejectsFile: summary.rejects_file,
    rejections: check.rejections,
    ...{ batches, requests },
    resumed: resumed || already_finished,
    alreadyFinished: already_finished,
    sourceId,
  }
}

/** What a check found, for a program. */
export function checkedResult({ check }: PushPlan, target: PushTarget | undefined): PushFileResult {
  return {
    state: 'checked',
    rows: check.items + check.rejected,
    ...{ inserted: 0, duplicates: check.repeated, rejected: check.rejected },
    rejectsFile: null,
    rejections: check.rejections,
    ...{ batches: 0, requests: 0 },
    resumed: false,
    alreadyFinished: false,
    sourceId: target?.sourceId ?? null,
  }
}
