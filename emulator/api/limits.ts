import { LIMITS } from '../../src/contract/limits.js'
import type { Call } from '../core/call.js'
import { Refusal } from '../core/refusal.js'
import { timeOf } from '../rules/clock.js'
import {
  countRequest,
  isOver,
  type Layer,
  type LimitReport,
  unlimitedReport,
  type Verdict,
} from '../rules/rate-windows.js'

/** A fallback layer must not become a way to fill the memory. */
const MOST_ADDRESSES = 10_000

/** Counts the request in the windows of its key and organisation, or of its address (RAT-2 to RAT-8); 429 where one is used up. */
export function countAgainstLimits(call: Call): void {
  const { state } = call.world.store
  const now = timeOf(state.clock, call.service.clock.now())
  if (!state.organization.rateLimits) {
    call.limits = call.key
      ? unlimitedReport(call.key.rateLimitPerMinute, now)
      : unlimitedReport(LIMITS.perAddressPerMinute, call.service.clock.now())
    return
  }
  const verdict = call.key ? countForKey(call, now) : countForAddress(call)
  call.limits = verdict.report
  if (verdict.allowed) return
  const seconds = verdict.retryAfterSeconds
  if (state.clock.mode === 'frozen') call.hints.push('the clock is frozen: advance it to open the next window')
  throw new Refusal('RATE_LIMITED', `rate limit exceeded; try again in ${seconds} s`, undefined, {
    'Retry-After': String(seconds),
  })
}

/** The headers every answer carries (RAT-9 to RAT-11). */
export function limitHeaders(report: LimitReport): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(report.limit),
    'X-RateLimit-Remaining': String(report.remaining),
    'X-RateLimit-Reset': String(report.resetAtSeconds),
  }
}

function countForKey({ world, key }: Call, now: number): Verdict {
  const { meter } = world
  const limit = world.store.state.organization.perOrganizationPerMinute
  const layers: Layer[] = [
    { name: 'key', limit: key!.rateLimitPerMinute, now, window: meter.keyWindows.get(key!.id) },
    { name: 'organisation', limit, now, window: meter.organizationWindow },
  ]
  const verdict = countRequest(layers)
  if (verdict.allowed) {
    meter.keyWindows.set(key!.id, verdict.windows[0]!)
    meter.organizationWindow = verdict.windows[1]
  }
  return verdict
}

function countForAddress({ request, service }: Call): Verdict {
  const window = service.addressWindows.get(request.remoteAddress)
  const limit = LIMITS.perAddressPerMinute
  const verdict = countRequest([{ name: 'address', limit, now: service.clock.now(), window }])
  if (verdict.allowed) {
    service.addressWindows.set(request.remoteAddress, verdict.windows[0]!)
    forgetAddresses(service)
  }
  return verdict
}

/** Addresses whose window is over are forgotten once there are many; the ones longest known go with them where there are still too many. */
function forgetAddresses({ addressWindows, clock }: Call['service']): void {
  if (addressWindows.size <= MOST_ADDRESSES) return
  const now = clock.now()
  for (const [address, window] of addressWindows) if (isOver(window, now)) addressWindows.delete(address)
  for (const address of addressWindows.keys()) {
    if (addressWindows.size <= MOST_ADDRESSES / 2) return
    addressWindows.delete(address)
  }
}
