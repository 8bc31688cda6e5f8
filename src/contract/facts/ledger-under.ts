import { type Assumption, listAssumptions } from '../assumptions/ledger.js'
import { howToOverride } from '../assumptions/overridable.js'
import type { Fact, Facts } from './facts.js'

/** An assumption, how a fact says otherwise (null: nothing can), and the fact that does. */
interface AssumptionUnder extends Assumption {
  overridden: boolean
  how: string | null
  override: Fact | null
}

/** The ledger with the facts in force. */
export function ledgerUnder(facts: Facts): AssumptionUnder[] {
  return listAssumptions().map((row) => {
    const override = Object.hasOwn(facts, row.id) ? facts[row.id]! : null
    return { ...row, overridden: override !== null, how: howToOverride(row.id) ?? null, override }
  })
}
