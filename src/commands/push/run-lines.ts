import { count } from '../../base/count.js'
import type { RunStart } from '../../ingest/push/push-run.js'

/** The hint of a push that was stopped while it was sending, in its summary or error. */
export const PLACE_KEPT = 'Stopped. Run the same command again to resume.'
/** Of one that sends nothing, or had not begun to. */
export const NOTHING_SENT = 'Stopped. Nothing was sent.'

/** While the journal says that another process has the run. */
export const OTHER_PUSH = 'Another push of this file may still be running elsewhere; watching it for up to 10 s.'

/** What is said of a run when it starts: whether it is a new one, and which rows it will not store again. */
export function startLine({ kind, batchesDone, runId, plan, wereWithoutIds }: RunStart): string {
  const ids = plan.mapping.externalId
  const noIds =
    ids === 'none'
      ? ' Its rows have no ids, so those pushed before are stored again.'
      : wereWithoutIds
        ? ' The rows pushed before were stored without ids, so they are stored again.'
        : ''
  const stay = noIds || ' Rows with an id that is stored there count as duplicates and stay as they are.'
  if (kind === 'resumed') {
    // The plan above counts the whole file: it was made before the journal was read.
    const left = Math.max(0, plan.check.requests - batchesDone)
    return `Resuming run ${runId}: ${count(batchesDone, 'batch', 'batches')} already sent, ${count(left, 'request')} left.`
  }
  if (kind === 'finished') return `Run ${runId} had already finished.`
  if (kind === 'restarted') return `Run ${runId}, from the start.${stay}`
  if (kind === 'reread') {
    const again =
      ids === 'content' && !wereWithoutIds
        ? ' A row that is read differently now gets another id, and is stored again.'
        : stay
    return `This file was pushed there before with other options; this is a new run, ${runId}.${again}`
  }
  if (kind === 'changed')
    return `This file was pushed there before with other content; this is a new run, ${runId}.${noIds}`
  if (kind === 'grown')
    return `This file has grown since it was pushed there: what was sent then is not sent again (--restart sends all). Run ${runId}.`
  return `Run ${runId}.`
}
