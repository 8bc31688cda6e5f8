import { InputError } from '../contract/input-error.js'

/** A whole number of at most 10 digits, or undefined: a malformed header is ignored, never guessed at. */
export function findWholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,10}$/.test(value) ? Number(value) : undefined
}

/** Epoch milliseconds of a `Date` header; undefined if it is malformed. */
function findDate(value: string | undefined): number | undefined {
  if (value === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value))
    return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

/** Milliseconds of `Retry-After`, in its form of whole seconds; undefined if it is missing, malformed or 0. */
export function findRetryAfter(headers: Record<string, string>): number | undefined {
  const seconds = findWholeNumber(headers['retry-after'])
  return seconds !== undefined && seconds >= 1 ? seconds * 1_000 : undefined
}

/**
 * Milliseconds from an answer to the end of its rate-limit window: `X-RateLimit-Reset` minus the answer's own `Date`, so that the
 * clock of this machine plays no part. Undefined if either is missing or malformed, or the end is already past.
 */
export function findUntilReset(headers: Record<string, string>): number | undefined {
  const reset = findWholeNumber(headers['x-ratelimit-reset'])
  const date = findDate(headers.date)
  if (reset === undefined || date === undefined) return undefined
  const untilMs = reset * 1_000 - date
  return untilMs > 0 ? untilMs : undefined
}

/** The headers of a request, if HTTP can carry them. Refuses a line break and the like, which would start another header (`ARGUMENT_INVALID`). */
export function requireHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new InputError('ARGUMENT_INVALID', 'a header has a character that HTTP does not allow')
    }
  }
  return headers
}

/** The header of a key of idempotency: 1 to 255 visible ASCII characters (contract.md section 7); none if none is given. */
export function idempotencyHeader(key: string | undefined): Record<string, string> {
  if (key === undefined) return {}
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return { 'idempotency-key': key }
  throw new InputError('ARGUMENT_INVALID', 'the idempotency key must have 1 to 255 visible ASCII characters')
}
