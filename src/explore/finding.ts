import { junitXml } from '../base/junit.js'
import { CAUSES, type CauseName } from './cause.js'
import type { BreachName } from './judge.js'
import { DISTURBANCES } from './kinds.js'
import { DEFAULT_ORGANIZATION, type Disturbance } from './observed.js'

/** A failure that was shrunk and repeated, with its story. */
export interface Finding {
  breach: BreachName
  cause: CauseName
  disturbances: readonly Disturbance[]
  /** What happened, a line each. */
  story: readonly string[]
  /** The sentences of the interface that allow it. */
  rules: readonly string[]
  /** Other disturbances that led to the same. */
  also: readonly string[]
  /** The last lines that the command printed. */
  output: readonly string[]
  /** The file that replays it, and the command that does. */
  file: string
  replay: string
}

/** A cell of the matrix that was tried, and the probable cause of what went wrong, if anything did. */
export interface Tried {
  disturbances: readonly Disturbance[]
  ms: number
  cause: CauseName | undefined
}

/** All there is to say of an exploration. */
export interface Exploration {
  verdict: 'passed' | 'failed' | 'flaky' | 'fails undisturbed' | 'sends nothing'
  /** Why it could not be explored. */
  reason?: string
  /** The requests of the recorded run by operation, and how many were on their way at once at most. */
  recorded: { operation: string; requests: number }[]
  concurrency: number
  runs: number
  /** How many cells of the matrix were tried, of how many. */
  tried: number
  cells: number
  pairs: number
  /** Runs whose disturbance met nothing, because the command sent fewer requests than before. */
  missed: number
  /** Failures that did not repeat three times in a row; they are no findings. */
  unsteady: string[]
  /** Failures that no time was left for. */
  unrepeated: string[]
  findings: Finding[]
  seed: number
  seconds: number
}

/** `response lost at the 2nd pushContent`. */
export function titleOf(disturbances: readonly Disturbance[]): string {
  if (disturbances.length === 0) return 'undisturbed'
  return disturbances.map((each) => `${DISTURBANCES[each.kind].title} at ${placeOf(each)}`).join(', then ')
}

/** `the 2nd pushContent`, `the 1st webhook delivery of organisation 3`. */
export function placeOf({ organization, operation, nth }: Omit<Disturbance, 'kind' | 'index'>): string {
  const where = organization === DEFAULT_ORGANIZATION ? '' : ` of organisation ${organization}`
  return `the ${ordinal(nth + 1)} ${operation === 'webhook' ? 'webhook delivery' : operation}${where}`
}

function ordinal(number: number): string {
  const ending = /1[123]$/.test(String(number)) ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** A case for every cell that was tried; findings fail, with their stories, and so does what failed for the same cause. */
export function explorationJUnit({ findings, verdict, reason, seconds }: Exploration, tried: readonly Tried[]): string {
  const told = new Map(findings.map((finding) => [titleOf(finding.disturbances), finding]))
  const causes = new Set(findings.map(({ cause }) => cause))
  const name = 'undisturbed runs agree'
  const base = reason === undefined ? { name } : { name, failure: { message: `${verdict}: ${reason}` } }
  const cases = tried.map(({ disturbances, ms, cause }) => {
    const title = titleOf(disturbances)
    const finding = told.get(title)
    // What failed as a finding did; its story is told once.
    const isAlike = cause !== undefined && causes.has(cause)
    if (!finding) return { name: title, ms, ...(isAlike ? { failure: { message: CAUSES[cause] } } : {}) }
    told.delete(title)
    return { name: title, ms, failure: failureOf(finding) }
  })
  const shrunk = [...told].map(([title, finding]) => ({ name: title, failure: failureOf(finding) }))
  const suite = { name: 'explore', className: 'explore', ms: seconds * 1_000 }
  return junitXml({ ...suite, cases: [base, ...cases, ...shrunk] })
}

function failureOf({ cause, story, rules, replay }: Finding) {
  return { message: CAUSES[cause], explanation: [...story, ...rules, `Replay: ${replay}`].join('\n') }
}
