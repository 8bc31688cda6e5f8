import { refuseFaultKind, refuseFaultMember } from '../../src/contract/control/fault-members.js'
import { FAULT_BODY_LENGTH, FAULT_NEEDS, type FaultSetting } from '../../src/contract/control/faults.js'
import type { ControlResultOf } from '../../src/contract/control/index.js'
import type { ControlHandler } from '../core/control-handler.js'
import { invalid, notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { dropSpentFaults } from '../rules/caps.js'
import { put, remove } from '../state/change.js'
import type { Fault, State } from '../state/state.js'
import { requireAim, shortened } from './fault-aim.js'

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
    const unfit = refuseFaultKind(body.operation, body.kind)
    if (unfit !== undefined) throw invalid({ kind: [`${body.kind} ${unfit}`] })
    requireUsed(body)
    const needed = NEEDED[body.kind]
    if (needed && body[needed] === undefined) throw invalid({ [needed]: [`is required for the fault ${body.kind}`] })
    requireOwnAnswer(body)
    if (body.kind === 'limit' && ![undefined, 429, 503].includes(body.status)) {
      throw invalid({ status: ['must be 429 or 503 for the fault limit'] })
    }
    if (body.match) requireAim(body.match, body.operation, { state, contract: organization.contract })
    const fault: Fault = { id: String(ids.next('fault')), ...body, hits: 0, seen: 0 }
    return {
      answer: faultOnWire(fault),
      summary: `added fault "${fault.kind}" on ${fault.operation}`,
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

/** Refuses members that this kind of fault does not use. */
function requireUsed({ kind, headers, ...members }: FaultSetting): void {
  const used = { ...members, headers: Object.keys(headers ?? {}).length > 0 ? headers : undefined }
  for (const [member, value] of Object.entries(used)) {
    const refusal = value === undefined ? undefined : refuseFaultMember(member, kind)
    if (refusal !== undefined) throw invalid({ [member]: [refusal] })
  }
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/

/** What the connection itself decides. */
const NOT_OWN = ['connection', 'content-length', 'date', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** Refuses a body or headers that can't be sent. */
function requireOwnAnswer({ status, body, headers = {} }: FaultSetting): void {
  if (body !== undefined && (status === 204 || status === 304)) {
    throw invalid({ body: [`can't be sent with the status ${status}`] })
  }
  if (body !== undefined && JSON.stringify(body).length > FAULT_BODY_LENGTH) {
    throw invalid({ body: [`must have at most ${FAULT_BODY_LENGTH.toLocaleString('en')} characters`] })
  }
  for (const name of Object.keys(headers)) {
    if (!HEADER_NAME.test(name)) throw invalid({ headers: [`can't have the name ${shortened(name)}`] })
    if (NOT_OWN.includes(name.toLowerCase())) throw invalid({ headers: [`can't set ${name}`] })
  }
}

function requireFault(state: Readonly<State>, id = ''): Fault {
  const fault = rowOfId(state.faults, id)
  if (!fault) throw notFound('fault', id.slice(0, 40))
  return fault
}

function faultOnWire({ seen: _seen, until: _until, ...fault }: Fault): ControlResultOf<'createFault'> {
  return fault
}

export const HANDLERS = { listFaults, getFault, createFault, deleteFault }
