import { type Assumption, listAssumptions } from '../assumptions/ledger.js'
import { type EvidenceKind, observableBy } from '../assumptions/observable.js'
import { howToOverride } from '../assumptions/overridable.js'
import type { Fact, Facts } from './facts.js'

/** An assumption, how a fact says otherwise (null: nothing can), and the fact that does. */
interface AssumptionUnder extends Assumption {
  overridden: boolean
  how: string | null
  override: Fact | null
  /** What shows how a service decided; empty where only an emulator can play it. */
  settled_by: EvidenceKind[]
}

/** The ledger with the facts in force. */
export function ledgerUnder(facts: Facts): AssumptionUnder[] {
  return listAssumptions().map((row) => {
    const override = Object.hasOwn(facts, row.id) ? facts[row.id]! : null
    return {
      ...row,
      overridden: override !== null,
      how: howToOverride(row.id) ?? null,
      override,
      settled_by: [...observableBy(row.id)],
    }
  })
}
