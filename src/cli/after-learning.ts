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

/**
 * An error that advises to learn, where learning has run and left it open, with what would settle it instead; other errors as they are.
 */
export async function explainLearned(error: unknown, factory: Pick<Factory, 'settings'>): Promise<unknown> {
  const { hint } = describeError(error)
  if (!hint?.includes(LEARN)) return error
  const settings = await factory.settings().catch(() => undefined)
  const given = evidenceIn(settings?.facts ?? {})
  if (given.size === 0) return error
  // A sentence, or half of one, that does not speak of it stands.
  const others = hint.split(/(?<=[.;]) /).filter((part) => !part.includes(LEARN))
  const kept = others.join(' ').replace(/;$/, '.')
  const open = WAYS.filter(([kind]) => !given.has(kind)).map(([, way]) => way)
  const settled = [...open, 'an entry by hand (`inpk help assumptions`)'].join(', or ')
  const left = `What was learned of this service so far leaves that open; this may settle it: ${settled}.`
  return new SettledHint(error, [kept, left].filter(Boolean).join(' '))
}

const LEARN = '`inpk learn`'

/** The kinds of evidence that the facts in force were learned from. */
function evidenceIn(facts: Facts): ReadonlySet<string> {
  return new Set(Object.values(facts).flatMap(({ evidence = [] }) => evidence.map(({ what }) => what ?? 'description')))
}
