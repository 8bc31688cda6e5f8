import { verify } from '../signature.js'
import { type Attempt, listAttempts } from './attempts.js'
import { DIAGNOSIS_BUDGET, openBudget, type Spending } from './budget.js'
import { type Budget, type DiagnoseRequest, type Evidence, gatherEvidence } from './evidence.js'
import { describeAttempt, describeCause, type FoundCause } from './found-cause.js'
import { findFulfilled, isDigest, type ReadClaim, readClaims } from './match-claims.js'
import { COMPUTATIONS } from './signature/computations.js'
import { VISIBLE_CAUSES } from './visible.js'

export type Diagnosis =
  | { verified: true; secretIndex: number }
  | {
      verified: false
      /** What happened, if it was found out. */
      cause?: FoundCause
      tried: Budget & {
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

function describe(evidence: Evidence, attempt: Attempt, claim: ReadClaim): FoundCause {
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
