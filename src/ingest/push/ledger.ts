import type { MappedItem } from '../map/mapped-row.js'
import type { Batch } from './batches.js'
import type { BatchOutcome } from './journal/records.js'
import type { PushRun } from './push-run.js'
import type { Progress, PushSummary } from './summary.js'

interface FieldCounts {
  inserted: number
  duplicates: number
  rejected: number
}

/** The running counts of a push. */
export interface Ledger {
  rowsRead: number
  /** Texts and rejections read: what `rows` of the summary counts. */
  entries: number
  batches: number
  /** Of these, what was settled before this attempt; its rows as `rows` of the summary counts them. */
  earlier: { rows: number; batches: number }
  inFlight: number
  requests: number
  aps: number
  fields: FieldCounts[]
}

/** A ledger with nothing in it. */
export function createLedger(fieldCount: number): Ledger {
  const fields = Array.from({ length: fieldCount }, () => ({ inserted: 0, duplicates: 0, rejected: 0 }))
  return {
    rowsRead: 0,
    entries: 0,
    batches: 0,
    earlier: { rows: 0, batches: 0 },
    inFlight: 0,
    requests: 0,
    aps: 0,
    fields,
  }
}

/** Adds the outcome of items that were sent. */
export function addOutcome(ledger: Ledger, items: readonly MappedItem[], outcome: BatchOutcome): void {
  for (const [index, counts] of ledger.fields.entries()) {
    counts.inserted += outcome.inserted[index] ?? 0
    counts.duplicates += outcome.duplicates[index] ?? 0
  }
  for (const [index] of outcome.faults) ledger.fields[items[index]!.field]!.rejected += 1
  for (const [field, count] of outcome.unnamed ?? []) ledger.fields[field]!.rejected += count
  ledger.aps += outcome.aps
}

/** Counts a batch that is settled; `sent`: by this attempt, not by an earlier one. */
export function addBatch(ledger: Ledger, { items, rows }: Batch, sent: boolean): void {
  ledger.batches += 1
  if (sent) return
  ledger.earlier.batches += 1
  ledger.earlier.rows += items.length + rows.reduce((sum, { rejections }) => sum + rejections.length, 0)
}

/** How far the run is. */
export function progressOf({ plan, ledger, startedAt, now }: PushRun): Progress {
  return {
    rowsRead: ledger.rowsRead,
    ...totalsOf(ledger),
    batchesDone: ledger.batches,
    earlier: { ...ledger.earlier },
    batchesInFlight: ledger.inFlight,
    requests: ledger.requests,
    rowsExpected: plan.check.items + plan.check.rejected,
    elapsedMs: now() - startedAt,
  }
}

/**
 * Sums a run up, with the path of its rejects file if there is one. One that stopped counts what is settled, so that its rows add
 * up as well.
 */
export function summarisePush(run: PushRun, state: PushSummary['state'], rejectsFile: string | undefined): PushSummary {
  const { plan, journal, ledger } = run
  const totals = totalsOf(ledger)
  return {
    run_id: journal.run.runId,
    state,
    already_finished: false,
    resumed: journal.resumed,
    rows: state === 'finished' ? ledger.entries : totals.inserted + totals.duplicates + totals.rejected,
    rows_read: ledger.rowsRead,
    ...totals,
    batches: ledger.batches,
    earlier: ledger.earlier,
    requests: ledger.requests,
    // Sums of decimals: the service counts to a millionth.
    aps_deducted: Math.round(ledger.aps * 1e6) / 1e6,
    seconds: (run.now() - run.startedAt) / 1_000,
    rejects_file: rejectsFile ?? null,
    warnings: run.warnings.list(),
    targets: run.fields.map(({ id, text }, index) => ({
      field_id: id,
      field_text: text,
      column: plan.mapping.texts[index]!.header,
      ...ledger.fields[index]!,
    })),
  }
}

/** Sums over all fields. */
function totalsOf({ fields }: Ledger): FieldCounts {
  const sum = (member: keyof FieldCounts) => fields.reduce((total, counts) => total + counts[member], 0)
  return { inserted: sum('inserted'), duplicates: sum('duplicates'), rejected: sum('rejected') }
}
