import type { Plan } from '../plan.js'
import type { TargetField } from '../target.js'
import type { Warnings } from '../warnings.js'
import type { RunJournal } from './journal/run-journal.js'
import { type Ledger, totalsOf } from './ledger.js'
import type { Summary } from './summary.js'

export interface SummaryParts {
  plan: Plan
  journal: RunJournal
  fields: readonly TargetField[]
  ledger: Ledger
  warnings: Warnings
  state: Summary['state']
  rejectsFile: string | undefined
  elapsedMs: number
}

/** The summary of a run. A run that stopped counts what is settled, so that its rows add up as well. */
export function summarise({
  plan,
  journal,
  fields,
  ledger,
  warnings,
  state,
  rejectsFile,
  elapsedMs,
}: SummaryParts): Summary {
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
    seconds: elapsedMs / 1_000,
    rejects_file: rejectsFile ?? null,
    warnings: warnings.list(),
    targets: fields.map(({ id, text }, index) => ({
      field_id: id,
      field_text: text,
      column: plan.mapping.texts[index]!.header,
      ...ledger.fields[index]!,
    })),
  }
}
