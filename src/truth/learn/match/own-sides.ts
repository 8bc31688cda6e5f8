import { SENTIMENTS } from '../../../contract/records.js'
import { isOwnSideWord } from '../../../contract/sides.js'
import { namesOf, plainName } from './lexicon.js'
import type { Matching, Pair } from './match.js'
import { namesInStep } from './named.js'
import type { MemberFinding } from './structure.js'

// A sentiment may have more sides than ours: `{positive, mixed, neutral, negative}`.

/**
 * Returns whether a path speaks of a side of the service's own: `mixed` may be a name for our neutral side, but not
 * beside a member `neutral`, which is that side.
 */
export function ownSidesAmong(paths: readonly (readonly string[])[]): (path: readonly string[]) => boolean {
  const textOf = (path: readonly string[]) => path.flatMap(namesInStep).map(plainName).join('.')
  const known = new Set(paths.map(textOf))
  return (path) => {
    const text = textOf(path)
    return SYNONYMS.some(({ side, pattern }) => {
      const exact = text.replace(pattern, `$1${side}`)
      return exact !== text && known.has(exact)
    })
  }
}

const SYNONYMS = SENTIMENTS.flatMap((side) => {
  const others = namesOf(side).filter((name) => name !== side)
  return others.map((name) => ({ side, pattern: new RegExp(`(^|[._])${name}(?=[._]|$)`) }))
})

/** The matching with the sides of the service's own, each where ours are but for the word of the side, as members of our sentiment. */
export function withOwnSides(matching: Matching): Matching {
  const found = matching.pairs.flatMap((pair): Pair[] => {
    const place = placeOfSides(pair, matching.pairs)
    if (!place) return []
    return matching.left.flatMap((theirs): Pair[] => {
      const side = sideAt(theirs.path, place)
      if (side === undefined) return []
      const path = pair.ours.path.map((step) => (step === PATTERN_SIDE ? side : step))
      return [{ ours: { ...pair.ours, path, required: false }, theirs, score: pair.score, by: pair.by }]
    })
  })
  const taken = new Set(found.map(({ theirs }) => theirs))
  return {
    ...matching,
    pairs: [...matching.pairs, ...found],
    left: matching.left.filter((leaf) => !taken.has(leaf)),
  }
}

/** What was found of members, with what a side of the service's own lacks as ours do: a plain count leaves no room for a share. */
export function withoutOtherMeasures(members: readonly MemberFinding[]): MemberFinding[] {
  const known = new Set(members.map(({ path }) => path))
  const lacking = members.flatMap(({ path, state }): MemberFinding[] => {
    const [, record = '', side = '', measure] = MEASURE.exec(path) ?? []
    if (state !== 'seen' || measure === undefined || (SENTIMENTS as readonly string[]).includes(side)) return []
    const other = measure === 'count' ? 'share' : 'count'
    const own = members.find((each) => each.path === `${record}${PATTERN_SIDE}.${other}`)
    if (own?.state !== 'missing' || !own.isAbsent || known.has(`${record}${side}.${other}`)) return []
    return [{ ...own, path: `${record}${side}.${other}` }]
  })
  return [...members, ...lacking]
}

const MEASURE = /^(.*\bsentiment\.)(\w+)\.(count|share)$/

/** The side by which those of a measure are found. */
const PATTERN_SIDE = 'neutral'

/** Where the sides stand: the step that has their word, and what is around the word in it. */
interface PlaceOfSides {
  path: readonly string[]
  at: number
  before: string
  after: string
}

/** Where our sides of one measure stand, if they do so alike; asked of the neutral one. */
function placeOfSides({ ours, theirs }: Pair, pairs: readonly Pair[]): PlaceOfSides | undefined {
  if (!ours.path.includes(PATTERN_SIDE)) return undefined
  const paths = SENTIMENTS.flatMap((side) => {
    const own = ours.path.map((step) => (step === PATTERN_SIDE ? side : step)).join('.')
    return pairs.flatMap((each) => (each.ours.path.join('.') === own ? [each.theirs.path] : []))
  })
  const { path } = theirs
  const at = path.findIndex((step, index) => paths.some((each) => each[index] !== step))
  const isAlike = (each: readonly string[]) =>
    each.length === path.length && each.every((step, index) => index === at || step === path[index])
  if (paths.length !== SENTIMENTS.length || at < 0 || !paths.every(isAlike)) return undefined
  const steps = paths.map((each) => each[at]!)
  const [before, after] = [commonStart(steps), reversed(commonStart(steps.map(reversed)))]
  const isOwnWord = (step: string) => wordBetween(step, before, after) !== undefined
  return steps.every(isOwnWord) ? { path, at, before, after } : undefined
}

function sideAt(path: readonly string[], { path: like, at, before, after }: PlaceOfSides): string | undefined {
  if (path.length !== like.length || !path.every((step, index) => index === at || step === like[index]))
    return undefined
  const word = wordBetween(path[at]!, before, after)
  const side = word === undefined ? '' : plainName(word)
  return isOwnSideWord(side) ? side : undefined
}

function wordBetween(step: string, before: string, after: string): string | undefined {
  const isAround = step.startsWith(before) && step.endsWith(after) && step.length > before.length + after.length
  return isAround ? step.slice(before.length, step.length - after.length) : undefined
}

function commonStart([first = '', ...others]: readonly string[]): string {
  const length = [...first].findIndex((letter, index) => others.some((each) => each[index] !== letter))
  return length < 0 ? first : first.slice(0, length)
}

const reversed = (text: string) => [...text].reverse().join('')
