import { findPhrase } from '../text/phrases.js'
import { ASK, BANG, findWord, type Word } from '../text/words.js'
import { Sums } from './sums.js'

const NEGATION_REACH = 4
/** What a negated word keeps of its valence: "not great" is milder than "awful". */
const NEGATION_FACTOR = -0.6

/** A turn of phrase that counts more stands for its words, which mean something else in it. */
const MOST_OF_WORDS = 2

/** Takes in a word with the one before it in its clause, if there is one. */
export type Take = (sums: Sums, word: Word, isNegated: boolean, before: Word | null) => void

/** What is left out of a message to a service: greetings, wishes and thanks in advance; with these, thanks that stand alone. */
export type LeftOut = 'nothing' | 'greetings' | 'thanks'

function note(sums: Sums, word: Word, isFirst: boolean): void {
  sums.length++
  if (word.kind === 'word') sums.words++
  else if (word === BANG) sums.bangs++
  else if (word === ASK) sums.asks++
  else if (word.kind === 'number') sums.numbers++
  if (word.negates) sums.negations++
  if (word.isPerson) sums.persons++
  if (word === ASK || (word.requests && (isFirst || word.text === 'please'))) sums.requests++
}

function addValence(sums: Sums, valence: number): void {
  sums.last = valence
  if (valence > 0) {
    sums.good += valence
    if (valence > sums.strongestGood) sums.strongestGood = valence
  } else {
    sums.bad -= valence
    if (-valence > sums.strongestBad) sums.strongestBad = -valence
  }
}

function addPhrase(sums: Sums, valence: number): void {
  if (valence > 0) sums.phraseGood += valence
  else sums.phraseBad -= valence
}

/** Where the clauses from a place on end that have nothing but courtesy in them; the place itself if there are none. */
function skipCourtesy(words: readonly Word[], from: number, leftOut: LeftOut): number {
  let end = from
  let isCourtesy = false
  for (let at = from; at < words.length; at++) {
    const { kind, courtesy } = words[at]!
    if (kind === 'comma' || kind === 'end') {
      if (!isCourtesy) return end
      end = at + 1
      isCourtesy = false
    } else if (kind === 'word') {
      if (courtesy === undefined) return end
      if (courtesy === 'greeting' || (courtesy === 'thanks' && leftOut === 'thanks')) isCourtesy = true
    }
  }
  return isCourtesy ? words.length : end
}

const STILL = new Set('still remains remain remained currently yet'.split(' '))

/** "Outstanding" is praise in a review, and in a message what is owed. */
function readAsMessage(words: readonly Word[], at: number): Word {
  const word = words[at]!
  return word.text === 'outstanding' && STILL.has(words[at - 1]?.text ?? '') ? findWord('overdue') : word
}

/** Reads a text, cut at the ends of sentences and before "but" and the like. */
export function readSums(words: readonly Word[], leftOut: LeftOut, take: Take): Sums[] {
  let sums = new Sums()
  const parts = [sums]
  let before: Word | null = null
  let negatedLeft = 0
  let boost = 1
  let isOver = false
  for (let at = 0; at < words.length; at++) {
    if (before === null && leftOut !== 'nothing') at = skipCourtesy(words, at, leftOut)
    if (at >= words.length) break
    const word = leftOut === 'nothing' ? words[at]! : readAsMessage(words, at)
    const isEnd = word.kind === 'end'
    if (sums.words > 0 && ((isOver && !isEnd) || word.contrasts)) {
      sums.to = at
      sums = new Sums()
      parts.push(sums)
    }
    isOver = isEnd
    const phrase = word.phrases && findPhrase(word.phrases, words, at)
    if (phrase) addPhrase(sums, phrase.valence)
    if (phrase && Math.abs(phrase.valence) > MOST_OF_WORDS) {
      sums.words += phrase.end - at + 1
      at = phrase.end
      before = words[at]!
      continue
    }
    note(sums, word, before === null)
    if (isEnd || word.kind === 'comma') {
      negatedLeft = 0
      boost = 1
      before = null
      continue
    }
    const isNegated = negatedLeft > 0 && word.kind === 'word'
    take(sums, word, isNegated, before)
    if (word.contrasts) sums.contrasts++
    if (word.valence !== 0) addValence(sums, word.valence * boost * (isNegated ? NEGATION_FACTOR : 1))
    boost = word.boost
    negatedLeft = word.negates ? NEGATION_REACH : word.contrasts ? 0 : negatedLeft - 1
    before = word
  }
  sums.to = words.length
  return parts
}
