import { InvalidRowsError } from '../errors.js'
import type { MappedRow } from '../map/mapped-row.js'
import type { Plan } from '../plan.js'
import { type Batch, batchLimits, cutBatches } from './batches.js'
import type { SendContext } from './context.js'
import { cutsOf } from './journal/run-journal.js'
import { addBatch, addOutcome, type Ledger, progressOf } from './ledger.js'
import type { RejectsWriter } from './rejects.js'
import { settleBatch } from './settle-batch.js'

const CONCURRENCY = 4

export interface SendWork {
  plan: Plan
  context: SendContext
  rows: AsyncIterable<MappedRow[]>
  ledger: Ledger
  rejects: RejectsWriter
  startedAt: number
}

/**
 * Cuts and sends batches, several at once, until the file or the patience ends. Resolves to true when everything was settled, to
 * false when `signal` ended it; rejects with the first failure, after the batches in flight.
 */
export async function sendBatches(work: SendWork): Promise<boolean> {
  const { run } = work.context
  const inFlight = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  const stopped = () => failure !== undefined || run.signal?.aborted === true || run.hardSignal?.aborted === true
  const { options, mapping } = work.plan
  const cuts = cutsOf(work.context.journal.run.earlier)
  const batches = cutBatches(work.rows, batchLimits(options, mapping.texts.length), cuts)
  let ended = true
  try {
    for await (const batch of batches) {
      while (inFlight.size >= Math.max(1, run.concurrency ?? CONCURRENCY) && !stopped()) await Promise.race(inFlight)
      if (stopped()) {
        ended = false
        break
      }
      const task: Promise<void> = sendBatch(work, batch)
        .catch((error) => {
          failure ??= { error }
        })
        .finally(() => inFlight.delete(task))
      inFlight.add(task)
    }
  } finally {
    await Promise.all(inFlight)
  }
  if (failure && !run.hardSignal?.aborted) throw failure.error
  return ended && failure === undefined
}

async function sendBatch(work: SendWork, batch: Batch): Promise<void> {
  const { plan, context, ledger, rejects } = work
  ledger.rowsRead += batch.rows.length
  ledger.inFlight += 1
  try {
    await takeRejections(work, batch)
    const sent = await settleBatch(context, batch.number, batch.items, async (items, outcome) => {
      addOutcome(ledger, items, outcome)
      for (const [index, reason] of outcome.faults) await rejects.add(items[index]!.row, [reason])
    })
    ledger.entries += batch.items.length
    if (batch.items.length > 0) addBatch(ledger, batch, sent)
  } finally {
    ledger.inFlight -= 1
  }
  context.run.onProgress?.(
    progressOf(ledger, plan.check.items + plan.check.rejected, context.run.now() - work.startedAt),
  )
}

async function takeRejections({ plan, ledger, rejects }: SendWork, { rows }: Batch): Promise<void> {
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
