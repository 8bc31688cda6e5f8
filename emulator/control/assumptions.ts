import { ledgerUnder } from '../../src/contract/facts/ledger-under.js'
import type { ControlHandler } from '../core/control-handler.js'
import { notFound } from '../core/refusal.js'

/** What the interface leaves open and this emulator decided (contract.md section 11). */
const listAssumptions: ControlHandler<'listAssumptions'> = {
  act: (_input, { settings }) => ({ items: ledgerUnder(settings.contract.facts) }),
}

const getAssumption: ControlHandler<'getAssumption'> = {
  act({ params: { id = '' } }, { settings }) {
    const rows = ledgerUnder(settings.contract.facts)
    const found = rows.find((row) => row.id === id)
    if (!found) {
      throw notFound(
        'assumption',
        id.slice(0, 80),
        rows.map((row) => row.id),
      )
    }
    return found
  },
}

export const HANDLERS = { listAssumptions, getAssumption }
