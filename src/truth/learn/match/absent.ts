import type { ScalarShape, Shape } from '../evidence/shape.js'
import { isTime, suits } from './fit.js'
import { isExpanded, isOfOtherOutcome } from './keyed-lists.js'
import { type Entity, namesOf, plainName } from './lexicon.js'
import type { Leaf, Pair } from './match.js'
import { meaningOf } from './meanings.js'
import { meansOther, nameScore } from './name-score.js'
import { isOpenByWord, isOpenTable } from './open-lists.js'
import type { Slot } from './slots.js'
import type { MemberFinding } from './structure.js'

/** A member of ours that is nowhere in a record. */
interface MissingMember {
  missing: Leaf
  /** Of theirs, without any of ours. */
  left: readonly Leaf[]
  theirs: readonly Leaf[]
  pairs: readonly Pick<Pair, 'ours' | 'theirs'>[]
  record: Entity | undefined
  /** The member that the whole record is below; '' if it is bare. */
  at: string
}

/**
 * What may be meant by a member of ours that is nowhere, and whether the service has none: nothing that is left could be it, and
 * a description lists all members of the record (`isWhole`). However often a member was not seen, it may be there another time:
 * an answer leaves out what it has nothing for.
 */
export function findAbsence(
  { missing, left, theirs, pairs, record, at }: MissingMember,
  { slot, isWhole, isTaken = false }: { slot: Slot; isWhole: boolean; isTaken?: boolean },
): Pick<MemberFinding, 'isAbsent' | 'isUnneeded' | 'candidates'> {
  // The times of answers that it may mean instead are none of a request.
  const isAskedTime = slot !== 'result' && missing.shape.kind === 'scalar' && isTime(missing.path, missing.shape)
  const isLike = (leaf: Leaf) =>
    hasNameOf(missing, leaf) ||
    (slot !== 'result' && hasAnyNameOf(missing, leaf, record)) ||
    nameScore(missing.path, leaf.path, record) >= 0.5 ||
    ([missing, oneOf(missing)].some((each) => suits(each, leaf) >= 0.85) &&
      (isAskedTime || !meansOther(missing.path, leaf.path, record)))
  // What the whole record is below is no member of it.
  const candidates = left.flatMap((leaf) => (isLike(leaf) && leaf.path.join('.') !== at ? [leaf.path.join('.')] : []))
  // What else a query takes is of the listing itself, such as its order.
  const isBody = slot === 'body'
  const isList = ({ shape }: Leaf) => shape.kind === 'list'
  // Entries may be under names.
  const hasEntries = ({ shape }: Leaf) => shape.kind === 'list' || shape.kind === 'map'
  const isCarried = left.some((leaf) => couldCarry(leaf, missing))
  const mayBe =
    slot === 'result' ? isList(missing) || isCarried : isList(missing) ? left.some(hasEntries) : isBody && isCarried
  const isHidden =
    theirs.some((leaf) => mayHold(leaf, missing, at) || isOpenByWord(leaf, pairs)) || left.some(isOpenTable)
  // Where a plain value stands instead of our object, there is no room for the object's other members.
  const isPlain = theirs.some(
    (leaf) => isAround(leaf, missing, at) && (leaf.shape.kind === 'scalar' || isListOfMembers(leaf, { pairs, left })),
  )
  const isDissolved = isPlain || pairs.some((pair) => standsForObject(pair, missing))
  if (isDissolved) return { isAbsent: candidates.length === 0, candidates }
  const isNowhere = candidates.length === 0 && !mayBe && !isHidden
  const isAbsent = isNowhere && isWhole
  // What a request was taken without is not demanded, whatever we guessed; nor is what none of those is that a description demands.
  const isDemanded = left.some(({ required }) => required) || !theirs.some(({ required }) => required)
  const isLeftOut = isTaken ? isNowhere : isBody && isWhole && candidates.length === 0 && !isHidden && !isDemanded
  const isUnneeded = isLeftOut && !isAbsent && missing.required && missing.path.length === 1
  return { isAbsent, ...(isUnneeded && { isUnneeded }), candidates }
}

