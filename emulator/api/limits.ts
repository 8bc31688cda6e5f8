import { putCapped } from '../../src/base/capped-map.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { Call } from '../core/call.js'
import { Refusal } from '../core/refusal.js'
import { timeOf } from '../rules/clock.js'
import {
  countRequest,
  type Layer,
  type LimitReport,
  reportUncounted,
  unlimitedReport,
  type Verdict,
  type Window,
} from '../rules/rate-windows.js'
import type { ApiRoutes } from './api-routes.js'

/** Counts the request in the windows of its key and organisation, or of its address (RAT-2 to RAT-8); 429 where one is used up. */
export function countAgainstLimits(call: Call, routes: ApiRoutes): void {
  const { state } = call.organization.store
  const now = timeOf(state.clock, call.service.clock.now())
  if (!state.organization.rateLimits) {
    call.limits = call.key
      ? unlimitedReport(call.key.rateLimitPerMinute, now)
      : unlimitedReport(LIMITS.perAddressPerMinute, call.service.clock.now())
    return
  }
  const verdict = count(call, now, routes)
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

/** A layer, and where its window is kept. */
interface KeptLayer extends Layer {
  keep(window: Window): void
}

/** Counts the request in its layers; introspection counts in the layer of the address alone, and reports those of its key. */
function count(call: Call, now: number, routes: ApiRoutes): Verdict {
  const { values } = call.service.settings.contract
  const own = call.key ? layersOfKey(call, now) : []
  const isFree = call.key && values['introspection-counts'].rule === 'free' && routes.introspection.has(call.path)
  const counted = isFree || !call.key || values['address-layer'].rule === 'every-request' ? [layerOfAddress(call)] : []
  const layers = isFree ? counted : [...own, ...counted]
  const verdict = countRequest(layers, values['rate-limit-layers'].rule)
  if (!verdict.allowed) return verdict
  for (const [index, { keep }] of layers.entries()) keep(verdict.windows[index]!)
  return isFree ? { ...verdict, report: reportUncounted(own, values['rate-limit-layers'].rule) } : verdict
}

function layersOfKey({ organization, key }: Call, now: number): KeptLayer[] {
  const { counters } = organization
  const limit = organization.store.state.organization.perOrganizationPerMinute
  const { id, rateLimitPerMinute } = key!
  return [
    {
      name: 'key',
      limit: rateLimitPerMinute,
      now,
      window: counters.keyWindows.get(id),
      keep: (window) => putCapped(counters.keyWindows, id, window, organization.caps.countedKeys),
    },
    {
      name: 'organisation',
      limit,
      now,
      window: counters.organizationWindow,
      keep(window) {
        counters.organizationWindow = window
      },
    },
  ]
}

function layerOfAddress({ request, service }: Call): KeptLayer {
  const { addressWindows, settings, clock } = service
  return {
    name: 'address',
    limit: LIMITS.perAddressPerMinute,
    now: clock.now(),
    window: addressWindows.get(request.remoteAddress),
    keep: (window) => putCapped(addressWindows, request.remoteAddress, window, settings.caps.countedAddresses),
  }
}
