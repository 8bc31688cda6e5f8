import type { Facts } from '../contract/facts/facts.js'
import { SettledHint } from '../terminal/failure.js'
import { describeError } from './describe-error.js'
import type { Factory } from './factory.js'

/** Each kind of evidence, and how to give it to `learn`. */
const WAYS: readonly [string, string][] = [
  ['description', '`inpk learn` of its description'],
  ['traffic', 'a session recorded with `--record FILE.har`'],
  ['probe', '`inpk learn --probe`'],
  ['probe-writes', '`inpk learn --probe-writes` with a test key'],
]

const LEARN = '`inpk learn`'

type Settings = Pick<Factory, 'settings'>

/** An error that advises to learn, where learning has run and left it open, with what would settle it instead; other errors as they are. */
export async function explainLearned(error: unknown, factory: Settings): Promise<unknown> {
  const { hint } = describeError(error)
  const settled = hint && (await adviseLearned(hint, factory))
  return settled === hint ? error : new SettledHint(error, settled!)
}

/** What would settle what these facts leave open: evidence of the kinds that none of them has, or a person. */
export function waysToSettle(facts: Facts): string {
  const given = evidenceIn(facts)
  const open = WAYS.filter(([kind]) => !given.has(kind)).map(([, way]) => way)
  return [...open, 'an entry by hand (`inpk help assumptions`)'].join(', or ')
}

/** Advice to learn, with what would settle it in its place where learning has run; other texts as they are. */
export async function adviseLearned(text: string, { settings }: Settings): Promise<string> {
  if (!text.includes(LEARN)) return text
  const known = await settings().catch(() => undefined)
  const facts = known?.facts ?? {}
  if (evidenceIn(facts).size === 0) return text
  const lines = text.split('\n')
  return lines.map((line) => (line.includes(LEARN) ? settledLine(line, facts) : line)).join('\n')
}

/** A line with what would settle it in place of the advice: a sentence, or half of one, that does not mention it stays. */
function settledLine(line: string, facts: Facts): string {
  const others = line.split(/(?<=[.;]) |(?<=:) (?=`inpk learn`)/).filter((part) => !part.includes(LEARN))
  const kept = others.join(' ').replace(/[;:]$/, '.')
  const left = `What was learned of this service so far leaves that open; this may settle it: ${waysToSettle(facts)}.`
  return [kept, left].filter(Boolean).join(' ')
}

/** The kinds of evidence that the facts in force were learned from. */
function evidenceIn(facts: Facts): ReadonlySet<string> {
  return new Set(Object.values(facts).flatMap(({ evidence = [] }) => evidence.map(({ what }) => what ?? 'description')))
}
