import { listAssumptions as ledger } from '../../src/contract/assumptions/ledger.js'
import { howToOverride } from '../../src/contract/assumptions/overridable.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Overrides } from '../core/overrides/overrides.js'
import { Refusal } from '../core/refusal.js'

/** What the interface leaves open and this emulator decided (contract.md section 11). */
const listAssumptions: ControlHandler<'listAssumptions'> = {
  act: (_input, { settings }) => ({ items: shown(settings.overrides) }),
}

const getAssumption: ControlHandler<'getAssumption'> = {
  act({ params: { id = '' } }, { settings }) {
    const found = shown(settings.overrides).find((row) => row.id === id)
    if (!found) throw new Refusal('NOT_FOUND', `there is no assumption ${id.slice(0, 80)}`)
    return found
  },
}

function shown(overrides: Overrides) {
  return ledger().map((row) => ({ ...row, ...shownOf(row.id, overrides) }))
}

function shownOf(id: string, { given }: Overrides) {
  const override = Object.hasOwn(given, id) ? given[id] : undefined
  return { overridden: override !== undefined, how: howToOverride(id) ?? null, override: override ?? null }
}

export const HANDLERS = { listAssumptions, getAssumption }
