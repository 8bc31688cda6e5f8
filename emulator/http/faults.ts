import { ERRORS, type ErrorCode } from '../../src/contract/errors.js'
import { put } from '../state/change.js'
import type { Fault } from '../state/state.js'
import type { Call } from './call.js'
import { Refusal } from './refusal.js'

const CODES: Record<number, ErrorCode> = {
  429: 'RATE_LIMITED',
  503: 'SERVICE_BUSY',
  504: 'SYNC_PUSH_TIMEOUT',
}

/** Meets the request with the faults a test asked for, counted and in the order they were made. Nothing of the request is done yet. */
export function meetFaults(call: Call): void {
  const { state } = call.world.store
  const due = Object.values(state.faults).filter(
    (fault) => fault.operation === '*' || fault.operation === call.match!.id,
  )
  for (const fault of due) {
    const seen = fault.seen + 1
    const hit = seen > (fault.after ?? 0) && fault.hits < fault.times
    const changes = [put('faults', fault.id, { ...fault, seen, hits: fault.hits + (hit ? 1 : 0) })]
    call.world.store.commit({ at: call.service.clock.now(), operation: 'fault', summary: `fault ${fault.id}`, changes })
    if (hit) strike(call, fault)
  }
}

function strike(call: Call, fault: Fault): void {
  if (fault.kind === 'busy') call.busy = true
  if (fault.kind === 'sync_timeout') {
    throw new Refusal(
      'SYNC_PUSH_TIMEOUT',
      'the synchronous push went beyond its budget of 60 seconds; nothing was stored',
    )
  }
  if (fault.kind !== 'status' || fault.status === undefined) return
  const headers: Record<string, string> =
    fault.status === 429 || fault.status === 503 ? { 'Retry-After': String(fault.retry_after ?? 1) } : {}
  throw new InjectedRefusal(fault.status, fault.code ?? codeOf(fault.status), headers)
}

function codeOf(status: number): string {
  const known = Object.entries(ERRORS).find(([, row]) => row.status === status)
  return CODES[status] ?? known?.[0] ?? 'INJECTED_FAULT'
}

/** A refusal a test dictated: any status, any code. */
class InjectedRefusal extends Refusal {
  override readonly status: number

  constructor(status: number, code: string, headers: Record<string, string>) {
    super(code as ErrorCode, `this answer was injected by a fault (${status})`, undefined, headers)
    this.status = status
  }
}
