import { settled } from './eliminate.js'
import { suits } from './fit.js'
import type { Entity } from './lexicon.js'
import type { Leaf, Matching, Pair } from './match.js'
import { meansOther } from './name-score.js'

/** How well a form has to suit where no name says what is meant. */
const FITS = 0.85

/**
 * The matching of a record that has as many members without a meaning as ours has without a place, and no more of these than of
 * known ones: with nothing left out or added, each is one of ours, as long as there is one way alone in which all of them can be.
 */
export function withAllPlaced(matching: Matching, record: Entity | undefined): Matching {
  const open = [...matching.missing, ...matching.unclear.map(({ ours }) => ours)]
  if (open.length === 0 || open.length !== matching.left.length || open.length > matching.pairs.length) return matching
  const canBe = (ours: Leaf, theirs: Leaf) =>
    theirs.required && suits(ours, theirs) >= FITS && !meansOther(ours.path, theirs.path, record)
  const [only, another] = waysToPlace(open, matching.left, canBe)
  return only && !another ? settled(matching, only) : matching
}

/** The first two ways in which each of ours is one of theirs. */
function waysToPlace(
  ours: readonly Leaf[],
  theirs: readonly Leaf[],
  canBe: (ours: Leaf, theirs: Leaf) => boolean,
): Pair[][] {
  const [own, ...others] = ours
  if (!own) return [[]]
  const ways = theirs.flatMap((their) => {
    if (!canBe(own, their)) return []
    const left = theirs.filter((each) => each !== their)
    const pair: Pair = { ours: own, theirs: their, score: 0.8, by: 'name' }
    return waysToPlace(others, left, canBe).map((way) => [pair, ...way])
  })
  return ways.slice(0, 2)
}
