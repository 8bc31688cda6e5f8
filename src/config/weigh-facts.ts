import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../base/is-object.js'
import { type Evidence, type Fact, withoutEvidence } from '../contract/facts/facts.js'
import { isAboutMembers, placeOf } from '../contract/facts/member-facts.js'
import { rowOf } from '../contract/operations/index.js'
import { recommendedWord } from '../contract/vocabulary.js'

/** This many pieces of evidence of one fact are kept, the latest. */
const EVIDENCE_MOST = 8

/** What a service did says more than what its description says. */
const OBSERVED = new Set(['traffic', 'deliveries', 'probe', 'probe-writes'])

/** What a learned fact says otherwise than a known one, and what it adds, as `path: value`. */
export function compareFacts(known: Fact, learned: Fact): { contradicts: string[]; adds: string[] } {
  const contradicts: string[] = []
  const adds: string[] = []
  walk(withoutEvidence(known), hasSameAddress(known, learned) ? withoutAddress(learned) : withoutEvidence(learned), '')
  return { contradicts, adds }

  function walk(before: JsonObject, after: JsonObject, path: string): void {
    for (const [name, value] of Object.entries(after)) {
      const at = path === '' ? name : `${path}.${name}`
      const old = Object.hasOwn(before, name) ? before[name] : undefined
      if (old === undefined) adds.push(`${at}: ${shown(value)}`)
      else if (isObject(old) && isObject(value)) walk(old, value, at)
      else if (isLessExact(value, old)) continue
      else if (isLessExact(old, value)) adds.push(`${at}: ${shown(value)}`)
      else if (!isDeepStrictEqual(old, value)) contradicts.push(`${at}: ${shown(value)}, not ${shown(old)}`)
    }
  }
}

/** A path may be cut from its prefix in another place. */
function hasSameAddress(one: Fact, other: Fact): boolean {
  const [a, b] = [one, other].map(
    ({ prefix, path }) => [prefix, path].every((each) => typeof each === 'string') && `${prefix}${path}`,
  )
  return a !== false && a === b
}

function withoutAddress(fact: Fact): JsonObject {
  const { prefix: _prefix, path: _path, ...rest } = withoutEvidence(fact)
  return rest
}

/** Whether a value says less of the same: that times are numbers, but not what they count; that an entry has a word, but not which. */
function isLessExact(value: unknown, than: unknown): boolean {
  if (value === 'epoch') return than === 'epoch-seconds' || than === 'epoch-milliseconds'
  if (typeof value !== 'string' || typeof than !== 'string' || !value.includes('=~') || than.includes('=~'))
    return false
  return withoutWord(value) === withoutWord(than)
}

/** `sentiments[label=~positive].count` and `sentiments[label=pos].count` are one place. */
const withoutWord = (place: string) => place.replace(/=[^\]]*\]/g, '=]')

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

/** Both facts as one; what the second says counts where both say something, unless it says less. */
export function joinFacts(known: JsonObject, learned: JsonObject): JsonObject {
  const joined: JsonObject = { ...known }
  for (const [name, value] of Object.entries(learned)) {
    const old = Object.hasOwn(joined, name) ? joined[name] : undefined
    if (isObject(old) && isObject(value)) joined[name] = joinFacts(old, value)
    else if (!isLessExact(value, old)) joined[name] = value
  }
  return joined
}

/** What was seen of members that a fact is about: as we assume, and what one is called where it is ignored. */
interface Seen {
  isWhole: boolean
  members: readonly string[]
  isDescribed: boolean
  ignored?: string
}

/**
 * What is left of a fact without what is otherwise than we assume of members that are as we do: their places, and their types where they were
 * described. A place that is as we assume was written because it is proven, and stays unless what is sent there was seen ignored.
 */
export function takeBack(id: string, fact: Fact, { isWhole, members, isDescribed, ignored }: Seen): JsonObject {
  if (isWhole) return {}
  const left = Object.entries(withoutEvidence(fact)).flatMap(([part, value]): [string, unknown][] => {
    const isPlace = part === 'name' || part === 'names'
    const isType = part === 'type' || part === 'types'
    if (part === 'name' && value === ignored) return []
    if (!isPlace && !(isType && isDescribed)) return [[part, value]]
    if (part === 'name' && value === assumedName(id)) return [[part, value]]
    if (!part.endsWith('s')) return members.includes('') ? [] : [[part, value]]
    const isAsWeDo = (path: string) => members.includes(path) && !isTwice(fact, path)
    const others = Object.entries(isObject(value) ? value : {}).filter(([path]) => !isAsWeDo(path))
    return others.length === 0 ? [] : [[part, Object.fromEntries(others)]]
  })
  return Object.fromEntries(left)
}

/** Whether two answers of an operation have a member at different places: seen in one, it may be elsewhere in the other all the same. */
function isTwice({ otherwise }: Fact, path: string): boolean {
  return isObject(otherwise) && Object.hasOwn(otherwise, path)
}

/** The name that we assume of a member, in the words of the route that is asked. */
function assumedName(id: string): string | undefined {
  if (!isAboutMembers(id)) return undefined
  const { of, steps } = placeOf(id)
  const name = steps.at(-1)
  const [route] = of ? rowOf(of.operation).routes : []
  return name !== undefined && route?.words === 'recommended' ? recommendedWord(name) : name
}

/** Both as one list; of what was read again only the latest reading counts. */
export function joinEvidence(known: readonly Evidence[], learned: readonly Evidence[]): Evidence[] {
  const againOf = (list: readonly Evidence[], { from, what }: Evidence) =>
    list.find((each) => each.from === from && each.what === what)
  const renewed = known.map((each) => againOf(learned, each) ?? each)
  return [...renewed, ...learned.filter((each) => !againOf(known, each))].slice(-EVIDENCE_MOST)
}

/**
 * Whether evidence outweighs what a fact was learned from: seen rather than described, then later, then more often; but what refutes it
 * does so though it be seen once.
 */
export function isBetter(
  learned: readonly Evidence[],
  known: readonly Evidence[],
  { isRefuted = false }: { isRefuted?: boolean } = {},
): boolean {
  const isSame = known.every((each) => learned.some(({ from, what }) => from === each.from && what === each.what))
  if (isSame) return true
  const [a, b] = [weigh(learned), weigh(known)]
  const at = a.findIndex((part, index) => part !== b[index])
  if (isRefuted && (at < 0 || at === TIMES)) return true
  return at >= 0 && a[at]! > b[at]!
}

/** Where a weight says how often. */
const TIMES = 2

function weigh(evidence: readonly Evidence[]): [observed: number, day: number, times: number] {
  const days = evidence.map(({ at }) => Date.parse(at ?? '')).filter((day) => !Number.isNaN(day))
  return [
    evidence.some(({ what }) => OBSERVED.has(what ?? '')) ? 1 : 0,
    Math.max(0, ...days),
    evidence.reduce((sum, { times = 1 }) => sum + times, 0),
  ]
}
