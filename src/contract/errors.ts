/** The error codes (interface "Errors", contract.md section 4). `assumed`: not in the interface. */
export const ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    when: 'a body, query, cursor or path breaks a rule; nothing is stored',
    assumed: true,
  },
  INVALID_JSON: { status: 400, when: 'the body is not JSON, not UTF-8, or nested too deeply', assumed: true },
  SYNC_REQUIRES_EXTERNAL_ID: {
    status: 400,
    when: 'a synchronous bulk push with a row lacking external_id',
    assumed: false,
  },
  PUSH_FAILED: { status: 400, when: 'a synchronous bulk push where no field accepted anything', assumed: false },
  UNAUTHORIZED: { status: 401, when: 'missing or invalid credentials', assumed: true },
  APS_EXHAUSTED: { status: 402, when: "a live key's push would exceed the quota", assumed: true },
  INSUFFICIENT_PERMISSION: { status: 403, when: 'the scope of the key does not allow the operation', assumed: false },
  MCP_KEY_UNBOUND: {
    status: 403,
    when: 'an mcp_read key with a creator who is inactive or no longer a member',
    assumed: false,
  },
  SENDER_DOMAIN_UNVERIFIED: { status: 403, when: 'invites without a verified sending domain', assumed: true },
  INVITE_QUOTA_EXCEEDED: { status: 403, when: 'invites beyond the quota', assumed: true },
  FORBIDDEN_ORIGIN: { status: 403, when: 'Host or Origin is not one of this service', assumed: true },
  NOT_FOUND: { status: 404, when: 'an unknown route, or an id unknown to this organisation', assumed: true },
  METHOD_NOT_ALLOWED: { status: 405, when: 'a known path with another method', assumed: true },
  IDEMPOTENCY_KEY_REUSED: { status: 409, when: 'an Idempotency-Key reused with a different payload', assumed: true },
  SOURCE_NOT_PUBLISHED: { status: 409, when: 'a push, upload or invite to a draft', assumed: true },
  INVITE_TEMPLATE_MISSING: { status: 409, when: 'invites from a source without a template', assumed: true },
  SUBSCRIPTION_LIMIT: { status: 409, when: 'an 11th webhook subscription', assumed: true },
  HISTORY_ERASED: { status: 409, when: 'an undo that reaches past an erase', assumed: true },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'a JSON body over 128 MiB or an upload over 100 MiB', assumed: true },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'a body of another content type than the operation takes',
    assumed: true,
  },
  RATE_LIMITED: { status: 429, when: 'a rate limit is used up', assumed: true },
  INTERNAL_ERROR: { status: 500, when: 'never by design: a bug', assumed: true },
  SERVICE_BUSY: { status: 503, when: 'the global rate limiter', assumed: true },
  SYNC_PUSH_TIMEOUT: { status: 504, when: 'a synchronous bulk push beyond its 60 seconds', assumed: false },
} as const satisfies Record<string, { status: number; when: string; assumed: boolean }>

export type ErrorCode = keyof typeof ERRORS

/** Messages by path of the offending member: `{"question.content[3].text": ["…"]}` (ERR-4). */
export type FieldMap = Record<string, string[]>

export interface ErrorEnvelope {
  error: { code: string; message: string; details?: unknown }
}

/**
 * Statuses that are decided after the look at the idempotency key (contract.md section 4), or that every attempt of the same request gets
 * alike. 401, 403, 429 and 503 come before that look.
 */
const DECIDED_AFTER_THE_KEY: ReadonlySet<number> = new Set([400, 402, 404, 405, 409, 413, 415, 422])

/**
 * Whether an error answer proves that no attempt of this request was carried out, those whose answers were lost included: `status` and
 * `code` of its envelope.
 */
export function provesNothingDone({ status, code }: { status: number; code: string }): boolean {
  return DECIDED_AFTER_THE_KEY.has(status) || code === 'SYNC_PUSH_TIMEOUT'
}

/** Whether a status says that the request breaks a rule: 400, or 422 where a service tells the two apart. */
export function isValidationStatus(status: number): boolean {
  return status === 400 || status === 422
}
