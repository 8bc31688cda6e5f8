import { createHash, timingSafeEqual } from 'node:crypto'

/** The shape of an S256 challenge: 32 bytes of base64url. */
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether a verifier is the one behind an S256 challenge (RFC 7636 section 4.6), in constant time. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier) || !CHALLENGE.test(challenge)) return false
  const computed = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge))
}