/** An entry of a list in its place: a service may take one at a time. */
function oneOf(leaf: Leaf): Leaf {
  return leaf.shape.kind === 'list' ? { ...leaf, shape: leaf.shape.entry } : leaf
}

/** Whether a name holds that of our member, however its value is written. */
function hasNameOf({ path }: Leaf, leaf: Leaf): boolean {
  const [own, theirs] = [path.at(-1)!, plainName(leaf.path.at(-1)!)]
  return own.length > 2 && `_${theirs}_`.includes(`_${own}_`)
}

/** Whether a name ends with any name for what ours means: what a request takes more of a `period` is no reason that it takes none. */
function hasAnyNameOf({ path }: Leaf, leaf: Leaf, record: Entity | undefined): boolean {
  const theirs = plainName(leaf.path.at(-1)!)
  return namesOf(meaningOf(path, record).is).some((name) => name.length > 2 && theirs.endsWith(`_${name}`))
}

/**
 * Whether a member that is not one of ours could carry the value of one that is missing. Its name is no reason against it: an
 * answer may call anything as it likes.
 */
function couldCarry({ path, shape }: Leaf, missing: Leaf): boolean {
  if (isOfOtherOutcome(path)) return false
  const own = missing.shape
  if (shape.kind !== 'scalar') return shape.kind !== 'list' || isText(own)
  if (own.kind !== 'scalar') return own.kind === 'any'
  const isNumber = own.types.some((type) => type === 'integer' || type === 'number')
  return shape.types.some((type) => {
    if (type === 'boolean') return own.types.includes('boolean') || own.words !== undefined
    // Numbers are written as texts, identifiers and times as numbers, and what is true or false as either.
    if (isNumber || own.types.includes('boolean')) return true
    return type === 'string' ? isText(own) : isIdentifierOrTime(missing, own)
  })
}

const isText = (shape: Shape) => shape.kind === 'scalar' && shape.types.includes('string')

function isIdentifierOrTime({ path }: Leaf, own: ScalarShape): boolean {
  return meaningOf(path).is === 'id' || isTime(path, own)
}

/** Whether a member stands where an object around ours would. */
function isAround({ path }: Leaf, missing: Leaf, at: string): boolean {
  const place = placeIn(missing, at)
  return path.length < place.length && path.every((name, step) => name === place[step])
}

/** Where a member of ours would be, in a record that is below a place. */
function placeIn({ path }: Leaf, at: string): readonly string[] {
  return at === '' ? path : [...at.split('.'), ...path]
}

/** Whether a list has members of ours in its entries, by a word, and nothing else. */
function isListOfMembers(leaf: Leaf, { pairs, left }: Pick<MissingMember, 'pairs' | 'left'>): boolean {
  const start = `${leaf.path.join('.')}[`
  return (
    leaf.shape.kind === 'list' &&
    isExpanded(leaf, { pairs }) &&
    !isOpenByWord(leaf, pairs) &&
    !left.some(({ path }) => path.join('.').startsWith(start))
  )
}

/** Whether a plain value that is called as the object around ours, wherever it stands, is the one member of it that there is. */
function standsForObject({ ours, theirs }: Pick<Pair, 'ours' | 'theirs'>, missing: Leaf): boolean {
  const [object, beside] = [missing.path.slice(0, -1), ours.path.slice(0, -1)]
  const isBeside = object.length > 0 && object.join('.') === beside.join('.')
  return isBeside && theirs.shape.kind === 'scalar' && plainName(theirs.path.at(-1)!) === object.at(-1)
}

/** An object of any members may hold one that no one names. */
function mayHold({ path, shape }: Leaf, missing: Leaf, at: string): boolean {
  const place = placeIn(missing, at)
  return shape.kind === 'any' && path.every((name, step) => name === place[step])
}
