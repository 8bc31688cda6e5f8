const WINDOW_MS = 60_000
const LAYERS = { key: 60, org: 300, ip: 600 }

/** The state of the tightest window, for the headers. */
export interface Standing {
  limit: number
  remaining: number
  /** Unix seconds. */
  reset: number
  /** Seconds to wait; undefined where the request is let in. */
  retryAfter?: number
}

/** Fixed windows of 60 seconds, anchored at the first request; what is refused counts nowhere. */
export function createLimiter(perKey = LAYERS.key) {
  const windows = new Map<string, { start: number; count: number }>()
  const standingOf = (name: string, limit: number, now: number): Standing => {
    let window = windows.get(name)
    if (!window || now - window.start >= WINDOW_MS) {
      window = { start: now, count: 0 }
      windows.set(name, window)
    }
    const end = window.start + WINDOW_MS
    const retryAfter = window.count >= limit ? Math.max(1, Math.ceil((end - now) / 1000)) : undefined
    if (retryAfter === undefined) window.count += 1
    return { limit, remaining: limit - window.count, reset: Math.ceil(end / 1000), retryAfter }
  }
  return {
    perKey,
    /** Counts a request of this key, or of nobody. */
    admit: (key: string | undefined, now: number): Standing =>
      key ? standingOf(key, perKey, now) : standingOf('ip', LAYERS.ip, now),
    numbers: {
      per_key_per_minute: perKey,
      per_org_per_minute: LAYERS.org,
      per_ip_per_minute: LAYERS.ip,
      window_seconds: 60,
    },
  }
}

/** The headers that every response carries. */
export function limitHeaders({ limit, remaining, reset, retryAfter }: Standing): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
}
