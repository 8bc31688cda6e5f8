import stopWords from '../lexicon/stop-words-foreign.json' with { type: 'json' }
import valences from '../lexicon/valences-foreign.json' with { type: 'json' }

/** The shortest stem that longer words may be a form of, and by how many letters. */
const MIN_STEM = 4
const MAX_ENDING = 3

function readLanguage(levels: Record<string, string>): Map<string, number> {
  return new Map(
    Object.entries(levels).flatMap(([level, words]) => words.split(' ').map((word) => [word, Number(level)] as const)),
  )
}

const { negations, requests, english, ...languages } = valences
const NEGATIONS = new Set(negations.split(' '))
const REQUESTS = new Set(requests.split(' '))
/** Also English, so they do not tell the language. */
const ENGLISH_WORDS = new Set(english.split(' '))
const VALENCES = new Map(Object.entries(languages).map(([language, levels]) => [language, readLanguage(levels)]))

const STOP_WORDS = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(words.split(' '))]))

/** Languages beside English whose words say how a text leans. */
export const JUDGED_LANGUAGES: readonly string[] = [...VALENCES.keys()]

/** The valence of a word in lower case in a language, -2 to 2, itself or its stem; 0 if it says nothing. */
export function valenceIn(language: string, word: string): number {
  const known = VALENCES.get(language)
  if (known === undefined) return 0
  const shortest = Math.max(MIN_STEM, word.length - MAX_ENDING)
  for (let length = word.length; length === word.length || length >= shortest; length--) {
    const valence = known.get(word.slice(0, length))
    if (valence !== undefined) return valence
  }
  return 0
}

/** Whether a word in lower case says nothing of what a text in a language is about: function words, times, words of praise. */
export function isFiller(language: string, word: string): boolean {
  return STOP_WORDS.get(language)?.has(word) === true || valenceIn(language, word) > 0
}

/** Whether a word in lower case, in this very form, is a stop word of a language or praises or blames in it, and is no English word as well. */
export function tellsLanguage(language: string, word: string): boolean {
  if (ENGLISH_WORDS.has(word)) return false
  return VALENCES.get(language)?.has(word) === true || STOP_WORDS.get(language)?.has(word) === true
}

/** Whether a word turns what follows around in a judged language: "nicht", "pas", "sin". */
export function isForeignNegation(language: string, word: string): boolean {
  return VALENCES.has(language) && NEGATIONS.has(word)
}

/** Whether a word at the start of a sentence asks or bids in a judged language, or "please" anywhere. */
export function isForeignRequest(language: string, word: string): boolean {
  return VALENCES.has(language) && REQUESTS.has(word)
}
