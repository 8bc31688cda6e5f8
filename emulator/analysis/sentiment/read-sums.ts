import { valenceOfPhrase } from '../text/phrases.js'
import { ASK, BANG, findWord, type Word } from '../text/words.js'

const NEGATION_REACH = 4
/** What a negated word keeps of its valence: "not great" is milder than "awful". */
const NEGATION_FACTOR = -0.6
const BEFORE_CONTRAST = 0.5

/** What counts in a text, or in a stretch of it that says one thing. */
export class Sums {
  /** The stretch ends before this word. */
  to = 0
  length = 0
  words = 0
  good = 0
  bad = 0
  strongestGood = 0
  strongestBad = 0
  last = 0
  phraseGood = 0
  phraseBad = 0
  bangs = 0
  asks = 0
  numbers = 0
  negations = 0
  contrasts = 0
  requests = 0
  persons = 0
  /** What words and pairs of words add to the log odds, which a model knows. */
  positive = 0
  negative = 0
}

/** Takes in a word with the one before it in its clause, if there is one. */
export type Take = (sums: Sums, word: Word, isNegated: boolean, before: Word | null) => void

/** What is left out of a message to a service: greetings, wishes and thanks in advance; with these, thanks that stand alone. */
export type LeftOut = 'nothing' | 'greetings' | 'thanks'

/** What `toDense` gives the values of, in this order. */
export const DENSE_FEATURES: readonly string[] = [
  ...['bias', 'good', 'bad', 'any-good', 'any-bad', 'both', 'balance', 'last', 'bang', 'ask', 'shouted', 'length'],
  ...['number', 'negation', 'contrast', 'strongest-good', 'strongest-bad', 'good-phrase', 'bad-phrase'],
  ...['request', 'failing', 'suffered', 'told'],
]
const dense = new Float64Array(DENSE_FEATURES.length)

/** The values of DENSE_FEATURES, in an array that the next call fills again. */
export function toDense(sums: Sums, shouted: number): Float64Array {
  const { good, bad, requests, negations } = sums
  const sum = good - bad
  // Who writes to a service without asking for anything and without a good word mostly tells what went wrong.
  const told = good === 0 && requests === 0
  dense[0] = 1
  dense[1] = good / (good + 4)
  dense[2] = bad / (bad + 4)
  dense[3] = good > 0 ? 1 : 0
  dense[4] = bad > 0 ? 1 : 0
  dense[5] = good > 0 && bad > 0 ? 1 : 0
  dense[6] = sum / Math.sqrt(sum * sum + 15)
  dense[7] = sums.last / 4
  dense[8] = Math.min(sums.bangs, 3) / 3
  dense[9] = sums.asks > 0 ? 1 : 0
  dense[10] = shouted > 0 ? 1 : 0
  dense[11] = Math.log2(1 + sums.words) / 5
  dense[12] = sums.numbers > 0 ? 1 : 0
  dense[13] = negations > 0 ? 1 : 0
  dense[14] = sums.contrasts > 0 ? 1 : 0
  dense[15] = sums.strongestGood / 4
  dense[16] = sums.strongestBad / 4
  dense[17] = sums.phraseGood / (sums.phraseGood + 1)
  dense[18] = sums.phraseBad / (sums.phraseBad + 1)
  dense[19] = requests > 0 ? 1 : 0
  dense[20] = told && negations > 0 ? 1 : 0
  dense[21] = told && sums.persons > 0 ? 1 : 0
  dense[22] = told ? 1 : 0
  return dense
}

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
    if (word.phrases !== undefined) addPhrase(sums, valenceOfPhrase(word.phrases, words, at))
    boost = word.boost
    negatedLeft = word.negates ? NEGATION_REACH : word.contrasts ? 0 : negatedLeft - 1
    before = word
  }
  sums.to = words.length
  return parts
}

/** What the parts of a text come to; what stands before "but" counts less. */
export function sumUp(parts: readonly Sums[]): Sums {
  if (parts.length === 1) return parts[0]!
  const whole = new Sums()
  for (const part of parts) {
    const kept = BEFORE_CONTRAST ** part.contrasts
    whole.to = part.to
    whole.length += part.length
    whole.words += part.words
    whole.good = whole.good * kept + part.good
    whole.bad = whole.bad * kept + part.bad
    whole.strongestGood = Math.max(whole.strongestGood, part.strongestGood)
    whole.strongestBad = Math.max(whole.strongestBad, part.strongestBad)
    whole.last = part.last === 0 ? whole.last : part.last
    whole.phraseGood += part.phraseGood
    whole.phraseBad += part.phraseBad
    whole.bangs += part.bangs
    whole.asks += part.asks
    whole.numbers += part.numbers
    whole.negations += part.negations
    whole.contrasts += part.contrasts
    whole.requests += part.requests
    whole.persons += part.persons
    whole.positive += part.positive
    whole.negative += part.negative
  }
  return whole
}
