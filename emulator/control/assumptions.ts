import { listAssumptions as ledger } from '../../src/contract/assumptions.js'
import type { ControlHandler } from './handler.js'

/** What the interface leaves open and this emulator decided (contract.md section 11). */
export const listAssumptions: ControlHandler<'listAssumptions'> = {
  act: (_input, { settings }) => ({
    items: ledger().map((row) => ({ ...row, overridden: Object.hasOwn(settings.overrides, row.id) })),
  }),
}
