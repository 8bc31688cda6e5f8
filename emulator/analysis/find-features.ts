import { MOST_LEVEL } from './corpus.js'
import { CONCEPT_COUNT } from './text/concepts.js'
import { findTopics } from './text/find-topics.js'
import { isFiller } from './text/foreign-words.js'
import { isStopWord } from './text/stop-words.js'
import type { Word } from './text/words.js'
import type { Feature } from './types.js'

/** A feature before it is known how the item speaks there: it shows first at the word of this place. */
export type FoundFeature = Omit<Feature, 'polarity'> & { place: number }

/** Long texts say what they are about early. */
const MAX_WORDS = 24
const MAX_LENGTH = 24
/** What may join two words to a name, as a label shows it: side by side, "card not arrived", "mot de passe". */
const ABROAD = 'de du des di del della da do dos das van'.split(' ')
export const LINKS: readonly string[] = ['', ' ', ' not ', ...ABROAD.map((word) => ` ${word} `)]
const BESIDE = 1
const NOT = 2
/** What may stand between a name and what became of it: "the card has still not arrived". */
const BETWEEN = new Set('is was are were has have had been got be being still yet just again'.split(' '))
const MAX_BETWEEN = 3

/** Adds a word, or that it is said once more. So few are found sooner one by one than in a map. */
function add(found: FoundFeature[], name: string, stem: string, place: number, link: number): void {
  for (let at = 0; at < found.length; at++) {
    if (found[at]!.stem !== stem) continue
    found[at]!.times++
    return
  }
  if (found.length < MAX_WORDS) found.push({ name, stem, times: 1, link, place })
}

/** How an English word continues the feature before it: as what it is that is "late", or as what became of it; 0 if it does not. */
function linkOf(words: readonly Word[], at: number, before: number): number {
  const word = words[at]!
  if (before < 0 || at - before > MAX_BETWEEN + 1) return 0
  if (!word.isVague && before === at - 1 && words[before]!.canModify) return BESIDE
  if (!word.isState || words[before]!.isVague) return 0
  let link = BESIDE
  for (let between = before + 1; between < at; between++) {
    if (words[between]!.negates) link = NOT
    else if (!BETWEEN.has(words[between]!.text)) return 0
  }
  return link
}

/** The words of an English text that say what it is about, each in the form it has first. */
export function findTextFeatures(words: readonly Word[]): FoundFeature[] {
  const found: FoundFeature[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word.tells) add(found, word.text, word.stem, at, linkOf(words, at, found.at(-1)?.place ?? -1))
  }
  return found
}

const MIN_FOREIGN_LENGTH = 3

function isTellingAbroad({ kind, languages, text, isLatin }: Word, language: string): boolean {
  if (kind !== 'word' || languages.length > 0 || text.length > MAX_LENGTH) return false
  if (isFiller(language, text) || isStopWord(text)) return false
  return !isLatin || (text.length >= MIN_FOREIGN_LENGTH && !/\d|'.{0,2}$/.test(text))
}

/** The words of a text in another language that are no function words. */
export function findForeignFeatures(words: readonly Word[], language: string): FoundFeature[] {
  const found: FoundFeature[] = []
  for (let at = 0; at < words.length && found.length < MAX_WORDS; at++) {
    const word = words[at]!
    if (!isTellingAbroad(word, language)) continue
    const before = found.at(-1)?.place ?? -1
    const joint = before === at - 2 ? LINKS.indexOf(` ${words[at - 1]!.text} `, NOT + 1) : 0
    const link = before >= 0 && before === at - 1 ? BESIDE : before >= 0 ? Math.max(0, joint) : 0
    add(found, word.text, word.stem, at, link)
  }
  return found
}

/** Before the number of a concept: of an English text, and of another, where a theme can't have an English name. */
export const CONCEPT_MARKS = { english: '#', foreign: '@' }
const listNames = (mark: string) => Array.from({ length: CONCEPT_COUNT }, (_, concept) => `${mark}${concept}`)
const NAMES = { english: listNames(CONCEPT_MARKS.english), foreign: listNames(CONCEPT_MARKS.foreign) }

/** The concepts that a text speaks of, as features that no word has the name of; in the order of its parts if it has several. */
export function findConceptFeatures(words: readonly Word[], isEnglish: boolean, inParts: boolean): FoundFeature[] {
  const found = findTopics(words, isEnglish, inParts).map(({ concept, part, place }) => {
    const name = NAMES[isEnglish ? 'english' : 'foreign'][concept]!
    return { name, stem: name, times: Math.round(part * MOST_LEVEL), link: 0, place }
  })
  return found.sort((a, b) => a.place - b.place)
}
