import type { Operation } from '../../../src/contract/operation.js'
import type { OperationId } from '../../../src/contract/operations/index.js'
import { AS_DECIDED, type Told } from '../../../src/contract/told.js'
import { toWireSchema } from './names.js'
import { type Overrides, refusalOnWire } from './overrides.js'

/** How the service describes itself under these overrides. */
export function describeOverrides(overrides: Omit<Overrides, 'description'>): Told {
  return {
    rowOf: overrides.rowOf,
    inWords(row, words) {
      const worded = AS_DECIDED.inWords(row, words)
      const named = (slot: 'query' | 'body' | 'result') =>
        worded[slot] && { [slot]: toWireSchema(overrides.namesOf(row.id as OperationId, slot, words), worded[slot]) }
      return { ...worded, ...named('query'), ...named('body'), ...named('result') } as Operation
    },
    refusal: (code) => refusalOnWire(AS_DECIDED.refusal(code) as Parameters<typeof refusalOnWire>[0], overrides),
    event: (name, data) => toWireSchema(overrides.eventNames(name), data),
    deliveryHeader: overrides.values['webhook-delivery-id'].header,
  }
}
