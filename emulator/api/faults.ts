import { type API_FAULTS, operationsOfFault } from '../../src/contract/control/faults.js'
import { rowOf } from '../../src/contract/operations/index.js'
import type { Call, RoutedCall } from '../core/call.js'
import { randomnessOf } from '../core/randomness-of.js'
import { Refusal } from '../core/refusal.js'
import {
  htmlAnswer,
  type ResponseMutation,
  withDataEnvelope,
  withOwnAnswer,
  withUnknownMembers,
  withUnknownValues,
} from '../core/response-mutations.js'
import { LAST_MOMENT } from '../organizations/require-clock.js'
import { hashSecret } from '../rules/api-keys.js'
import { clockAt, timeOf } from '../rules/clock.js'
import { matchesTarget } from '../rules/fault-match.js'
import { put, set } from '../state/change.js'
import type { Fault } from '../state/state.js'
import { requireKey } from './credentials.js'
import { type ReceivePayload, targetOf } from './fault-target.js'
import { codeOf, InjectedRefusal, refuseInWindow } from './injected-refusal.js'

/** What each kind does to a request it hits, before anything of it is done; a mutation changes the answer afterwards. */
const FAULT_EFFECTS: Record<(typeof API_FAULTS)[number], (call: Call, fault: Fault) => void | Promise<void>> = {
  status: (call, fault) => {
    const { status = 500, code, retry_after = 1 } = fault
    if (fault.body !== undefined || fault.headers) mutate(call, (reply) => withOwnAnswer(reply, fault))
    const headers: Record<string, string> =
      status === 429 || status === 503 ? { 'Retry-After': String(retry_after) } : {}
    throw new InjectedRefusal(status, code ?? codeOf(status), headers)
  },
  latency: ({ service }, { ms = 0 }) => service.clock.sleep(ms, service.jobs.stopping),
  reset: (call) => replaceReply(call, (reply) => ({ ...reply, cutAfter: 'nothing' })),
  truncate: (call, { bytes = 0 }) => mutate(call, (reply) => ({ ...reply, cutAfter: bytes })),
  html: (call) => replaceReply(call, (reply) => htmlAnswer(reply, call.service.addresses.baseUrl)),
  busy: (call) => {
    call.busy = true
  },
  sync_timeout: () => {
    const message = 'the synchronous push exceeded its limit of 60 seconds; nothing was stored'
    throw new Refusal('SYNC_PUSH_TIMEOUT', message)
  },
  unknown_fields: (call) => mutate(call, withUnknownMembers),
  lost_answer: (call) => mutate(call, (reply) => ({ ...reply, cutAfter: 'nothing' })),
  limit: refuseInWindow,
  wrapped: (call) => {
    if (!rowOf(call.match!.id).unwrapped) mutate(call, withDataEnvelope)
  },
  unknown_values: (call) => mutate(call, withUnknownValues),
  slow_task: (call, { ms = 0 }) => {
    call.taskDelayMs = ms
  },
  clock_jump: jumpForward,
  rotate_key: rotateKey,
}

/**
 * Applies the faults a test asked for, counted and in the order they were made. Nothing of the request is done yet; `receive`
 * is called where a fault is aimed at something in the body.
 */
export async function applyFaults(call: RoutedCall, receive: ReceivePayload): Promise<void> {
  const due = Object.values(call.organization.store.state.faults).filter((fault) => isMeantFor(fault, call.match.id))
  for (const { id, match } of due) {
    if (match && !matchesTarget(match, await targetOf(call, match, receive))) continue
    const { store } = call.organization
    // While an earlier one took its time, others may have been hit.
    const fault = store.state.faults[id]
    if (!fault) continue
    const now = call.service.clock.now()
    if (fault.until !== undefined && now < fault.until) {
      call.faults.push(id)
      refuseInWindow(call, fault)
    }
    if (fault.hits >= fault.times) continue
    const seen = fault.seen + 1
    const hit = seen > (fault.after ?? 0)
    const struck: Fault = { ...fault, seen, hits: fault.hits + (hit ? 1 : 0) }
    if (hit && fault.kind === 'limit') struck.until = now + (fault.retry_after ?? 1) * 1_000
    const changes = [put('faults', id, struck)]
    const at = timeOf(store.state.clock, now)
    const summary = hit ? `injected fault ${id} (${fault.kind})` : `fault ${id} (${fault.kind}) let a request through`
    store.commit({ at, operation: 'fault', summary, changes })
    if (!hit) continue
    call.faults.push(id)
    await FAULT_EFFECTS[fault.kind as keyof typeof FAULT_EFFECTS]?.(call, struck)
  }
}

/** `*` means every operation that the kind does anything to. */
function isMeantFor({ operation, kind }: Fault, id: string): boolean {
  const worksFor: readonly string[] | undefined = operationsOfFault(kind)
  return operation === id || (operation === '*' && (worksFor === undefined || worksFor.includes(id)))
}

/** What is due by then runs at once, as after any jump of the clock. */
function jumpForward({ organization, service }: Call, { ms = 0 }: Fault): void {
  const { store } = organization
  const { clock } = store.state
  const before = timeOf(clock, service.clock.now())
  const at = Math.min(before + ms, LAST_MOMENT)
  const changes = [set('clock', clockAt(clock, at, service.clock.now()))]
  store.commit({ at, operation: 'fault', summary: 'a fault moved the clock forward', changes })
  service.jobs.wake(organization)
}

/** A new secret that no one is shown: the request is refused as any later one that comes with the old one. */
function rotateKey(call: Call): void {
  const { organization, service, key } = call
  if (!key) return
  const { store } = organization
  const at = timeOf(store.state.clock, service.clock.now())
  const secretHash = hashSecret(randomnessOf(organization, service)(32).toString('base64'))
  const changes = [put('keys', key.id, { ...key, secretHash })]
  store.commit({ at, operation: 'fault', summary: `a fault rotated key ${key.id}`, changes })
  call.key = undefined
  requireKey(call)
}

function mutate(call: Call, mutation: ResponseMutation): void {
  call.responseMutations.push(mutation)
}

/** The request ends here; whatever the refusal says, the caller sees only what the mutation makes of it. */
function replaceReply(call: Call, mutation: ResponseMutation): never {
  mutate(call, mutation)
  throw new InjectedRefusal(503, 'SERVICE_BUSY', {})
}
