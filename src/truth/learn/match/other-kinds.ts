import type { Shape } from '../evidence/shape.js'
import { settled } from './eliminate.js'
import { isWhole } from './kinds.js'
import { type Entity, plainName } from './lexicon.js'
import { type Leaf, leavesOf, type Matching, matchLeaves, type Pair } from './match.js'
import { nameScore } from './name-score.js'
import { objectsIn } from './named-maps.js'

/** Lists of what was not done, which say something by their length alone. Of others a count is no substitute. */
const TOLD_BY_COUNT: readonly string[] = ['skipped', 'not_found']

/** The matching of an answer with members of ours that are of another kind there: a number for a list, one entry of it, a text for an object. */
export function withOtherKinds(matching: Matching, answer: Shape, record: Entity | undefined): Matching {
  return withPlainMessages(withLoneEntries(withCountedLists(matching, record), answer, record), record)
}

/** The matching with the message of an object in whose place a text stands: `error: "No such column"`. */
function withPlainMessages(matching: Matching, record: Entity | undefined): Matching {
  const open = [...matching.missing, ...matching.unclear.map(({ ours }) => ours)]
  const found = open.flatMap((ours): Pair[] => {
    if (ours.path.at(-1) !== 'message') return []
    const object = ours.path.slice(0, -1)
    const isBeside = ({ path }: Leaf) =>
      matching.pairs.some((pair) => isIn(object, pair.ours.path) && isIn(path, pair.theirs.path))
    const alike = matching.left.filter(
      (leaf) =>
        leaf.shape.kind === 'scalar' &&
        leaf.shape.types.includes('string') &&
        !leaf.shape.words &&
        (isBeside(leaf) || leaf.path.length === 1) &&
        nameScore(object, [leaf.path.at(-1)!], record) >= 0.85,
    )
    const [theirs, another] = alike
    return theirs && !another ? [{ ours, theirs, score: 0.9, by: 'name' }] : []
  })
  return settled(matching, found)
}

/** Whether two members stand in one object. */
function isIn(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, -1).join('.') === other.slice(0, -1).join('.')
}

/** The matching with lists of ours of which a number says how long they are: `skipped: 3`, `skipped_count: 3`. */
function withCountedLists(matching: Matching, record: Entity | undefined): Matching {
  const found = matching.missing.flatMap((ours): Pair[] => {
    if (!TOLD_BY_COUNT.includes(ours.path.join('.')) || ours.shape.kind !== 'list') return []
    const alike = matching.left.filter((leaf) => isWhole(leaf.shape) && isCalled(ours, leaf, record))
    const [theirs, another] = alike
    return theirs && !another ? [{ ours, theirs, score: 0.9, by: 'name' }] : []
  })
  return settled(matching, found)
}

/** Lists of which an answer may show one entry, as an example of all: `sample: {subject, text}`. */
const SHOWN_BY_ONE: readonly string[] = ['previews']

/** The matching with lists of ours of which an answer has one entry alone: an object that is called as they are and holds what they do. */
function withLoneEntries(matching: Matching, answer: Shape, record: Entity | undefined): Matching {
  const found = matching.missing.flatMap((ours): Pair[] => {
    const { path, shape } = ours
    if (!SHOWN_BY_ONE.includes(path.join('.')) || shape.kind !== 'list') return []
    const alike = objectsIn(answer).filter((object) => {
      const called = [...object.path.slice(0, -1), `${plainName(object.path.at(-1)!)}s`]
      const isCalledSo = [called, object.path].some((each) => nameScore(path, each, record) >= 0.85)
      const { pairs } = matchLeaves(leavesOf(shape.entry), leavesOf(object.shape), { record: 'recipient' })
      return isCalledSo && pairs.length > 1
    })
    const [theirs, another] = alike
    return theirs && !another ? [{ ours, theirs, score: 0.9, by: 'name' }] : []
  })
  const isInside = ({ path }: Leaf) => found.some(({ theirs }) => theirs.path.every((step, at) => path[at] === step))
  return settled({ ...matching, left: matching.left.filter((leaf) => !isInside(leaf)) }, found)
}

function isCalled(ours: Leaf, theirs: Leaf, record: Entity | undefined): boolean {
  const plain = plainName(theirs.path.at(-1)!).replace(/^(num|number_of|total)_|_(count|total)$/g, '')
  return nameScore(ours.path, [...theirs.path.slice(0, -1), plain], record) >= 0.85
}

/**
 * Their leaves; a list of plain values that is called after a value of ours (`survey_ids`), and after no list of ours, stands for that value
 * alone. `isListed` marks it.
 */
export function withLoneValues(
  own: readonly Leaf[],
  theirs: readonly Leaf[],
  record: Entity | undefined,
): readonly Leaf[] {
  const values = own.filter(({ shape }) => shape.kind === 'scalar')
  const others = own.filter((each) => !values.includes(each))
  return theirs.map((leaf): Leaf => {
    const { shape, path } = leaf
    if (shape.kind !== 'list' || shape.entry.kind !== 'scalar' || (shape.limits?.minItems ?? 0) > 1) return leaf
    const called = [...path.slice(0, -1), path.at(-1)!.replace(/s$/, '')]
    const isOurs = values.some((each) => nameScore(each.path, called, record) >= 0.85)
    const isList = others.some((each) => [path, called].some((name) => nameScore(each.path, name, record) >= 0.35))
    return isOurs && !isList ? { ...leaf, shape: shape.entry, called, isListed: true } : leaf
  })
}
