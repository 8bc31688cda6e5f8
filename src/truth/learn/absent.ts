import type { Entity } from './lexicon.js'
import { type Leaf, suits } from './match.js'
import { meansOther, nameScore } from './name-score.js'
import type { Slot } from './slots.js'

/** A member of ours that stands nowhere in a record. */
export interface MissingMember {
  missing: Leaf
  /** Of theirs, without any of ours. */
  left: readonly Leaf[]
  theirs: readonly Leaf[]
  record: Entity | undefined
}

/**
 * What may be meant by a member of ours that stands nowhere, and whether the service has none: nothing that is left could be it, and a
 * description lists all members of the record (`isWhole`). However often a member was not seen, it may be there another time: an answer
 * leaves out what it has nothing for.
 */
export function findAbsence(
  { missing, left, theirs, record }: MissingMember,
  { slot, isWhole }: { slot: Slot; isWhole: boolean },
): { isAbsent: boolean; candidates: string[] } {
  const isLike = (leaf: Leaf) =>
    nameScore(missing.path, leaf.path, record) >= 0.5 ||
    (suits(missing, leaf) >= 0.85 && !meansOther(missing.path, leaf.path, record))
  const candidates = left.filter(isLike).map(({ path }) => path.join('.'))
  const mayBe =
    slot === 'result' && (missing.shape.kind === 'list' || left.some((leaf) => mayStandIn(missing, leaf, record)))
  const isAbsent = candidates.length === 0 && isWhole && !mayBe && !theirs.some((leaf) => hides(leaf, missing))
  return { isAbsent, candidates }
}

/** Whether a value of the same family is left, under a name that says nothing else: an answer may call anything as it likes. */
function mayStandIn(missing: Leaf, leaf: Leaf, record: Entity | undefined): boolean {
  return familyOf(leaf) === familyOf(missing) && !meansOther(missing.path, leaf.path, record)
}

function familyOf({ shape }: Leaf): string {
  if (shape.kind !== 'scalar') return shape.kind
  return shape.types.some((type) => type === 'integer' || type === 'number') ? 'number' : shape.types.join()
}

/** An object of any members may hold one that nobody names. */
function hides({ path, shape }: Leaf, missing: Leaf): boolean {
  return shape.kind === 'any' && path.every((name, at) => name === missing.path[at])
}
