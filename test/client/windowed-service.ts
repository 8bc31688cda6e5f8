import type { WireRequest, WireResponse } from '../../src/contract/wire.js'
import { ME, respond } from './scripted-service.js'

interface Window {
  startedAt: number
  count: number
}

/**
 * A model of the service's limiter (interface "Rate limits"): fixed windows of 60 s anchored at their first request, a 429 counts
 * nothing, seconds round up, `Date` has whole seconds only. `latencyMs` is drawn for the way there and the way back.
 */
export function windowedService(options: {
  clock: { serverNow(): number; sleep(ms: number): Promise<void> }
  limit: number
  latencyMs: () => number
  /** Milliseconds the service takes once a request is counted. */
  workMs?: () => number
}) {
  const { clock, limit, latencyMs, workMs = () => 0 } = options
  let window: Window | undefined
  const served: number[] = []
  const refused: number[] = []

  async function transport(_request: WireRequest): Promise<WireResponse> {
    await clock.sleep(latencyMs())
    const answer = count()
    if (answer.status === 200) await clock.sleep(workMs())
    await clock.sleep(latencyMs())
    return answer
  }

  function count(): WireResponse {
    const now = clock.serverNow()
    if (!window || now >= window.startedAt + 60_000) window = { startedAt: now, count: 0 }
    const endsAt = window.startedAt + 60_000
    const headers: Record<string, string> = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-reset': String(Math.ceil(endsAt / 1_000)),
      date: new Date(now).toUTCString(),
    }
    if (window.count >= limit) {
      refused.push(now)
      headers['retry-after'] = String(Math.max(1, Math.ceil((endsAt - now) / 1_000)))
      return respond({
        status: 429,
        headers: { ...headers, 'x-ratelimit-remaining': '0' },
        body: { error: { code: 'X', message: 'x' } },
      })
    }
    window.count += 1
    served.push(now)
    return respond({ headers: { ...headers, 'x-ratelimit-remaining': String(limit - window.count) }, body: ME })
  }

  return { transport, served, refused }
}
