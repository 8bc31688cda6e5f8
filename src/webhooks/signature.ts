import { createHmac, timingSafeEqual } from 'node:crypto'
import { InputError } from '../contract/input-error.js'

const SHAPE = /^sha256=[0-9a-f]{64}$/

/**
 * The value of `X-Service-Signature` for a body: `sha256=` and the hex HMAC-SHA256 of its bytes, keyed with the UTF-8 of
 * the whole secret (SIG-1).
 *
 * @throws InputError if the secret is empty: an unset variable would otherwise sign, and verify, what anyone can forge; or if the body is
 *   neither text nor bytes.
 */
export function sign(secret: string, body: Uint8Array | string): string {
  requireSecret(secret)
  requireBytes(body)
  return signatureUnder(secret, body)
}

/** As `sign`, also under the empty secret: the receiver kit plays the forger who knows that a variable is unset. */
export function signatureUnder(secret: string, body: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/**
 * Whether `signature` is the one of these exact bytes under one of the secrets, compared in constant time (SIG-2, SIG-3).
 * Several secrets serve a rotation. Anything but `sha256=` and 64 lower-case hex digits is false, and so is a header that is missing.
 *
 * @throws InputError if a secret is empty, or the body is neither text nor bytes, whatever the signature looks like.
 */
export function verify(
  secret: string | readonly string[],
  body: Uint8Array | string,
  signature: string | null | undefined,
): boolean {
  const secrets = Array.isArray(secret) ? (secret as readonly string[]) : [secret as string]
  for (const each of secrets) requireSecret(each)
  requireBytes(body)
  if (typeof signature !== 'string' || !SHAPE.test(signature)) return false
  const given = Buffer.from(signature)
  return secrets.map((each) => timingSafeEqual(Buffer.from(signatureUnder(each, body)), given)).includes(true)
}

function requireSecret(secret: string): void {
  if (typeof secret === 'string' && secret !== '') return
  const fault = secret === '' ? 'is empty' : 'must be a string'
  throw new InputError(
    'ARGUMENT_INVALID',
    `the signing secret ${fault}`,
    'Pass the secret of the subscription; the variable it comes from may be unset.',
  )
}

/** Refuses a body that was parsed: what it is written as again is rarely what was signed. */
function requireBytes(body: unknown): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return
  throw new InputError(
    'ARGUMENT_INVALID',
    'the body must be a string or bytes',
    'Pass the raw body as it was received, before any middleware parses it.',
  )
}
