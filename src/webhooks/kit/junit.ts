import { formatTime } from '../../contract/times.js'
import type { CaseResult, KitReport } from './report.js'

/** The report as JUnit XML: a case is a test case, a failed one has `<failure>`, a warning stands in `<system-out>`. */
export function toJUnit(report: KitReport): string {
  const { counts, cases } = report
  const attributes = [
    `name="${escapeXml(`webhook receiver ${report.url}`)}"`,
    `tests="${cases.length}"`,
    `failures="${counts.fail}"`,
    'errors="0"',
    `skipped="${counts.skip}"`,
    `time="${seconds(report.ms)}"`,
    `timestamp="${formatTime(report.startedAt).slice(0, 19)}"`,
  ].join(' ')
  const suite = [`  <testsuite ${attributes}>`, ...cases.flatMap(caseLines), '  </testsuite>']
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suite, '</testsuites>', ''].join('\n')
}

function caseLines(result: CaseResult): string[] {
  const head = `    <testcase classname="receiver" name="${escapeXml(nameOf(result))}" time="${seconds(result.ms)}"`
  const inner = innerLine(result)
  return inner === undefined ? [`${head}/>`] : [`${head}>`, `      ${inner}`, '    </testcase>']
}

function nameOf({ title, rules }: CaseResult): string {
  return `[${rules.join(', ')}] ${title}`
}

function innerLine({ verdict, reason, says }: CaseResult): string | undefined {
  if (verdict === 'pass') return undefined
  if (verdict === 'skip') return `<skipped message="${escapeXml(reason)}"/>`
  if (verdict === 'warn') return `<system-out>${escapeXml(`Warning: ${reason}`)}</system-out>`
  return `<failure message="${escapeXml(reason)}" type="conformance">${escapeXml(`The interface: ${says}`)}</failure>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** What XML 1.0 does not allow becomes U+FFFD; line breaks and tabs become references, as attributes lose them else. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}
