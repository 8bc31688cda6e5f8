import { count } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import { wrap } from '../../terminal/width.js'
import type { CaseResult, KitReport, Verdict } from '../../webhooks/tools.js'

const MARKS: Record<Verdict, string> = { pass: '✓', warn: '!', fail: '✗', skip: '-' }

/** A line a case, its reason unless it passed, what the interface says where it failed; the counts at the end. */
export function reportView({ cases, counts, url, verdict }: KitReport, style: Style): string[] {
  const done = `${count(counts.pass, 'case')} passed`
  const others = [
    ...(counts.fail > 0 ? [`${counts.fail} failed`] : []),
    ...(counts.warn > 0 ? [`${counts.warn} with a warning`] : []),
    ...(counts.skip > 0 ? [`${counts.skip} skipped`] : []),
  ]
  return [
    ...cases.flatMap((each) => caseLines(each, style)),
    '',
    style.bold(`${url} ${judgementOf(verdict, cases)}: ${[done, ...others].join(', ')}.`),
  ]
}

function judgementOf(verdict: KitReport['verdict'], [first]: KitReport['cases']): string {
  if (verdict === 'pass') return 'does what the interface asks'
  return first?.statuses[0] === null ? 'did not answer' : 'does what the interface forbids'
}

function caseLines({ verdict, title, reason, says, rules }: CaseResult, style: Style): string[] {
  const paint = { pass: style.green, warn: style.yellow, fail: style.red, skip: style.dim }[verdict]
  const head = wrap(title, style.width - 2).map((line, index) => `${index === 0 ? paint(MARKS[verdict]) : ' '} ${line}`)
  if (verdict === 'pass') return head
  const more = verdict === 'fail' ? [reason, `The interface (${rules.join(', ')}): ${says}`] : [reason]
  return [...head, ...more.flatMap((text) => wrap(text, style.width - 4)).map((line) => `    ${style.dim(line)}`)]
}
