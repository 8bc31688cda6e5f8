import { count } from '../../base/count.js'
import { InDoubtError } from '../../client/errors.js'
import { InvalidRowsError, UnclearAnswerError } from '../errors.js'
import type { MappedItem, MappedRow } from '../map/mapped-row.js'
import { type Batch, batchLimits, cutBatches } from './batches.js'
import type { BatchOutcome } from './journal/records.js'
import { cutsOf } from './journal/run-journal.js'
import { addBatch, addOutcome, progressOf } from './ledger.js'
import { isStopOf, type PushRun } from './push-run.js'
import { sendItems } from './send-items.js'

const CONCURRENCY = 4

/**
 * Cuts rows into batches and sends these, several at a time, until the file ends or the run is stopped. Resolves to true when everything was
 * settled, to false when a signal ended it; rejects with the first failure that no signal explains, after the batches in flight.
 */
export async function sendBatches(run: PushRun, rows: AsyncIterable<MappedRow[]>): Promise<boolean> {
  const { options, mapping } = run.plan
  const batches = cutBatches(rows, batchLimits(options, mapping.texts.length), cutsOf(run.journal.run.earlier))
  const inFlight = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  const stopped = () => failure !== undefined || run.signal?.aborted === true || run.hardSignal?.aborted === true
  let ended = true
  try {
    for await (const batch of batches) {
      while (inFlight.size >= Math.max(1, run.concurrency ?? CONCURRENCY) && !stopped()) await Promise.race(inFlight)
      if (stopped()) {
        ended = false
        break
      }
      const task: Promise<void> = sendBatch(run, batch)
        .catch((error) => {
          if (isStop(run, error)) ended = false
          else failure ??= { error }
        })
        .finally(() => inFlight.delete(task))
      inFlight.add(task)
    }
  } finally {
    await Promise.all(inFlight)
  }
  if (failure) throw failure.error
  return ended
}

/** Whether a batch failed because the run was ended: what fails meanwhile on its own, such as a full disk, still has to be said. */
function isStop(run: PushRun, error: unknown): boolean {
  return isStopOf(run, error) || (run.hardSignal?.aborted === true && error instanceof InDoubtError)
}

/**
 * Brings a batch to its end: what the service refuses is left out and the rest goes again as a batch of its own. What the journal
 * knows is not sent. Each round leaves at least one item less.
 */
async function sendBatch(run: PushRun, batch: Batch): Promise<void> {
  const { journal, ledger, rejects } = run
  ledger.rowsRead += batch.rows.length
  ledger.inFlight += 1
  try {
    await rejectInvalidRows(run, batch)
    let sent = false
    let left = batch.items
    for (let round = 0; left.length > 0; round += 1) {
      const label = round === 0 ? String(batch.number) : `${batch.number}.${round}`
      const known = journal.find(label).outcome
      const outcome = known ?? (await sendItems(run, label, left).catch((error) => countKnown(run, error)))
      sent ||= known === undefined
      addOutcome(ledger, left, outcome)
      for (const [index, reason] of outcome.faults) {
        const { row } = left[index]!
        run.warnings.add('refused', row.row, { about: reason })
        await rejects.add(row, [reason])
      }
      await rejectUnnamed(run, left, outcome)
      const refused = new Set(outcome.faults.map(([index]) => index))
      left = left.filter(({ field }, index) => outcome.again.includes(field) && !refused.has(index))
    }
    ledger.entries += batch.items.length
    if (batch.items.length > 0) addBatch(ledger, batch, sent)
  } finally {
    ledger.inFlight -= 1
  }
  run.onProgress?.(progressOf(run))
}

/** What an answer that is unclear accounts for is there all the same. */
function countKnown({ ledger }: PushRun, error: unknown): never {
  const { inserted = [], duplicates = [] } = (error instanceof UnclearAnswerError && error.known) || {}
  for (const [index, counts] of ledger.fields.entries()) {
    counts.inserted += inserted[index] ?? 0
    counts.duplicates += duplicates[index] ?? 0
  }
  throw error
}

/** Of items some of which were refused, the service does not say which, all are kept: those that are stored are known when they come again. */
async function rejectUnnamed(
  { rejects, warnings }: PushRun,
  items: readonly MappedItem[],
  { unnamed = [], faults }: BatchOutcome,
): Promise<void> {
  const named = new Set(faults.map(([index]) => index))
  for (const [field, times, reason] of unnamed) {
    const among = items.filter((item, index) => item.field === field && !named.has(index))
    const were = times === 1 ? 'was' : 'were'
    const said = `${times} of ${count(among.length, 'row')} ${were} refused by the service, which does not say which: ${reason}`
    warnings.add('refused_among', among[0]!.row.row, { about: said })
    for (const { row } of among) await rejects.add(row, [said])
  }
}

async function rejectInvalidRows({ plan, ledger, rejects }: PushRun, { rows }: Batch): Promise<void> {
  for (const row of rows) {
    const first = row.rejections[0]
    if (!first) continue
    if (plan.options.onInvalid === 'stop') throw new InvalidRowsError(row.row, first.reason)
    for (const { field } of row.rejections) ledger.fields[field]!.rejected += 1
    ledger.entries += row.rejections.length
    await rejects.add(
      row,
      row.rejections.map(({ reason }) => reason),
    )
  }
}
