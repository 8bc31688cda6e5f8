import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Claim, SignatureCause } from './cause.js'
import { findExactClaim } from './signature/claims.js'
import { SIGNATURE_FORMS } from './signature/forms.js'

/** A digest the signature claims, and what was wrong with the way it does. */
export interface ReadClaim extends Claim {
  cause?: SignatureCause
}

/** What a signature says: itself where it has the exact form (SIG-1), else all that it may mean. */
export function readClaims(signature: string): ReadClaim[] {
  const exact = findExactClaim(signature)
  if (exact) return [exact]
  return SIGNATURE_FORMS.flatMap((cause: SignatureCause) =>
    [...cause.claims(signature)].map((claim) => ({ ...claim, cause })),
  )
}

/** The claim that a body and a key fulfil, if any; compared in constant time (SIG-3). */
export function findFulfilled(claims: readonly ReadClaim[], body: Buffer, key: Buffer): ReadClaim | undefined {
  const made = new Map<Claim['algorithm'], Buffer>()
  return claims.find((claim) => {
    const digest = made.get(claim.algorithm) ?? createHmac(claim.algorithm, key).update(body).digest()
    made.set(claim.algorithm, digest)
    return isDigest(claim, digest)
  })
}

/** Whether a digest is the one claimed, or begins with it where the claim was cut. */
export function isDigest({ digest: claimed }: Claim, digest: Buffer): boolean {
  return claimed.length <= digest.length && timingSafeEqual(claimed, digest.subarray(0, claimed.length))
}
