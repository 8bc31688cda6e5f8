import { suits } from './fit.js'
import type { Entity } from './lexicon.js'
import type { Leaf } from './match.js'
import { nameScore } from './name-score.js'
import { SELECTOR } from './named.js'

/** Which object of theirs is which object of ours, by their paths joined with dots. */
type Containers = ReadonlyMap<string, readonly string[]>

/** An object of theirs has so many members of one of ours, and no other object has as many. */
const LEAST = 2
/** What holds more is no record. */
const MOST = 50

/**
 * Objects that are told by what they hold, whatever they are called: `email_domain` with `domain` and `status` is our `sender_domain`.
 * What stands in them is then read as if they had our name.
 */
export function findContainers(ours: readonly Leaf[], theirs: readonly Leaf[], record: Entity | undefined): Containers {
  // What all the rest is in is the record itself.
  const isAround = (path: string) => theirs.every((leaf) => `${leaf.path.join('.')}.`.startsWith(`${path}.`))
  const inTheirs = [...objectsAround(theirs)].filter(
    ([path, { length }]) => length >= LEAST && length <= MOST && !isAround(path),
  )
  const counts = [...objectsAround(ours)].flatMap(([own, leaves]) =>
    inTheirs.map(([their, others]) => {
      const sides = { own: own.split('.'), their: their.split('.'), record }
      return { own, their, count: countCommon(leaves, others, sides) }
    }),
  )
  const isBest = (each: (typeof counts)[number]) =>
    each.count >= LEAST &&
    counts.every(
      (other) =>
        other === each ||
        other.count < each.count ||
        (other.own !== each.own && other.their !== each.their) ||
        (other.own === each.own && each.their.startsWith(`${other.their}.`)),
    )
  return new Map(counts.filter(isBest).map(({ own, their }) => [their, own.split('.')]))
}

/** A path of theirs as it would be with our names for the objects around. */
export function inOurObjects(path: readonly string[], containers: Containers): readonly string[] | undefined {
  if (containers.size === 0) return undefined
  for (let length = path.length - 1; length > 0; length -= 1) {
    const own = containers.get(path.slice(0, length).join('.'))
    if (own) return [...own, ...path.slice(length)]
  }
  return undefined
}

/** The leaves in each object of a record, by its path. */
function objectsAround(leaves: readonly Leaf[]): Map<string, Leaf[]> {
  const found = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    for (let length = 1; length < leaf.path.length; length += 1) {
      const path = leaf.path.slice(0, length).join('.')
      found.set(path, [...(found.get(path) ?? []), leaf])
    }
  }
  return found
}

interface Objects {
  own: readonly string[]
  their: readonly string[]
  record: Entity | undefined
}

/**
 * How many members of an object of ours one of theirs has as deep inside, by name and type. What a word tells from the others in a list is
 * in that list, and not in what is around it.
 */
function countCommon(leaves: readonly Leaf[], others: readonly Leaf[], { own, their, record }: Objects): number {
  const isCommon = (leaf: Leaf) =>
    others.some(
      (other) =>
        other.path.length - their.length === leaf.path.length - own.length &&
        !other.path.slice(their.length).some((step) => SELECTOR.test(step)) &&
        nameScore(leaf.path, [...own, ...other.path.slice(their.length)], record) >= 0.9 &&
        suits(leaf, other) >= 0.85,
    )
  return leaves.filter(isCommon).length
}
