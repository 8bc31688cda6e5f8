import { ERRORS, type ErrorCode } from '../../src/contract/errors.js'
import type { Call } from '../core/call.js'
import { Refusal } from '../core/refusal.js'
import { timeOf } from '../rules/clock.js'
import type { Fault } from '../state/state.js'

/** Refuses what comes before the window ends; its headers say when that is, as those of a real limit do (RAT-1, RAT-7). */
export function refuseInWindow({ service, organization }: Call, { status = 429, until = 0 }: Fault): never {
  const now = service.clock.now()
  const left = Math.max(1, Math.ceil((until - now) / 1_000))
  const resets = Math.ceil((timeOf(organization.store.state.clock, now) + until - now) / 1_000)
  throw new InjectedRefusal(status, codeOf(status), {
    'Retry-After': String(left),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(resets),
  })
}

const CODES: Record<number, ErrorCode> = {
  429: 'RATE_LIMITED',
  503: 'SERVICE_BUSY',
  504: 'SYNC_PUSH_TIMEOUT',
}

/** The code that goes with a status, where a test names none. */
export function codeOf(status: number): string {
  const known = Object.entries(ERRORS).find(([, row]) => row.status === status)
  return CODES[status] ?? known?.[0] ?? 'INJECTED_FAULT'
}

/** A refusal a test dictated: any status, any code. */
export class InjectedRefusal extends Refusal {
  override readonly status: number

  constructor(status: number, code: string, headers: Record<string, string>) {
    super(code as ErrorCode, `this response was injected by a fault (${status})`, undefined, headers)
    this.status = status
  }
}
