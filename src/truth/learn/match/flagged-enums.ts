import type { FlagNames } from '../../../contract/facts/flags.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import { isFlag } from './fit.js'
import { plainName } from './lexicon.js'
import type { Leaf, Matching } from './match.js'
import { meaningOf } from './meanings.js'
import type { MemberFinding, SlotPair } from './structure.js'
import { wordThatHolds } from './words.js'

/** What flags of an answer say of enums, by paths in their record that is below `at`, and what is left of the matching. */
export function withoutFlagged(
  matching: Matching,
  { slot, words }: Pick<SlotPair, 'slot' | 'words'>,
  at: string,
): { findings: MemberFinding[]; matching: Matching } {
  const found = slot === 'result' ? flaggedEnums(matching, at) : []
  const findings = found.map(({ ours, flags }): MemberFinding => {
    const path = ours.path.join('.')
    const word = words === 'recommended' ? recommendedWord(path) : path
    const place = at === '' ? word : `${at}.${word}`
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
  flags: Readonly<Record<string, FlagNames>>
  theirs: readonly Leaf[]
}

/**
 * The enums of ours that are flags beside one another, one for a word: `delivered: true, bounced: false`. One flag alone has words. So are
 * times since when a word holds, which are null where it does not; of a domain one is enough, for it is verified or not. `at`: what the whole
 * record is below, '' if it is bare.
 */
export function flaggedEnums({ missing, unclear, left }: Matching, at: string): Flagged[] {
  const around = at === '' ? [] : at.split('.')
  return [...missing, ...unclear.map(({ ours }) => ours)].flatMap((ours): Flagged[] => {
    const words = ours.shape.kind === 'scalar' ? (ours.shape.words ?? []) : []
    const beside = left.filter(({ path }) => isBeside([...around, ...ours.path], path))
    const flags = beside.filter(isOnlyFlag)
    const found = endOf(ours, words, flags) ?? flagsOf(ours, words, flags, 2) ?? sinceOf(ours, words, beside)
    return found ? [found] : []
  })
}

/** That something has ended, and beside it that it went well: `done: true, success: false` is what failed, and no `done` what goes on. */
function endOf(ours: Leaf, words: readonly string[], flags: readonly Leaf[]): Flagged | undefined {
  if (!END_WORDS.every((word) => words.includes(word))) return undefined
  const named = (pattern: RegExp) => flags.filter((flag) => pattern.test(plainName(nameOf(flag))))
  const [ends, successes, failures] = [named(ENDED), named(SUCCEEDED), named(FAILED)]
  const [end, success] = [ends[0], successes[0]]
  if (!end || !success || ends.length > 1 || successes.length > 1 || failures.length > 0) return undefined
  const byWord = { completed: [nameOf(end), nameOf(success)], failed: nameOf(end), processing: [] }
  return { ours, flags: byWord, theirs: [end, success] }
}

const END_WORDS = ['completed', 'failed', 'processing']
const ENDED = /^(is_|has_)?(done|finished|completed?|ended|ready)$/
const SUCCEEDED = /^(is_|was_|has_)?(success|succeeded|successful|ok)$/
const FAILED = /^(is_|has_)?(failed|failure|error(ed)?)$/

function flagsOf(ours: Leaf, words: readonly string[], flags: readonly Leaf[], least: number): Flagged | undefined {
  const found = [...words].reverse().flatMap((word): [string, Leaf][] => {
    const named = flags.filter((flag) => stemOf(flag) === word)
    const held = named.length > 0 ? named : flags.filter((flag) => wordThatHolds(words, stemOf(flag)) === word)
    return held.length === 1 ? [[word, held[0]!]] : []
  })
  if (found.length < least) return undefined
  // `failed` beside `bounced` is a word of its own for how it ended.
  const known = found.map(([, leaf]) => leaf)
  const others = flags.filter((leaf) => !known.includes(leaf) && wordThatHolds(words, stemOf(leaf)) !== undefined)
  const names = [...found, ...others.map((leaf) => [nameOf(leaf), leaf] as const)]
  const byWord = Object.fromEntries(names.map(([word, leaf]) => [word, nameOf(leaf)]))
  return { ours, flags: byWord, theirs: [...known, ...others] }
}

/** What a mail, or a domain, became when. A task that failed is over at a time, too. */
function sinceOf(ours: Leaf, words: readonly string[], beside: readonly Leaf[]): Flagged | undefined {
  const { is } = meaningOf(ours.path)
  if (is !== 'domainStatus' && is !== 'deliveryStatus') return undefined
  return flagsOf(ours, words, beside.filter(isSince), is === 'domainStatus' ? 1 : 2)
}

const nameOf = ({ path }: Leaf) => path.at(-1)!
const stemOf = (leaf: Leaf) => plainName(nameOf(leaf)).replace(SINCE, '')
const SINCE = /_(at|on)$/

const isBeside = (ours: readonly string[], theirs: readonly string[]) =>
  ours.length === theirs.length && ours.slice(0, -1).every((step, at) => step === theirs[at])

const isOnlyFlag = ({ shape }: Leaf) =>
  shape.kind === 'scalar' && shape.types.join() === 'boolean' && (shape.seen.length === 0 || isFlag(shape))

const isSince = ({ path, shape, nullable }: Leaf) =>
  nullable && shape.kind === 'scalar' && SINCE.test(plainName(path.at(-1)!)) && !shape.words
