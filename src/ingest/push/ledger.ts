import type { MappedItem } from '../map/mapped-row.js'
import type { Batch } from './batches.js'
import type { Outcome } from './journal/records.js'
import type { Progress } from './summary.js'

export interface FieldCounts {
  inserted: number
  duplicates: number
  rejected: number
}

/** Batches that are settled, and their rows as `rows` of the summary counts them. */
export interface Settled {
  rows: number
  batches: number
}

/** The running counts of a push. */
export interface Ledger {
  rowsRead: number
  /** Texts and rejections read: what `rows` of the summary counts. */
  entries: number
  batches: number
  /** Of these, what was settled before this attempt. */
  earlier: Settled
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

/** Adds what became of a batch. */
export function addOutcome(ledger: Ledger, items: readonly MappedItem[], outcome: Outcome): void {
  for (const [index, counts] of ledger.fields.entries()) {
    counts.inserted += outcome.inserted[index] ?? 0
    counts.duplicates += outcome.duplicates[index] ?? 0
  }
  for (const [index] of outcome.faults) ledger.fields[items[index]!.field]!.rejected += 1
  ledger.aps += outcome.aps
}

/** Counts a batch that is settled; `sent`: by this attempt, not by an earlier one. */
export function addBatch(ledger: Ledger, { items, rows }: Batch, sent: boolean): void {
  ledger.batches += 1
  if (sent) return
  ledger.earlier.batches += 1
  ledger.earlier.rows += items.length + rows.reduce((sum, { rejections }) => sum + rejections.length, 0)
}

/** Sums over all fields. */
export function totalsOf({ fields }: Pick<Ledger, 'fields'>): FieldCounts {
  const sum = (member: keyof FieldCounts) => fields.reduce((total, counts) => total + counts[member], 0)
  return { inserted: sum('inserted'), duplicates: sum('duplicates'), rejected: sum('rejected') }
}

/** Where the run stands. */
export function progressOf(ledger: Ledger, rowsExpected: number, elapsedMs: number): Progress {
  const { rowsRead, batches, earlier, inFlight, requests } = ledger
  return {
    rowsRead,
    ...totalsOf(ledger),
    batchesDone: batches,
    earlier: { ...earlier },
    batchesInFlight: inFlight,
    requests,
    rowsExpected,
    elapsedMs,
  }
}
