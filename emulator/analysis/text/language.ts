import functionWords from '../lexicon/function-words.json' with { type: 'json' }
import { JUDGED_LANGUAGES, tellsLanguage, valenceIn } from './foreign-words.js'
import type { Word } from './words.js'

/** What `detectLanguage` says of English. */
export const ENGLISH = 'en'
const OTHER_SCRIPT = 'und'
const LANGUAGES = Object.keys(functionWords)

function buildTable(): Map<string, readonly number[]> {
  const table = new Map<string, number[]>()
  Object.values(functionWords).forEach((words, language) => {
    for (const word of new Set(words.split(' '))) table.set(word, [...(table.get(word) ?? []), language])
  })
  return table
}

const LANGUAGES_OF = buildTable()
const JUDGED = JUDGED_LANGUAGES.map((language) => LANGUAGES.indexOf(language))
const NONE: readonly number[] = []
const LATIN = /^[\p{Script=Latin}\p{M}'\d]+$/u

/** Whether a word is a function word of one of the languages known, English included. */
export function isFunctionWord(text: string): boolean {
  return LANGUAGES_OF.has(text)
}

/** Which languages a word in lower case is a function word of, and whether it is in Latin script. */
export function describeLanguages(
  text: string,
  isJudgedEnglish: boolean,
): Pick<Word, 'languages' | 'hints' | 'isLatin'> {
  const languages = LANGUAGES_OF.get(text) ?? NONE
  const hints =
    isJudgedEnglish || languages.length > 0 ? NONE : JUDGED.filter((at) => tellsLanguage(LANGUAGES[at]!, text))
  return { languages, hints, isLatin: LATIN.test(text) }
}

/** "pt" of "pt-BR" and of "por"; languages with no code of two letters keep their three, so that "fil" is no Finnish. */
function primaryTag(tag: string): string {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0]!
  if (primary.length !== 3) return primary
  try {
    return Intl.getCanonicalLocales(primary)[0]!
  } catch {
    return primary
  }
}

/** Whether the words of a language say how a text leans. */
export function isJudged(language: string): boolean {
  return language === ENGLISH || JUDGED_LANGUAGES.includes(language)
}

const hits = new Float64Array(LANGUAGES.length)

/** Counts into `hits`, for no text may cost an array; says whether the words are of a script that none of the languages uses. */
function countHits(words: readonly Word[]): boolean {
  let read = 0
  let foreign = 0
  hits.fill(0)
  for (const { kind, isLatin, languages, hints } of words) {
    if (kind !== 'word') continue
    read++
    if (!isLatin) foreign++
    // A word that languages share tells little of each, but English, the usual one, is not to be lost over it.
    for (let at = 0; at < languages.length; at++)
      hits[languages[at]!]! += languages[at] === 0 ? 1 : 1 / languages.length
    for (let at = 0; at < hints.length; at++) hits[hints[at]!]! += 1 / hints.length
  }
  return foreign * 2 > read
}

/** The language that knows most of the words as praise or blame, in any form; of equals the first. */
function judgingMost(words: readonly Word[], languages: readonly string[]): string {
  const countOf = (language: string) => words.filter(({ text }) => valenceIn(language, text) !== 0).length
  return languages.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

/**
 * The language of a text as its code: `declared` where there is one, else the one with the most function
 * words, stop words and words of praise and blame in it, `und` for other scripts. Ties go to English, and so do short texts without any.
 */
export function detectLanguage(words: readonly Word[], declared: string | null | undefined): string {
  if (declared) return primaryTag(declared)
  if (countHits(words)) return OTHER_SCRIPT
  let first = 0
  for (let at = 1; at < hits.length; at++) if (hits[at]! > hits[first]!) first = at
  // English comes first in the list, so it wins a tie.
  if (first === 0) return ENGLISH
  const tied = JUDGED.filter((at) => hits[at] === hits[first]).map((at) => LANGUAGES[at]!)
  return tied.length < 2 ? LANGUAGES[first]! : judgingMost(words, tied)
}
