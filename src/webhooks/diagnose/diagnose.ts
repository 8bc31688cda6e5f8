import { createHmac, timingSafeEqual } from 'node:crypto'
import { verify } from '../signature.js'
import { listAttempts, type SignatureAttempt } from './attempts.js'
import type { Claim, SignatureCause } from './cause.js'
import { type DiagnoseRequest, type DiagnosisBudget, type Evidence, gatherEvidence } from './evidence.js'
import { describeAttempt, describeCause, type FoundCause } from './found-cause.js'
import { findExactClaim } from './signature/claims.js'
import { COMPUTATIONS } from './signature/computations.js'
import { SIGNATURE_FORMS } from './signature/forms.js'
import { VISIBLE_CAUSES } from './visible.js'

/** A few seconds at most, whatever the size of the body. */
const DIAGNOSIS_BUDGET: DiagnosisBudget = { hmacs: 60_000, bytes: 512 * 1024 * 1024 }

export type Diagnosis =
  | { verified: true; secretIndex: number }
  | {
      verified: false
      /** What happened, if it was found out. */
      cause?: FoundCause
      tried: DiagnosisBudget & {
        /** The bounds were met before everything was tried. */
        cutShort: boolean
      }
    }

/**
 * Whether a signature verifies (SIG-1 to SIG-4) and, if it does not, why: the first of a fixed list of causes (CAUSES)
 * whose undoing makes it verify; then pairs of one at the body and one at the secret; then what can be seen without an
 * HMAC. Bounded by `request.budget`.
 */
export function diagnose(request: DiagnoseRequest): Diagnosis {
  const secretIndex = request.secrets.findIndex((secret) => verify(secret, request.body, request.signature))
  if (secretIndex >= 0) return { verified: true, secretIndex }
  const evidence = gatherEvidence(request)
  const spending = openBudget({ ...DIAGNOSIS_BUDGET, ...request.budget })
  const { cause, cutShort } = search(evidence, readClaims(request.signature), spending)
  const found = cause ?? findVisible(evidence)
  return { verified: false, ...(found ? { cause: found } : {}), tried: { ...spending.spent, cutShort } }
}

function search(evidence: Evidence, claims: readonly ReadClaim[], spending: Spending) {
  if (claims.length === 0) return { cutShort: false }
  const computed = findComputation(evidence, claims, spending)
  if (computed) return { cause: computed, cutShort: false }
  const algorithms = new Set(claims.map(({ algorithm }) => algorithm)).size
  for (const attempt of listAttempts(evidence)) {
    if (!spending.spend(attempt.body.length, algorithms)) return { cutShort: true }
    const claim = findFulfilled(claims, attempt.body, attempt.key)
    if (claim) return { cause: describe(evidence, attempt, claim), cutShort: false }
  }
  return { cutShort: false }
}

function describe(evidence: Evidence, attempt: SignatureAttempt, claim: ReadClaim): FoundCause {
  return describeAttempt(evidence, attempt, claim.cause)
}

function findComputation(evidence: Evidence, claims: readonly ReadClaim[], spending: Spending): FoundCause | undefined {
  for (const row of COMPUTATIONS) {
    for (const secret of evidence.secrets) {
      for (const digest of row.digests(secret, evidence.body)) {
        if (!spending.spend(evidence.body.length)) return undefined
        const claim = claims.find((each) => each.algorithm === 'sha256' && isDigest(each, digest))
        if (claim) return describeCause(evidence, [claim.cause, row], 'verifies')
      }
    }
  }
  return undefined
}

function findVisible(evidence: Evidence): FoundCause | undefined {
  const row = VISIBLE_CAUSES.find(({ isSeen }) => isSeen(evidence))
  return row && describeCause(evidence, [row], 'seen')
}

interface Spending {
  /** Whether there is enough left for this many HMACs (default: one) over this many bytes each; takes it if so. */
  spend(bytes: number, hmacs?: number): boolean
  spent: DiagnosisBudget
}

/** Counts the HMACs of one diagnosis and the bytes they cover against their bounds. */
function openBudget(bounds: DiagnosisBudget): Spending {
  const spent = { hmacs: 0, bytes: 0 }
  return {
    spent,
    spend(bytes, hmacs = 1) {
      if (spent.hmacs + hmacs > bounds.hmacs || spent.bytes + bytes * hmacs > bounds.bytes) return false
      spent.hmacs += hmacs
      spent.bytes += bytes * hmacs
      return true
    },
  }
}

/** A digest the signature claims, and what was wrong with the way it does. */
interface ReadClaim extends Claim {
  cause?: SignatureCause
}

/** What a signature says: itself if it has the exact form (SIG-1), else all that it may mean. */
function readClaims(signature: string): ReadClaim[] {
  const exact = findExactClaim(signature)
  if (exact) return [exact]
  return SIGNATURE_FORMS.flatMap((cause: SignatureCause) =>
    [...cause.claims(signature)].map((claim) => ({ ...claim, cause })),
  )
}

/** The claim that a body and a key fulfil, if any; compared in constant time (SIG-3). */
function findFulfilled(claims: readonly ReadClaim[], body: Buffer, key: Buffer): ReadClaim | undefined {
  const made = new Map<Claim['algorithm'], Buffer>()
  return claims.find((claim) => {
    const digest = made.get(claim.algorithm) ?? createHmac(claim.algorithm, key).update(body).digest()
    made.set(claim.algorithm, digest)
    return isDigest(claim, digest)
  })
}

/** Whether a digest is the one claimed, or starts with it where the claim was cut. */
function isDigest({ digest: claimed }: Claim, digest: Buffer): boolean {
  return claimed.length <= digest.length && timingSafeEqual(claimed, digest.subarray(0, claimed.length))
}
