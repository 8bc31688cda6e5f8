import type { ScalarShape } from '../evidence/shape.js'
import { decorated } from './affixes.js'
import { alsoLike, lastLike, plainName, RECORD_WORDS, valuesLike } from './lexicon.js'

/** The values of an enum of ours, and those that a service was described or seen with. */
export interface Enum {
  ours: readonly string[]
  theirs: readonly string[]
  /** Theirs are all that there are, by a description. */
  isWhole?: true
  /** Of ours, which theirs is proven to be, whatever its name. */
  proven?: Readonly<Record<string, string>>
}

/** What a service says for words of ours, as a fact has it. */
export type WordMap = Record<string, string | boolean | readonly string[]>

/** The words a value may have, or those that were seen. */
export function wordsOf({ words, seen }: ScalarShape): readonly string[] {
  return words ?? [...new Set(seen.filter((each): each is string => typeof each === 'string'))]
}

/** Which of their words is a name for one of ours, the likeliest where there are several; undefined if none is. */
export function wordFor(word: string, theirs: readonly string[]): string | undefined {
  const plain = plainName(word)
  const same = theirs.filter((each) => plainName(each) === plain)
  if (same.length === 1) return same[0]
  const called = theirs.map((their) => ({ their, names: namesOfWord(their) }))
  for (const name of valuesLike(word)) {
    const found = called.find(({ names }) => names.includes(name))
    if (found) return found.their
  }
  return undefined
}

/** What a word may be called: `P1W` is one word, and `JobComplete` says `complete` of a job. */
function namesOfWord(word: string): readonly string[] {
  const plain = plainName(word)
  return [plain, word.toLowerCase(), withoutRecord(plain)]
}

/** A word without the record that it is said of in front. */
function withoutRecord(plain: string): string {
  const record = RECORD_WORDS.find(({ word }) => plain.startsWith(`${word}_`))?.word
  return record === undefined ? plain : plain.slice(record.length + 1)
}

/** Which word of ours a flag of this name holds: one called `domain_verified` or `isActive` says `verified`. */
export function wordThatHolds(ours: readonly string[], flag: string): string | undefined {
  const name = plainName(flag)
  const holds = (word: string) => valuesLike(word).some((each) => name === each || name.endsWith(`_${each}`))
  const found = ours.filter(holds)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Ours to theirs, for the words that differ; undefined if none does. Words without a counterpart stay as they are. `among`: all
 * words that operations have for the same enum: one known word alone proves nothing, for `ok` may say that the request was heard,
 * unless it is ours in another spelling.
 */
export function wordsBetween(values: Enum, among: readonly string[] = values.theirs): WordMap | undefined {
  const { ours, theirs, proven = {} } = values
  const dressed = decorated(ours, theirs)
  // Where nearly all of ours are in one enum, what others say is nothing to it.
  const isTold = ours.filter((word) => wordFor(word, theirs) !== undefined).length >= Math.max(2, ours.length - 1)
  // `nps` beside `RECOMMENDATION` is another word of ours for the same, and no other spelling of `NPS`.
  const open = (word: string) => (isTold ? theirs : among).filter((each) => each === word || !ours.includes(each))
  const named = ours.map((word) => [word, proven[word] ?? dressed.get(word) ?? wordFor(word, open(word))] as const)
  const taken = withTheLast(named, values)
  const known = taken.filter(([, other]) => other !== undefined)
  const [first] = known
  const isSpelling = first !== undefined && plainName(first[0]) === plainName(first[1]!)
  if (known.length < 2 && !isSpelling && Object.keys(proven).length === 0) return undefined
  const found = taken.flatMap(([word, other]): [string, string | string[]][] => {
    // A word of ours that means itself there is not another one's counterpart, and one of theirs means one of ours.
    if (other === undefined || (other !== word && ours.includes(other))) return []
    if (taken.some(([each, its]) => each !== word && its === other)) return []
    const others = alsoLike(word).flatMap((each) => theirs.filter((their) => plainName(their) === each))
    const all = [other, ...others].filter((each) => theirs.includes(each))
    return all.length === 0 || (all.length === 1 && all[0] === word) ? [] : [[word, all.length === 1 ? all[0]! : all]]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

type Named = readonly (readonly [word: string, theirs: string | undefined])[]

/** The words with the one that is left on either side of a described enum, where it may mean the other. */
function withTheLast(named: Named, { theirs, isWhole }: Enum): Named {
  const left = theirs.filter((each) => !named.some(([, its]) => its === each))
  const open = named.filter(([, its]) => its === undefined)
  const [[word] = []] = open
  const isLast = isWhole && named.length > 2 && open.length === 1 && left.length === 1
  if (!isLast || !lastLike(word!).includes(plainName(left[0]!))) return named
  return named.map(([each, its]) => [each, its ?? left[0]])
}

/** Their words that none of ours is known to be, where some of ours are not known there: each may be one of those. */
export function openWords({ ours, theirs }: Enum, map: WordMap | undefined): readonly string[] {
  const wordsFor = (word: string): readonly unknown[] => [map && Object.hasOwn(map, word) ? map[word] : word].flat()
  const known = ours.flatMap(wordsFor)
  const isComplete = ours.every((word) => wordsFor(word).some((each) => theirs.includes(each as string)))
  return isComplete ? [] : theirs.filter((each) => !known.includes(each))
}
