import { count, grouped } from '../../../base/count.js'
import { junitXml } from '../../../base/junit.js'
import { formatTime } from '../../../contract/times.js'
import { span } from '../../../output/show.js'
import type { Style } from '../../../terminal/style.js'
import { truncate, wrap } from '../../../terminal/width.js'
import type { Difference } from '../../../webhooks/prove/compare.js'
import type { Step } from '../../../webhooks/prove/play.js'
import type { Counterexample, ProveReport } from '../../../webhooks/prove/prove.js'

/** A report, and what it is about. */
export interface Shown extends ProveReport {
  url: string
  /** Names, in the order of the events. */
  events: readonly string[]
  /** Of the deliveries. */
  ids: readonly string[]
  seed: number
  /** Epoch milliseconds. */
  startedAt: number
  ms: number
}

const SHOWN_DIFFERENCES = 8
const WIDEST_VALUE = 60

/** The report as JSON. */
export function proveData(shown: Shown) {
  const { url, events, seed, startedAt, ms, played, planned, isEvery, deliveries, refused, counterexample } = shown
  return {
    url,
    verdict: counterexample ? 'fail' : 'pass',
    events,
    orders: { played, planned, every: isEvery },
    seed,
    deliveries,
    refused,
    started_at: formatTime(startedAt),
    duration_ms: ms,
    counterexample: counterexample ? counterexampleData(counterexample, shown) : null,
  }
}

function counterexampleData(found: Counterexample, { events, ids }: Shown) {
  const { pattern, steps, differences, isFewest, foundIn } = found
  return {
    pattern: pattern.kind,
    sentence: pattern.sentence,
    says: pattern.says,
    rules: pattern.rules,
    deliveries: steps.map((step) => ({
      event: events[step.event],
      delivery: ids[step.event],
      attempt: step.attempt,
      why: whyAgain(step),
      status: step.status,
    })),
    fewest: isFewest,
    found_in_order: foundIn,
    differences,
    expected: found.expected,
    found: found.found,
  }
}

/** The verdict, the deliveries that show what is wrong, and what differs by them. */
export function proveView(shown: Shown, style: Style): string[] {
  const { counterexample, url, refused } = shown
  if (!counterexample) {
    const note = refused > 0 ? [style.dim(`  ${refusedText(refused)}`)] : []
    return [`${style.green('✓')} ${url}: ${playedText(shown)}; all ended in the same state.`, ...note]
  }
  const { pattern, steps, differences, isFewest } = counterexample
  const number = count(steps.length, 'delivery', 'deliveries')
  const fewest = isFewest ? ' (no shorter sequence does)' : ''
  return [
    ...wrap(`${style.red('✗')} ${style.bold(`${url} ${pattern.sentence}.`)}`, style.width),
    '',
    `  These ${number} show it${fewest}:`,
    ...steps.map((step, index) => `  ${index + 1}. ${stepText(step, shown)}`),
    '',
    '  The state afterwards:',
    ...differenceLines(differences),
    '',
    ...wrap(`The interface (${pattern.rules.join(', ')}): ${pattern.says}`, style.width - 2).map(
      (line) => `  ${style.dim(line)}`,
    ),
    `  ${style.dim(playedText(shown))}`,
  ]
}

function playedText({ played, planned, isEvery, deliveries, ms, counterexample, seed }: Shown): string {
  const of = isEvery ? 'every possible order' : `seed ${seed}`
  const before = `${count(deliveries, 'delivery', 'deliveries')}, ${span(ms)}`
  if (counterexample) return `Found in order ${grouped(played)} (${of}; ${before}).`
  const number =
    played < planned
      ? `${grouped(played)} of ${count(planned, 'order')} played before the time ran out`
      : `${count(played, 'order')} played`
  return `${number} (${of}; ${before})`
}

function refusedText(refused: number): string {
  return `${count(refused, 'delivery was', 'deliveries were')} refused and sent again; 10 failures in a row deactivate a subscription.`
}

function stepText(step: Step, { events, ids }: Shown): string {
  const again = whyAgain(step)
  const words = again === null ? '' : `, again: ${again}`
  return `${events[step.event]} (${ids[step.event]})${words} → ${step.status ?? 'no response'}`
}

const RETRIES = ['', '', 'the retry after 1 minute', 'the retry after 5 minutes'] as const

/** Why the service sends a delivery again; null for a first attempt. */
function whyAgain({ attempt, refusedBefore }: Step): string | null {
  if (attempt === 1) return null
  const before = refusedBefore ? 'the attempt before was refused' : 'the attempt before was handled, its response lost'
  return `${RETRIES[attempt]}; ${before}`
}

function differenceLines(differences: readonly Difference[]): string[] {
  const value = (text: string | null) => (text === null ? 'nothing' : truncate(text, WIDEST_VALUE))
  const lines = differences
    .slice(0, SHOWN_DIFFERENCES)
    .map(({ at, expected, found }) => `  - ${at}: ${value(found)} instead of ${value(expected)}`)
  const more = differences.length - SHOWN_DIFFERENCES
  return more > 0 ? [...lines, `  - and ${count(more, 'other difference')}`] : lines
}

/** The report as JUnit XML: one test case, that the end state depends on neither order nor repetition. */
export function proveJUnit(shown: Shown): string {
  const { url, counterexample, ms, startedAt } = shown
  const name = `${url} ends in the same state whatever the order and repetition of deliveries`
  const outcome = counterexample ? failureOf(counterexample, shown) : { output: playedText(shown) }
  return junitXml({
    name: `webhook receiver ${url}`,
    className: 'receiver',
    cases: [{ name, ms, ...outcome }],
    ms,
    startedAt: formatTime(startedAt).slice(0, 19),
  })
}

function failureOf({ pattern, steps, differences }: Counterexample, shown: Shown) {
  const lines = [
    ...steps.map((step, index) => `${index + 1}. ${stepText(step, shown)}`),
    ...differenceLines(differences),
    `The interface (${pattern.rules.join(', ')}): ${pattern.says}`,
  ]
  return { failure: { message: `The receiver ${pattern.sentence}.`, explanation: lines.join('\n') } }
}
