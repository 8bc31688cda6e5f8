import type { CaseVerdict } from './kit-case.js'

/** A case of the kit as it came out. */
export interface CaseResult {
  id: string
  title: string
  /** What the interface says about it. */
  says: string
  rules: readonly string[]
  verdict: CaseVerdict
  /** One sentence. */
  reason: string
  /** Of its answers, in order; null if none came. */
  statuses: readonly (number | null)[]
  ms: number
}

export interface KitReport {
  url: string
  /** `fail` where the receiver does what the interface forbids; warnings and skipped cases do not fail it. */
  verdict: 'pass' | 'fail'
  /** Epoch milliseconds. */
  startedAt: number
  ms: number
  counts: Record<CaseVerdict, number>
  cases: readonly CaseResult[]
}

/** The report of a run. */
export function makeKitReport(url: string, startedAt: number, ms: number, cases: readonly CaseResult[]): KitReport {
  const counts: KitReport['counts'] = { pass: 0, warn: 0, fail: 0, skip: 0 }
  for (const { verdict } of cases) counts[verdict] += 1
  return { url, verdict: counts.fail > 0 ? 'fail' : 'pass', startedAt, ms, counts, cases }
}
