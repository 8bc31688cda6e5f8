import { listAssumptions as ledger } from '../../src/contract/assumptions/ledger.js'
import { howToOverride } from '../../src/contract/assumptions/overridable.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { ControlHandler } from '../core/control-handler.js'
import { Refusal } from '../core/refusal.js'

/** What the interface leaves open and this emulator decided (contract.md section 11). */
const listAssumptions: ControlHandler<'listAssumptions'> = {
  act: (_input, { settings }) => ({ items: shown(settings.contract) }),
}

const getAssumption: ControlHandler<'getAssumption'> = {
  act({ params: { id = '' } }, { settings }) {
    const found = shown(settings.contract).find((row) => row.id === id)
    if (!found) throw new Refusal('NOT_FOUND', `assumption ${id.slice(0, 80)} not found`)
    return found
  },
}

function shown(contract: Contract) {
  return ledger().map((row) => ({ ...row, ...shownOf(row.id, contract) }))
}

function shownOf(id: string, { facts }: Contract) {
  const override = Object.hasOwn(facts, id) ? facts[id] : undefined
  return { overridden: override !== undefined, how: howToOverride(id) ?? null, override: override ?? null }
}

export const HANDLERS = { listAssumptions, getAssumption }
