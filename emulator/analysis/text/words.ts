import { describeWord } from './describe-word.js'
import type { PatternStart } from './patterns.js'

/** What is known of a word, an emoji or a mark; looked up once, then shared. */
export interface Word {
  text: string
  stem: string
  kind: 'word' | 'number' | 'sign' | 'comma' | 'end'
  /** Turns what follows around: "not", "never", "isn't". */
  negates: boolean
  /** Weighs what follows: "very" above 1, "slightly" below 1, else 1. */
  boost: number
  /** -4 to 4; 0 says nothing. */
  valence: number
  /** Starts a clause that outweighs the one before: "but", "however". */
  contrasts: boolean
  /** At the start of a sentence: it asks or bids; "please" does anywhere. */
  requests: boolean
  /** The writer, or whom the text is written to: what is said happened to someone. */
  isPerson: boolean
  /** Languages in which it is a function word, as places in the list of languages. */
  languages: readonly number[]
  /** Languages that it tells by being a stop word there, or praise or blame. */
  hints: readonly number[]
  isLatin: boolean
  /** Cannot be the name of a theme: function words, plain verbs, describing words, words as general as "thing". */
  isVague: boolean
  /** Says nothing of what a text is about. */
  isSilent: boolean
  /** Can stand before a name in a label: "late" of "late delivery". */
  canModify: boolean
  /** Says what became of a thing: "cancelled", "lost". */
  isState: boolean
  /** Turns of phrase of feedback that start with it, and their valence. */
  phrases: PatternStart<number> | undefined
  /** Some of these phrases continue with it after their first word. */
  continues: boolean
  /** What a model says of it, in the model's slot: looked up once. */
  kept: unknown[]
}

function mark(text: string, kind: Word['kind']): Word {
  return {
    text,
    stem: text,
    kind,
    negates: false,
    boost: 1,
    valence: 0,
    contrasts: false,
    requests: false,
    isPerson: false,
    languages: [],
    hints: [],
    isLatin: true,
    isVague: true,
    isSilent: true,
    canModify: false,
    isState: false,
    phrases: undefined,
    continues: false,
    kept: [],
  }
}

export const COMMA = mark(',', 'comma')
export const END = mark('.', 'end')
export const BANG = mark('!', 'end')
export const ASK = mark('?', 'end')
const UNREADABLE = mark('\u2026', 'sign')

const MAX_KNOWN = 50_000
const MAX_LENGTH = 40
/** Numbers this long are of an order or a customer, so they all say the same; to look each up would cost as much as its text. */
const LONG_NUMBER = '00000'

let known = new Map<string, Word>()

/** The entry of a word in lower case. What it says depends on the word alone; the memo only saves time. */
export function findWord(text: string): Word {
  const found = known.get(text)
  if (found !== undefined) return found
  if (text.length > MAX_LENGTH) return UNREADABLE
  if (text.length > LONG_NUMBER.length && /^\d+$/.test(text)) return findWord(LONG_NUMBER)
  // A slice keeps the whole text alive that it was cut from: copied, because the memo outlives the text.
  const own = text.split('').join('')
  const word = describeWord(own)
  // A hostile vocabulary must not fill the memory: start over.
  if (known.size >= MAX_KNOWN) known = new Map()
  known.set(own, word)
  return word
}
