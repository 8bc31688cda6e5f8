import { describeWord } from './describe-word.js'
import type { Phrases } from './phrases.js'

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
  /** What it is in a clause of nothing but courtesy; such a clause has a greeting or thanks in it. */
  courtesy: 'greeting' | 'thanks' | 'filler' | undefined
  /** Languages in which it is a function word, as places in the list of languages. */
  languages: readonly number[]
  /** Languages that it tells by being a stop word there, or praise or blame. */
  hints: readonly number[]
  isLatin: boolean
  /** Cannot be the name of a theme: function words, plain verbs, describing words, words as general as "thing". */
  isVague: boolean
  /** Is no word of a source: function words, times, words as general as "thing". */
  isSilent: boolean
  /** In an English text it says what the text is about. */
  tells: boolean
  /** Can stand before a name in a label: "late" of "late delivery". */
  canModify: boolean
  /** Says what became of a thing: "cancelled", "lost". */
  isState: boolean
  /** Turns of phrase of feedback that start with it. */
  phrases: Phrases | undefined
  /** The lists of concepts that it speaks for, in an English text and in another; 0 if it speaks for none. */
  concepts: number
  conceptsAbroad: number
  /** Where its weights are, by the number of a model: looked up once. */
  rows: number[]
}

const SAYS_NOTHING: Omit<Word, 'text' | 'stem' | 'kind' | 'rows'> = {
  negates: false,
  boost: 1,
  valence: 0,
  contrasts: false,
  requests: false,
  isPerson: false,
  courtesy: undefined,
  languages: [],
  hints: [],
  isLatin: true,
  isVague: true,
  isSilent: true,
  tells: false,
  canModify: false,
  isState: false,
  phrases: undefined,
  concepts: 0,
  conceptsAbroad: 0,
}

function mark(text: string, kind: Word['kind']): Word {
  return { text, stem: text, kind, ...SAYS_NOTHING, rows: [] }
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
const SLOTS = 2 ** 17

/** A hash table of our own: a map would need each word cut out of its text first, which takes longer than the rest. */
const slots = new Int32Array(SLOTS)
let raws: string[] = []
let known: Word[] = []

/** Continues the hash of a word with its next character. */
export function hashOn(hash: number, code: number): number {
  return Math.imul(hash ^ code, 16_777_619)
}

function isAt(raw: string, text: string, from: number, to: number): boolean {
  if (raw.length !== to - from) return false
  for (let at = 0; at < raw.length; at++) if (raw.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  return true
}

/** The entry of the word `text[from..to)`, in lower case, whose characters have this hash. */
export function findWordAt(text: string, from: number, to: number, hash: number): Word {
  let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
  for (let place = slots[slot]!; place > 0; place = slots[slot]!) {
    if (isAt(raws[place - 1]!, text, from, to)) return known[place - 1]!
    slot = (slot + 1) & (SLOTS - 1)
  }
  if (to - from > MAX_LENGTH) return UNREADABLE
  const raw = text.slice(from, to)
  if (raw.length > LONG_NUMBER.length && /^\d+$/.test(raw)) return findWord(LONG_NUMBER)
  // A hostile vocabulary must not fill the memory: start over.
  if (known.length >= MAX_KNOWN) {
    slots.fill(0)
    known = []
    raws = []
    return findWordAt(text, from, to, hash)
  }
  // A slice keeps the whole text alive that it was cut from: copied, because the table outlives the text.
  const own = raw.split('').join('')
  known.push(describeWord(own))
  slots[slot] = raws.push(own)
  return known.at(-1)!
}

/** The entry of a word in lower case. What it says depends on the word alone; the table only saves time. */
export function findWord(text: string): Word {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = hashOn(hash, text.charCodeAt(at))
  return findWordAt(text, 0, text.length, hash)
}
