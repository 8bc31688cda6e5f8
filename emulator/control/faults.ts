import { FAULT_NEEDS, type FaultSetting, operationsOfFault, WEBHOOK_FAULTS } from '../../src/contract/control/faults.js'
import type { ControlResultOf } from '../../src/contract/control/index.js'
import type { ControlHandler } from '../core/control-handler.js'
import { invalid, notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { dropSpentFaults } from '../rules/caps.js'
import { put, remove } from '../state/change.js'
import type { Fault, State } from '../state/state.js'

const NEEDED: Partial<Record<Fault['kind'], keyof FaultSetting>> = FAULT_NEEDS

const listFaults: ControlHandler<'listFaults'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.faults).map(faultOnWire) } }),
}

const getFault: ControlHandler<'getFault'> = {
  decide: ({ params }, { state }) => ({ answer: faultOnWire(requireFault(state, params.id)) }),
}

/** A fault that hits a counted number of requests. */
const createFault: ControlHandler<'createFault'> = {
  decide({ body }, { state, ids, organization }) {
    const ofWebhooks = (WEBHOOK_FAULTS as readonly string[]).includes(body.kind)
    if (ofWebhooks !== (body.operation === 'webhook')) {
      const where = ofWebhooks ? 'the operation "webhook"' : 'operations of the API'
      throw invalid({ kind: [`${body.kind} is a fault of ${where}`] })
    }
    const worksFor: readonly string[] | undefined = operationsOfFault(body.kind)
    if (worksFor && body.operation !== '*' && !worksFor.includes(body.operation)) {
      throw invalid({ kind: [`${body.kind} does nothing to ${body.operation}; it works for ${worksFor.join(', ')}`] })
    }
    const needed = NEEDED[body.kind]
    if (needed && body[needed] === undefined) throw invalid({ [needed]: [`is required for the fault ${body.kind}`] })
    const fault: Fault = { id: String(ids.next('fault')), ...body, hits: 0, seen: 0 }
    return {
      answer: faultOnWire(fault),
      summary: `fault ${fault.kind} on ${fault.operation}`,
      changes: [...dropSpentFaults(state, organization.caps), put('faults', fault.id, fault)],
    }
  },
}

const deleteFault: ControlHandler<'deleteFault'> = {
  decide({ params }, { state }) {
    const fault = requireFault(state, params.id)
    return { answer: undefined, summary: `removed fault ${fault.id}`, changes: [remove('faults', fault.id)] }
  },
}

function requireFault(state: Readonly<State>, id = ''): Fault {
  const fault = rowOfId(state.faults, id)
  if (!fault) throw notFound('fault', id.slice(0, 40))
  return fault
}

function faultOnWire({ seen: _seen, ...fault }: Fault): ControlResultOf<'createFault'> {
  return fault
}

export const HANDLERS = { listFaults, getFault, createFault, deleteFault }
