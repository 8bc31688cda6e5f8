import type { Entity } from './lexicon.js'
import type { Leaf } from './match.js'
import { nameScore } from './name-score.js'

/**
 * Their leaves; of a request in which ours has no list, a list of plain values that is called after a value of ours (`survey_ids`) stands for
 * that value alone. `isListed` marks it.
 */
export function withLoneValues(
  own: readonly Leaf[],
  theirs: readonly Leaf[],
  record: Entity | undefined,
): readonly Leaf[] {
  if (own.some(({ shape }) => shape.kind !== 'scalar')) return theirs
  return theirs.map((leaf): Leaf => {
    const { shape, path } = leaf
    if (shape.kind !== 'list' || shape.entry.kind !== 'scalar' || (shape.limits?.minItems ?? 0) > 1) return leaf
    const called = [...path.slice(0, -1), path.at(-1)!.replace(/s$/, '')]
    const isOurs = own.some((each) => nameScore(each.path, called, record) >= 0.85)
    return isOurs ? { ...leaf, shape: shape.entry, called, isListed: true } : leaf
  })
}
