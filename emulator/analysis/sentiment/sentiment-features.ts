import { findPatterns } from '../text/patterns.js'
import { ASK, BANG, type Word } from '../text/words.js'

/** Takes in the parts of a text that the sentiment model weighs one by one. */
export interface FeatureSink {
  /** A word with the one before it in its clause, if there is one. */
  take(word: Word, isNegated: boolean, before: Word | null): void
}

/** What `readFeatures` gives the values of, in this order. */
export const DENSE_FEATURES: readonly string[] = [
  ...['bias', 'good', 'bad', 'any-good', 'any-bad', 'both', 'balance', 'last', 'bang', 'ask', 'shouted', 'length'],
  ...['number', 'negation', 'contrast', 'strongest-good', 'strongest-bad', 'good-phrase', 'bad-phrase'],
  ...['request', 'failing', 'suffered', 'told'],
]

const NEGATION_REACH = 4
/** What a negated word keeps of its valence: "not great" is milder than "awful". */
const NEGATION_FACTOR = -0.6
const BEFORE_CONTRAST = 0.5

class Sums {
  good = 0
  bad = 0
  strongestGood = 0
  strongestBad = 0
  last = 0
  bangs = 0
  asks = 0
  words = 0
  numbers = 0
  negations = 0
  contrasts = 0
  requests = 0
  persons = 0
}

function addValence(sums: Sums, valence: number): void {
  if (valence === 0) return
  sums.last = valence
  sums.good += Math.max(0, valence)
  sums.bad += Math.max(0, -valence)
  sums.strongestGood = Math.max(sums.strongestGood, valence)
  sums.strongestBad = Math.max(sums.strongestBad, -valence)
}

function noteKind(sums: Sums, word: Word, isFirst: boolean): void {
  if (word === BANG) sums.bangs++
  else if (word === ASK) sums.asks++
  else if (word.kind === 'number') sums.numbers++
  if (word.kind === 'word') sums.words++
  if (word.negates) sums.negations++
  if (word.isPerson) sums.persons++
  if (word === ASK || (word.requests && (isFirst || word.text === 'please'))) sums.requests++
}

function noteContrast(sums: Sums): void {
  sums.contrasts++
  sums.good *= BEFORE_CONTRAST
  sums.bad *= BEFORE_CONTRAST
}

/**
 * How something is said that no word judges. Who writes to a service without asking for anything and without a good word
 * mostly tells what went wrong, the more so where something is not.
 */
function readStance({ good, requests, negations, persons }: Sums): number[] {
  const request = requests > 0 ? 1 : 0
  const told = good === 0 && requests === 0
  return [request, told && negations > 0 ? 1 : 0, told && persons > 0 ? 1 : 0, told ? 1 : 0]
}

function toDense(sums: Sums, shouted: number, phrases: { good: number; bad: number }): number[] {
  const { good, bad } = sums
  const sum = good - bad
  return [
    1,
    good / (good + 4),
    bad / (bad + 4),
    good > 0 ? 1 : 0,
    bad > 0 ? 1 : 0,
    good > 0 && bad > 0 ? 1 : 0,
    sum / Math.sqrt(sum * sum + 15),
    sums.last / 4,
    Math.min(sums.bangs, 3) / 3,
    sums.asks > 0 ? 1 : 0,
    shouted > 0 ? 1 : 0,
    Math.log2(1 + sums.words) / 5,
    sums.numbers > 0 ? 1 : 0,
    sums.negations > 0 ? 1 : 0,
    sums.contrasts > 0 ? 1 : 0,
    sums.strongestGood / 4,
    sums.strongestBad / 4,
    phrases.good / (phrases.good + 1),
    phrases.bad / (phrases.bad + 1),
    ...readStance(sums),
  ]
}

function weighPhrases(words: readonly Word[], from: number, to: number): { good: number; bad: number } {
  const phrases = { good: 0, bad: 0 }
  findPatterns(
    words,
    from,
    to,
    (word) => word.phrases,
    (match) => {
      const valence = match.pattern.meaning
      if (valence > 0) phrases.good += valence
      else phrases.bad -= valence
    },
  )
  return phrases
}

/** Hands the words and pairs of `words[from..to)` to the sink and gives the values of DENSE_FEATURES. */
export function readFeatures(
  words: readonly Word[],
  from: number,
  to: number,
  shouted: number,
  sink: FeatureSink,
): number[] {
  const sums = new Sums()
  let before: Word | null = null
  let negatedLeft = 0
  let boost = 1
  for (let at = from; at < to; at++) {
    const word = words[at]!
    noteKind(sums, word, before === null)
    if (word.kind === 'end' || word.kind === 'comma') {
      negatedLeft = 0
      boost = 1
      before = null
      continue
    }
    const isNegated = negatedLeft > 0 && word.kind === 'word'
    sink.take(word, isNegated, before)
    if (word.contrasts) noteContrast(sums)
    addValence(sums, word.valence * boost * (isNegated ? NEGATION_FACTOR : 1))
    boost = word.boost
    negatedLeft = word.negates ? NEGATION_REACH : word.contrasts ? 0 : negatedLeft - 1
    before = word
  }
  return toDense(sums, shouted, weighPhrases(words, from, to))
}
