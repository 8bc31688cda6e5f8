import { settled } from './eliminate.js'
import { suits } from './fit.js'
import type { Entity } from './lexicon.js'
import type { Leaf, Matching, Pair } from './match.js'
import { mayMean } from './may-mean.js'

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
    theirs.required && suits(ours, theirs) >= FITS && mayMean(ours, theirs.path, record)
  const placed = onlyPlacement(open, matching.left, canBe)
  return placed ? settled(matching, placed.map(pairOf)) : matching
}

const pairOf = ([ours, theirs]: readonly [Leaf, Leaf]): Pair => ({ ours, theirs, score: 0.8, by: 'name' })

/**
 * Returns the one way in which each of ours is another one of theirs; undefined where there is none, or more than one. Where there
 * is one alone, one of ours has a single place, and so has one of the others without it: no need to try them all.
 */
export function onlyPlacement<Ours, Theirs>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  canBe: (ours: Ours, theirs: Theirs) => boolean,
): [Ours, Theirs][] | undefined {
  const places = new Map(ours.map((own) => [own, new Set(theirs.filter((their) => canBe(own, their)))]))
  const placed: [Ours, Theirs][] = []
  while (places.size > 0) {
    const found = [...places].find(([, { size }]) => size === 1)
    if (!found) return undefined
    const [own, only] = found
    const [their] = [...only] as [Theirs]
    placed.push([own, their])
    places.delete(own)
    for (const left of places.values()) left.delete(their)
  }
  return placed
}
