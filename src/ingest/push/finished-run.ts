import { alwaysAfter } from '../../base/always-after.js'
import { mapTable } from '../map/map-table.js'
import type { PushPlan } from '../plan.js'
import { openTable } from '../read/open-table.js'
import type { PushClient } from '../target.js'
import { isOfRejects, type Warning } from '../warnings.js'
import { rowClock } from './journal/run-journal.js'
import { createRun, type PushRun, type RunOptions } from './push-run.js'
import { sendBatches } from './send-batches.js'
import type { PushSummary } from './summary.js'

/** Returns the summary of a run that finished before, with the file that holds its rejected rows now. */
export async function summariseFinished(
  plan: PushPlan,
  options: RunOptions,
  parts: Pick<PushRun, 'journal' | 'fields'>,
  finished: PushSummary,
): Promise<PushSummary> {
  const { rows, batches, rejected } = finished
  const rejects = rejected > 0 ? await findRejects(plan, options, parts, finished) : undefined
  const again = { already_finished: true, earlier: { rows, batches }, requests: 0, seconds: 0 }
  const warnings = [...finished.warnings.filter((each) => !isOfRejects(each)), ...(rejects?.warnings ?? [])]
  return { ...finished, ...again, rejects_file: rejects?.file ?? null, warnings }
}

/** Finds the rejected rows of a finished run, or writes them again from its journal where the file is gone or another one is asked for. */
async function findRejects(
  plan: PushPlan,
  options: RunOptions,
  parts: Pick<PushRun, 'journal' | 'fields'>,
  finished: PushSummary,
): Promise<{ file: string | undefined; warnings: Warning[] }> {
  const there = await options.findRejects?.(finished)
  if (there !== undefined) return { file: there, warnings: [] }
  const file = await options.openFile(plan.file.path)
  const lenient: PushPlan = { ...plan, options: { ...plan.options, onInvalid: 'skip' } }
  // Ignore stop signals: nothing is sent, and a half-written file would look complete.
  const { signal: _, hardSignal: __, ...unstopped } = options
  const run = createRun(lenient, { ...unstopped, client: SENDS_NOTHING }, { ...parts, file })
  const write = async () => {
    const table = await openTable(file, plan.read)
    await sendBatches(run, mapTable(table, plan.mapping, rowClock(run.journal.run), run.warnings))
    return { file: await run.rejects.close(), warnings: run.warnings.list().filter(isOfRejects) }
  }
  return alwaysAfter(write, [() => file.close()])
}

const sendNothing = () => Promise.reject(new Error('a run that has finished sends nothing'))
const SENDS_NOTHING: PushClient = { pushContent: sendNothing, pushBulk: sendNothing, getTask: sendNothing }
