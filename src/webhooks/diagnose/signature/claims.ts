import type { Claim } from '../cause.js'

const BY_LENGTH: Record<number, Claim['algorithm']> = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }
/** Fewer would match by chance. */
const MIN_CUT_DIGITS = 16

/** The one form that verifies: `sha256=` and 64 lower-case hex digits (SIG-1). */
export function findExactClaim(signature: string): Claim | undefined {
  const digits = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1]
  return digits === undefined ? undefined : { algorithm: 'sha256', digest: Buffer.from(digits, 'hex') }
}

/** The exact form found in a text that was repaired, as a list of none or one. */
export function exactClaims(repaired: string): Claim[] {
  const claim = findExactClaim(repaired)
  return claim ? [claim] : []
}

/** The claim of hex digits in any case, the algorithm known by their number. */
export function hexClaims(digits: string | undefined): Claim[] {
  if (digits === undefined || !/^(?:[\da-f]{2})+$/i.test(digits)) return []
  const digest = Buffer.from(digits, 'hex')
  const algorithm = BY_LENGTH[digest.length]
  return algorithm ? [{ algorithm, digest }] : []
}

/** The claim of base64 or base64url; also of base64 of hex digits. */
export function base64Claims(text: string): Claim[] {
  if (!/^[\w+/-]{26,}={0,2}$/.test(text)) return []
  const decoded = Buffer.from(text, 'base64')
  const algorithm = BY_LENGTH[decoded.length]
  return [...hexClaims(decoded.toString('latin1')), ...(algorithm ? [{ algorithm, digest: decoded }] : [])]
}

/** The claim of hex digits that stop too early. */
export function cutClaims(digits: string | undefined): Claim[] {
  if (digits === undefined || digits.length < MIN_CUT_DIGITS || digits.length >= 64) return []
  return [{ algorithm: 'sha256', digest: Buffer.from(digits.slice(0, digits.length & ~1), 'hex') }]
}
