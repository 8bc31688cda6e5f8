import { ERRORS, type ErrorCode } from '../errors.js'
import { DELIVERED, type DeliveredName } from '../events.js'
import type { Operation, WireWords } from '../operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '../service-description.js'
import type { Codec } from './codec.js'
import { type Contract, DEFAULT_CONTRACT } from './contract.js'
import { type Facts, SLOTS, type Slot } from './facts.js'
import { withRoutes } from './routes.js'
import { eventCodec, eventKey, rowUnder, slotCodec, slotKey, slotsOf } from './slots.js'
import { readValues } from './values.js'

/** The contract with these facts in force. They were checked before (`checkFacts`). */
export function contractWith(facts: Facts = {}): Contract {
  if (Object.keys(facts).length === 0) return DEFAULT_CONTRACT
  const slots = slotsOf(facts)
  const rows = new Map(OPERATION_IDS.map((id) => [id, rowWith(id)]))
  const codecs = new Map<string, Codec | undefined>()
  const kept = (key: string, make: () => Codec | undefined) => {
    if (!codecs.has(key)) codecs.set(key, make())
    return codecs.get(key)
  }
  const contract: Omit<Contract, 'description'> = {
    facts,
    rowOf: (id) => rows.get(id)!,
    codecOf(id, slot, words) {
      const key = slotKey(id, slot)
      return kept(`${key} ${words}`, () => slotCodec(facts, slots.get(key), { id, slot, words }))
    },
    eventCodec(name) {
      const key = eventKey(name)
      return kept(key, () => eventCodec(DELIVERED[name].data, slots.get(key)))
    },
    refusal: (code) => refusalUnder(facts, code),
    errorCode: (status, code) => ourCode(facts, status, code),
    values: readValues(facts),
  }
  return { ...contract, description: describe(contract) }

  function rowWith(id: OperationId): Operation {
    const row = withRoutes(rowOf(id), facts)
    return SLOTS.reduce((whole, slot) => rowUnder(whole, slot, slots.get(slotKey(id, slot))), row)
  }
}

function refusalUnder(facts: Facts, code: ErrorCode): { code: string; status: number } {
  const known = facts[`error:${code}`] as { code?: string; status?: number } | undefined
  const { status } = DEFAULT_CONTRACT.refusal(code)
  return { code: known?.code ?? code, status: known?.status ?? status }
}

/** Of several codes that are one on the wire, the one of that status. */
function ourCode(facts: Facts, status: number, code: string): string {
  const known = (Object.keys(ERRORS) as ErrorCode[]).filter((each) => {
    return facts[`error:${each}`] !== undefined && refusalUnder(facts, each).code === code
  })
  return known.find((each) => refusalUnder(facts, each).status === status) ?? known[0] ?? code
}

function describe(contract: Omit<Contract, 'description'>): ServiceDescription {
  return {
    rowOf: contract.rowOf,
    inWords: (row, words) => {
      const worded = DEFAULT_DESCRIPTION.inWords(row, words)
      return SLOTS.reduce<Operation>((whole, slot) => withWireSlot(whole, slot, words), worded)
    },
    refusal: contract.refusal,
    event: (name, data) => contract.eventCodec(name as DeliveredName)?.schemaToWire(data) ?? data,
    deliveryHeader: contract.values['webhook-delivery-id'].header,
  }

  function withWireSlot(row: Operation, slot: Slot, words: WireWords): Operation {
    const codec = contract.codecOf(row.id as OperationId, slot, words)
    return codec && row[slot] ? { ...row, [slot]: codec.schemaToWire(row[slot]) } : row
  }
}
