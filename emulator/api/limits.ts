import { putCapped } from '../../src/base/capped-map.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { Call } from '../core/call.js'
import { Refusal } from '../core/refusal.js'
import { timeOf } from '../rules/clock.js'
import { countRequest, type Layer, type LimitReport, unlimitedReport, type Verdict } from '../rules/rate-windows.js'

/** Counts the request in the windows of its key and organisation, or of its address (RAT-2 to RAT-8); 429 where one is used up. */
export function countAgainstLimits(call: Call): void {
  const { state } = call.organization.store
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

function countForKey({ organization, key }: Call, now: number): Verdict {
  const { counters } = organization
  const limit = organization.store.state.organization.perOrganizationPerMinute
  const layers: Layer[] = [
    { name: 'key', limit: key!.rateLimitPerMinute, now, window: counters.keyWindows.get(key!.id) },
    { name: 'organisation', limit, now, window: counters.organizationWindow },
  ]
  const verdict = countRequest(layers)
  if (verdict.allowed) {
    putCapped(counters.keyWindows, key!.id, verdict.windows[0]!, organization.caps.countedKeys)
    counters.organizationWindow = verdict.windows[1]
  }
  return verdict
}

function countForAddress({ request, service }: Call): Verdict {
  const window = service.addressWindows.get(request.remoteAddress)
  const limit = LIMITS.perAddressPerMinute
  const verdict = countRequest([{ name: 'address', limit, now: service.clock.now(), window }])
  if (verdict.allowed) {
    const { addressWindows, settings } = service
    putCapped(addressWindows, request.remoteAddress, verdict.windows[0]!, settings.caps.countedAddresses)
  }
  return verdict
}
