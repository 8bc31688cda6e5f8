import { type JUnitCase, junitXml } from '../../base/junit.js'
import { formatTime } from '../../contract/times.js'
import type { CaseResult, KitReport } from './report.js'

/** The report as JUnit XML: a case is a test case, a failed one has `<failure>`, a warning goes to `<system-out>`. */
export function toJUnit({ url, cases, ms, startedAt }: KitReport): string {
  return junitXml({
    name: `webhook receiver ${url}`,
    className: 'receiver',
    cases: cases.map(toCase),
    ms,
    startedAt: formatTime(startedAt).slice(0, 19),
  })
}

function toCase({ title, rules, ms, verdict, reason, says }: CaseResult): JUnitCase {
  const name = `[${rules.join(', ')}] ${title}`
  if (verdict === 'skip') return { name, ms, skipped: reason }
  if (verdict === 'warn') return { name, ms, output: `Warning: ${reason}` }
  if (verdict === 'fail') return { name, ms, failure: { message: reason, explanation: `The interface: ${says}` } }
  return { name, ms }
}
