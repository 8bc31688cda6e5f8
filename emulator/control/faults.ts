import type { ControlResultOf } from '../../src/contract/control/index.js'
import { invalid, notFound, Refusal } from '../http/refusal.js'
import { rowOfId } from '../operations/find.js'
import { put, remove } from '../state/change.js'
import type { Fault } from '../state/state.js'
import type { ControlHandler } from './handler.js'

/** What this emulator can inject by now, and the member each kind cannot do without. */
const KINDS: Partial<Record<Fault['kind'], keyof Fault | undefined>> = {
  status: 'status',
  busy: undefined,
  sync_timeout: undefined,
}

export const listFaults: ControlHandler<'listFaults'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.faults).map(faultOnWire) } }),
}

/** A fault that hits a counted number of requests. */
export const createFault: ControlHandler<'createFault'> = {
  decide({ body }, { ids }) {
    if (!(body.kind in KINDS)) {
      throw new Refusal('NOT_IMPLEMENTED', `this emulator cannot inject ${body.kind} yet`)
    }
    const needed = KINDS[body.kind]
    if (needed && body[needed as keyof typeof body] === undefined) {
      throw invalid({ [needed]: [`is required for the fault ${body.kind}`] })
    }
    const fault: Fault = { id: String(ids.next('fault')), ...body, hits: 0, seen: 0 }
    return {
      answer: faultOnWire(fault),
      summary: `fault ${fault.kind} on ${fault.operation}`,
      changes: [put('faults', fault.id, fault)],
    }
  },
}

export const deleteFault: ControlHandler<'deleteFault'> = {
  decide({ params }, { state }) {
    const fault = rowOfId(state.faults, params.id ?? '')
    if (!fault) throw notFound('fault', params.id ?? '')
    return { answer: undefined, summary: `removed fault ${fault.id}`, changes: [remove('faults', fault.id)] }
  },
}

function faultOnWire({ seen: _seen, ...fault }: Fault): ControlResultOf<'createFault'> {
  return fault
}
