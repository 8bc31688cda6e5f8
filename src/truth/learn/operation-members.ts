import { perObject } from '../../base/per-object.js'
import type { WireWords } from '../../contract/operation.js'
import { recommendedWord, WORD_PAIRS } from '../../contract/vocabulary.js'
import type { WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import type { Member, Shape } from './evidence/shape.js'

/** Two operations are one and the same if they take and answer so much alike. */
export const SAME = 0.9

/** An operation with its members. */
interface Sided {
  wire: WireOperation
  members: ReadonlySet<string>
}

/** Fewer members than these are in any operation. */
const FEW = 4

/** Members further down tell operations apart no better. */
const DEEP = 5

/** The members that an operation takes and answers, by their paths, the words of both vocabularies as one. */
export const membersOf = perObject((wire: WireOperation): ReadonlySet<string> => {
  return new Set(pathsOf(wire).map((path) => path.map(recommendedWord).join('.')))
})

/** The vocabulary of an operation, by the words that it uses of only one; undefined if it uses none, or both. */
export function vocabularyOf(wire: WireOperation): WireWords | undefined {
  const names = new Set(pathsOf(wire).flat())
  const usesAny = (words: readonly string[]) => words.some((word) => names.has(word))
  const isClassic = usesAny(WORD_PAIRS.map(([classic]) => classic))
  const isRecommended = usesAny(WORD_PAIRS.map(([, recommended]) => recommended))
  return isClassic === isRecommended ? undefined : isClassic ? 'classic' : 'recommended'
}

/** Returns the paths of all members an operation takes and answers, each below `(query)`, `(body)` or `(answer)`. */
export const pathsOf = perObject(({ query, body, results }: WireOperation): readonly string[][] => {
  const answers = Object.values(results).filter((each): each is Member => each !== undefined)
  const answer = answers.length > 0 ? answers.reduce(eitherMember) : undefined
  return [
    ...Object.keys(query).map((name) => ['(query)', name]),
    ...(body ? pathsIn(body.shape, ['(body)']) : []),
    ...(answer ? pathsIn(answer.shape, ['(answer)']) : []),
  ]
})

function pathsIn(shape: Shape, path: readonly string[]): string[][] {
  if ((shape.kind === 'list' || shape.kind === 'map') && path.length <= DEEP)
    return pathsIn(shape.entry, [...path, '[]'])
  // Schemas may refer to one another without end.
  if (shape.kind !== 'object' || path.length > DEEP) return [[...path]]
  return Object.entries(shape.members).flatMap(([name, member]) => pathsIn(member.shape, [...path, name]))
}

/**
 * How much two operations are alike, 0 to 1. Of one that was only seen a few times not all members showed: those that did are
 * compared.
 */
export function likenessOf(a: Sided, b: Sided): number {
  const few = Math.min(a.members.size, b.members.size)
  if (a.wire.described.result || b.wire.described.result || few < FEW) return overlap(a.members, b.members)
  return [...a.members].filter((each) => b.members.has(each)).length / few
}

/** Whether two operations are one at two addresses, in one vocabulary or the other. */
export function isSameThing(...wires: [WireOperation, WireOperation]): boolean {
  const [a, b] = wires.map((wire): Sided => ({ wire, members: membersOf(wire) }))
  return likenessOf(a!, b!) >= SAME
}

/** Returns the share of the members of two sets that both have, 0 to 1. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((each) => b.has(each)).length
  return both / Math.max(1, a.size + b.size - both)
}

const isOfVocabulary = (name: string) => WORD_PAIRS.some(([, recommended]) => recommended === name)

/**
 * The members of an operation as they would be in the words of a known one: a member that only one of them has may be what the other
 * calls by a word of its vocabulary, as long as both have as many of those at the same place.
 */
export function inOtherWords(members: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  const [placeOf, nameOf] = [(path: string) => path.replace(/[^.]*$/, ''), (path: string) => path.replace(/^.*\./, '')]
  const renamed = new Map<string, string>()
  const missing = [...known].filter((path) => !members.has(path) && isOfVocabulary(nameOf(path)))
  const own = [...members].filter((path) => !known.has(path))
  for (const place of new Set(missing.map(placeOf))) {
    const theirs = own.filter((path) => placeOf(path) === place)
    const ours = missing.filter((path) => placeOf(path) === place)
    if (theirs.length === ours.length) for (const [at, path] of theirs.entries()) renamed.set(path, ours[at]!)
  }
  return new Set([...members].map((path) => renamed.get(path) ?? path))
}
