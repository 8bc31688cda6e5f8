/**
 * Statuses that are decided after the look at the idempotency key (contract.md section 4), or that every attempt of the same request gets
 * alike. 401, 403, 429 and 503 come before that look.
 */
const DECIDED_AFTER_THE_KEY: ReadonlySet<number> = new Set([400, 402, 404, 405, 409, 413, 415])

/**
 * Whether an error answer proves that no attempt of this request was carried out, those whose answers were lost included: `status` and
 * `code` of its envelope.
 */
export function provesNothingDone({ status, code }: { status: number; code: string }): boolean {
  return DECIDED_AFTER_THE_KEY.has(status) || code === 'SYNC_PUSH_TIMEOUT'
}
