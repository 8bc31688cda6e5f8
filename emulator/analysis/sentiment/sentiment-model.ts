import type { Word } from '../text/words.js'
import { addTo, nameWord, type SentimentModel, type Weights } from './read-model.js'
import { type FeatureSink, readFeatures } from './sentiment-features.js'

/** How likely a text is which, by the model; with neutral they sum to 1. */
export interface Polarity {
  positive: number
  negative: number
}

/** What a word adds, plain and after a negation, and what it adds with the word after it. */
interface WordOdds {
  plain: Weights
  negated: Weights
  pairs: ReadonlyMap<string, Weights> | undefined
}

/** Longer texts repeat themselves: from here on the evidence grows with the root of the length. */
const FULL_EVIDENCE_WORDS = 60

function oddsOf(model: SentimentModel, word: Word): WordOdds {
  const known = word.kept[model.slot] as WordOdds | undefined
  if (known !== undefined) return known
  const sumOf = (...names: string[]) => {
    const sum = { positive: 0, negative: 0 }
    for (const name of names) addTo(sum, model.words.get(name)?.positive ?? 0, model.words.get(name)?.negative ?? 0)
    return sum
  }
  const { word: own, stem, negatedWord, negatedStem } = nameWord(word.text, word.stem)
  const odds = { plain: sumOf(own, stem), negated: sumOf(negatedWord, negatedStem), pairs: model.pairs.get(word.text) }
  word.kept[model.slot] = odds
  return odds
}

class LogOdds implements FeatureSink {
  positive = 0
  negative = 0
  readonly #model: SentimentModel
  #last: WordOdds | undefined

  constructor(model: SentimentModel) {
    this.#model = model
  }

  add(weights: Weights, factor: number): void {
    this.positive += weights.positive * factor
    this.negative += weights.negative * factor
  }

  take(word: Word, isNegated: boolean, before: Word | null): void {
    const pair = before === null ? undefined : this.#last?.pairs?.get(word.text)
    const odds = oddsOf(this.#model, word)
    const { positive, negative } = isNegated ? odds.negated : odds.plain
    this.positive += positive
    this.negative += negative
    if (pair !== undefined) this.add(pair, 1)
    this.#last = odds
  }
}

/** The log odds of `words[from..to)` by the model. */
export function sumLogOdds(
  model: SentimentModel,
  words: readonly Word[],
  from: number,
  to: number,
  shouted: number,
): Weights {
  const odds = new LogOdds(model)
  const dense = readFeatures(words, from, to, shouted, odds)
  const length = to - from
  if (length > FULL_EVIDENCE_WORDS) {
    const factor = Math.sqrt(FULL_EVIDENCE_WORDS / length)
    odds.positive *= factor
    odds.negative *= factor
  }
  for (let index = 0; index < dense.length; index++) odds.add(model.dense[index]!, dense[index]!)
  return odds
}

/** How positive and how negative `words[from..to)` are, each 0 to 1. */
export function weighSentiment(
  model: SentimentModel,
  words: readonly Word[],
  from: number,
  to: number,
  shouted: number,
): Polarity {
  const odds = sumLogOdds(model, words, from, to, shouted)
  const highest = Math.max(0, odds.positive, odds.negative)
  const positive = Math.exp(odds.positive - highest)
  const negative = Math.exp(odds.negative - highest)
  const sum = Math.exp(-highest) + positive + negative
  return { positive: positive / sum, negative: negative / sum }
}
