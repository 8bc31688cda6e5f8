import { createHmac, timingSafeEqual } from 'node:crypto'

const SHAPE = /^sha256=[0-9a-f]{64}$/

/**
 * The value of `X-Service-Signature` for a body: `sha256=` and the hex HMAC-SHA256 of its bytes, keyed with the UTF-8 of
 * the whole secret (SIG-1).
 *
 * @throws TypeError if the secret is empty: an unset variable would otherwise sign, and verify, what anyone can forge.
 */
export function sign(secret: string, body: Uint8Array | string): string {
  if (secret === '') throw new TypeError('the signing secret is empty')
  return signatureUnder(secret, body)
}

/** As `sign`, also under the empty secret: the receiver kit plays the forger who knows that a variable is unset. */
export function signatureUnder(secret: string, body: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/**
 * Whether `signature` is the one of these exact bytes under one of the secrets, compared in constant time (SIG-2, SIG-3).
 * Several secrets serve a rotation. Anything but `sha256=` and 64 lower-case hex digits is false.
 *
 * @throws TypeError if a secret is empty, whatever the signature looks like.
 */
export function verify(secret: string | readonly string[], body: Uint8Array | string, signature: string): boolean {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.includes('')) throw new TypeError('the signing secret is empty')
  if (!SHAPE.test(signature)) return false
  const given = Buffer.from(signature)
  return secrets.map((each) => timingSafeEqual(Buffer.from(signatureUnder(each, body)), given)).includes(true)
}
