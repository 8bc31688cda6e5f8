/** Generated from the tables of operations by `npm run record`; do not edit. */

export type KeyInformation = {
  /** The key of this call. */
  key: ApiKey
  /** Identifier of the organisation. */
  org_id: number
  /** Name of the organisation. */
  org_name?: string
  /** Requests allowed in each window. */
  rate_limits: RateLimits
  /** Analysis points (APS) of the organisation. */
  credits?: Credits | null
  /** Events the organisation can subscribe to. */
  webhook_events?: string[]
}

export type ApiKey = {
  /** Identifier of the key. */
  id: string
  /** Name of the key. */
  name: string
  /** Environment the key belongs to. */
  environment: 'test' | 'live'
  /** What the key may do. */
  permissions: string[]
  /** When it was created. */
  created_at: string
}

export type RateLimits = {
  /** Requests allowed with this key. */
  per_key_per_minute: number
  /** Requests allowed for the organisation. */
  per_org_per_minute: number
  /** Requests allowed from one address. */
  per_ip_per_minute: number
  /** Length of the window in seconds. */
  window_seconds: number
}

/** Analysis points (APS) of the current billing period. The free plan has neither a limit nor a period. */
export type Credits = {
  /** Analysis points in this period; null if unlimited. */
  limit: number | null
  /** Amount used in this period. */
  used: number | null
  /** Amount left in this period; null if unlimited. */
  remaining: number | null
  /** Start of the billing period. */
  period_start: string | null
  /** End of the period. */
  period_end: string | null
  /** Tokens of text that cost one analysis point. */
  rate_tokens_per_aps: number | null
}

/** The operations of `keys`, by name. */
export interface ServiceKeys {
  /**
   * Introspection: the calling key, its organisation, limits and credits; charges nothing.
   *
   * `GET /me`, any key.
   */
  getMe: { params: Record<never, never>; query: undefined; body: undefined; result: KeyInformation }
}
