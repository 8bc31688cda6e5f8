import { listAssumptions as ledger } from '../../src/contract/assumptions.js'
import { howToOverride } from '../../src/contract/overridable.js'
import type { Overrides } from '../overrides/overrides.js'
import type { ControlHandler } from './handler.js'

/** What the interface leaves open and this emulator decided (contract.md section 11). */
export const listAssumptions: ControlHandler<'listAssumptions'> = {
  act: (_input, { settings }) => ({
    items: ledger().map((row) => ({ ...row, ...shownOf(row.id, settings.overrides) })),
  }),
}

function shownOf(id: string, { given }: Overrides) {
  const override = Object.hasOwn(given, id) ? given[id] : undefined
  return { overridden: override !== undefined, how: howToOverride(id) ?? null, override: override ?? null }
}
