import { isFiller } from './text/foreign-words.js'
import { isStopWord } from './text/stop-words.js'
import type { Word } from './text/words.js'

/** A feature before it is known how the item speaks there. */
export interface FoundFeature {
  name: string
  weight: number
  places: number[]
}

export const WEIGHT_SCALE = 16
/** Long texts say what they are about early. */
const MAX_WORDS = 24
const MAX_PHRASES = 8
const MAX_LENGTH = 24
const MAX_WEIGHT = 255
/** What may stand between a name and what became of it: "the card has still not arrived". */
const LINKS = new Set('is was are were has have had been got be being still yet just again'.split(' '))
const MAX_LINKS = 3

type Keyed = FoundFeature & { key: string }

/** Adds a place to the feature of a key, new if there are not `most` yet. So few are found sooner one by one than in a map. */
function add(found: Keyed[], name: string, place: number, key = name, most = Number.POSITIVE_INFINITY): void {
  for (const each of found) {
    if (each.key === key) return void each.places.push(place)
  }
  if (found.length < most) found.push({ key, name, weight: WEIGHT_SCALE, places: [place] })
}

/** What is said twice counts more, but not twice as much. */
function weigh(found: readonly Keyed[]): void {
  for (const each of found) {
    const times = each.places.length
    if (times > 1) each.weight = Math.min(MAX_WEIGHT, Math.round(WEIGHT_SCALE * (1 + Math.log(times))))
  }
}

function isTelling(word: Word): boolean {
  return word.kind === 'word' && !word.isSilent && word.isLatin && word.text.length <= MAX_LENGTH
}

function canStandInName(word: Word | undefined): word is Word {
  return word !== undefined && isTelling(word) && !word.isVague
}

function canDescribe(word: Word | undefined): word is Word {
  return word?.canModify === true && word.isLatin && word.text.length <= MAX_LENGTH
}

/** "card not arrived" of "my card has still not arrived", as far as the name at a place is followed by such; else undefined. */
function findState(words: readonly Word[], at: number): string | undefined {
  let negated = false
  for (let next = at + 1; next <= at + 1 + MAX_LINKS; next++) {
    const word = words[next]
    if (word === undefined || word.kind !== 'word') return undefined
    if (word.negates) negated = true
    else if (word.isState) return `${words[at]!.text} ${negated ? 'not ' : ''}${word.text}`
    else if (!LINKS.has(word.text)) return undefined
  }
  return undefined
}

function findPhrases(words: readonly Word[]): Keyed[] {
  const found: Keyed[] = []
  for (let at = 0; at < words.length && found.length < MAX_PHRASES; at++) {
    const name = words[at]
    if (!canStandInName(name)) continue
    const before = words[at - 1]
    if (canDescribe(before)) add(found, `${before.text} ${name.text}`, at)
    const state = findState(words, at)
    if (state !== undefined) add(found, state, at)
  }
  return found
}

/**
 * The words of an English text that say what it is about, and the phrases a label may show instead of one of them.
 */
export function findTextFeatures(words: readonly Word[]): FoundFeature[] {
  const found: Keyed[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (isTelling(word)) add(found, word.text, at, word.stem, MAX_WORDS)
  }
  weigh(found)
  return found.concat(findPhrases(words))
}

const MIN_FOREIGN_LENGTH = 3
const ELIDED = /'.{0,2}$/
/** What joins two words to one name: "mot de passe". */
const LINKS_ABROAD = new Set('de du des di del della da do dos das van'.split(' '))

function isTellingAbroad(word: Word | undefined, language: string): word is Word {
  if (word?.kind !== 'word' || word.languages.length > 0 || word.text.length > MAX_LENGTH) return false
  if (ELIDED.test(word.text)) return false
  if (isFiller(language, word.text) || isStopWord(word.text)) return false
  return !word.isLatin || (word.text.length >= MIN_FOREIGN_LENGTH && !/\d/.test(word.text))
}

/** The words of a text in another language that are no function words, and pairs of them side by side or linked. */
export function findForeignFeatures(words: readonly Word[], language: string): FoundFeature[] {
  const found: Keyed[] = []
  const phrases: Keyed[] = []
  for (let at = 0; at < words.length && found.length < MAX_WORDS; at++) {
    const word = words[at]!
    if (!isTellingAbroad(word, language)) continue
    add(found, word.text, at)
    const link = LINKS_ABROAD.has(words[at - 1]?.text ?? '') ? ` ${words[at - 1]!.text}` : ''
    const before = words[link === '' ? at - 1 : at - 2]
    if (!isTellingAbroad(before, language) || phrases.length >= MAX_PHRASES) continue
    add(phrases, `${before.text}${link} ${word.text}`, at)
  }
  weigh(found)
  return found.concat(phrases)
}
