import { recommendedWord } from '../../../contract/vocabulary.js'
import type { ScalarShape } from '../evidence/shape.js'
import { isFlag } from './fit.js'
import { plainName } from './lexicon.js'
import type { Leaf, Matching } from './match.js'
import type { MemberFinding, SlotPair } from './structure.js'
import { wordThatHolds } from './words.js'

/** What flags of an answer say of enums, by paths in their record, and what is left of the matching. */
export function withoutFlagged(
  matching: Matching,
  { slot, words }: Pick<SlotPair, 'slot' | 'words'>,
): { findings: MemberFinding[]; matching: Matching } {
  const found = slot === 'result' ? flaggedEnums(matching) : []
  const findings = found.map(({ ours, flags }): MemberFinding => {
    const path = ours.path.join('.')
    const place = words === 'recommended' ? recommendedWord(path) : path
    return { path, state: 'seen', place, by: 'name', score: 0.9, form: { flags } }
  })
  const isFree = (leaf: Leaf) => !found.some(({ ours, theirs }) => ours === leaf || theirs.includes(leaf))
  const left = {
    ...matching,
    unclear: matching.unclear.filter(({ ours }) => isFree(ours)),
    missing: matching.missing.filter(isFree),
    left: matching.left.filter(isFree),
  }
  return { findings, matching: left }
}

/** An enum of ours, the flags that say its words, the furthest first, and the leaves that these are. */
interface Flagged {
  ours: Leaf
  flags: Readonly<Record<string, string>>
  theirs: readonly Leaf[]
}

/** The enums of ours that are flags beside one another, one for a word: `delivered: true, bounced: false`. One flag alone has words. */
function flaggedEnums({ missing, unclear, left }: Matching): Flagged[] {
  const flags = left.filter(({ path, shape }) => path.length === 1 && shape.kind === 'scalar' && isOnlyFlag(shape))
  return [...missing, ...unclear.map(({ ours }) => ours)].flatMap((ours): Flagged[] => {
    const words = ours.path.length === 1 && ours.shape.kind === 'scalar' ? (ours.shape.words ?? []) : []
    const found = [...words].reverse().flatMap((word): [string, Leaf][] => {
      const named = flags.filter(({ path }) => plainName(path[0]!) === word)
      const held = named.length > 0 ? named : flags.filter(({ path }) => wordThatHolds(words, path[0]!) === word)
      return held.length === 1 ? [[word, held[0]!]] : []
    })
    if (found.length < 2) return []
    // `failed` beside `bounced` is a word of its own for how it ended.
    const known = found.map(([, leaf]) => leaf)
    const others = flags.filter((leaf) => !known.includes(leaf) && wordThatHolds(words, leaf.path[0]!) !== undefined)
    const names = [...found, ...others.map((leaf) => [leaf.path[0]!, leaf] as const)]
    const byWord = Object.fromEntries(names.map(([word, { path }]) => [word, path[0]!]))
    return [{ ours, flags: byWord, theirs: [...known, ...others] }]
  })
}

const isOnlyFlag = (shape: ScalarShape) =>
  shape.types.join() === 'boolean' && (shape.seen.length === 0 || isFlag(shape))
