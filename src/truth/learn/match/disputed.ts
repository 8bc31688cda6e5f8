import { suits } from './fit.js'
import type { Entity } from './lexicon.js'
import { type Leaf, type Matching, type Pair, SURE } from './match.js'
import { nameScore } from './name-score.js'
import type { Slot } from './slots.js'

interface Where {
  slot: Slot
  /** What the record is about. */
  record: Entity | undefined
}

/** The matching with those pairs left open of which description and traffic disagree, each with all that may be meant. */
export function withoutDisputed({ pairs, unclear, missing, left }: Matching, where: Where): Matching {
  const disputed = pairs.flatMap((pair) => {
    const others = left.filter((leaf) => disputes(leaf, pair, where))
    return others.length > 0 ? [{ pair, candidates: [pair.theirs, ...others] }] : []
  })
  return {
    pairs: pairs.filter((pair) => !disputed.some((each) => each.pair === pair)),
    unclear: [...unclear, ...disputed.map(({ pair: { ours }, candidates }) => ({ ours, candidates }))],
    missing,
    left: [...left, ...disputed.map(({ pair }) => pair.theirs)],
  }
}

/**
 * Whether another member may be meant as well, because only the other side has it. What a description requires and no one sends or
 * answers is doubtful itself, so that anything in its place will do; else it must be called like ours. What answers have is there,
 * whatever a description says; what requests have may have been ignored.
 */
function disputes(leaf: Leaf, { ours, theirs }: Pair, { slot, record }: Where): boolean {
  if (!leaf.only || !theirs.only || leaf.only === theirs.only) return false
  const fit = suits(ours, leaf)
  if (leaf.only === 'seen' && theirs.required && fit >= 0.5) return true
  return slot !== 'result' && nameScore(ours.path, leaf.path, record) * fit >= SURE
}
