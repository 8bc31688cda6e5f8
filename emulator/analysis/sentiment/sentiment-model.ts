import type { Word } from '../text/words.js'
import { DENSE_FEATURES, type FeatureSink, readFeatures } from './sentiment-features.js'

/** What a feature adds to the log odds of positive and of negative against neutral. */
export interface Weights {
  positive: number
  negative: number
}

/** Weights as they are shipped: those of words and pairs, in 1/SCALE as "positive negative", before the features that share them. */
export interface StoredWeights {
  dense: Record<string, [number, number]>
  words: Record<string, string>
}

/** The model as it is shipped: learned from texts of any kind, what feedback addressed to a service adds, and what chats add. */
export interface StoredModel {
  general: StoredWeights
  feedback: StoredWeights
  chat: StoredWeights
}

/** The model ready for use: pairs by their first word. */
export interface SentimentModel {
  dense: Weights[]
  words: Map<string, Weights>
  pairs: Map<string, Map<string, Weights>>
}

/** How likely a text is which, by the model; with neutral they sum to 1. */
export interface Polarity {
  positive: number
  negative: number
}

export const SCALE = 32
/** Longer texts repeat themselves: from here on the evidence grows with the root of the length. */
const FULL_EVIDENCE_WORDS = 60

/**
 * Added to what is learned: the labelled texts are short of complaints, which are clearer elsewhere than there. What that
 * costs the labelled texts is in the figures that are reported.
 */
const PRIORS: Partial<Record<(typeof DENSE_FEATURES)[number], Weights>> = {
  'good-phrase': { positive: 1, negative: 0 },
  'bad-phrase': { positive: -0.5, negative: 1.2 },
  request: { positive: -0.3, negative: -0.3 },
  failing: { positive: 0, negative: 0.3 },
  suffered: { positive: 0, negative: 0.3 },
}

function addTo(weights: Weights, positive: number, negative: number): Weights {
  weights.positive += positive
  weights.negative += negative
  return weights
}

function addFeature(model: SentimentModel, name: string, positive: number, negative: number): void {
  const space = name.indexOf(' ')
  const first = name.slice(0, Math.max(0, space))
  const table = space < 0 ? model.words : (model.pairs.get(first) ?? new Map<string, Weights>())
  if (space >= 0) model.pairs.set(first, table)
  const key = name.slice(space + 1)
  table.set(key, addTo(table.get(key) ?? { positive: 0, negative: 0 }, positive, negative))
}

function addStored(model: SentimentModel, stored: StoredWeights): void {
  DENSE_FEATURES.forEach((name, index) => {
    addTo(model.dense[index]!, ...(stored.dense[name] ?? ([0, 0] as const)))
  })
  for (const [values, names] of Object.entries(stored.words)) {
    const [positive = 0, negative = 0] = values.split(' ').map((value) => Number(value) / SCALE)
    for (const name of names.split('|')) addFeature(model, name, positive, negative)
  }
}

/** The sum of several shipped weights, ready for use. */
export function readModel(...parts: StoredWeights[]): SentimentModel {
  const dense = DENSE_FEATURES.map((name) => ({ positive: 0, negative: 0, ...PRIORS[name] }))
  const model: SentimentModel = { dense, words: new Map(), pairs: new Map() }
  for (const part of parts) addStored(model, part)
  return model
}

class LogOdds implements FeatureSink {
  positive = 0
  negative = 0
  readonly #model: SentimentModel

  constructor(model: SentimentModel) {
    this.#model = model
  }

  add(weights: Weights | undefined, factor = 1): void {
    if (weights === undefined) return
    this.positive += weights.positive * factor
    this.negative += weights.negative * factor
  }

  takeWord(word: Word, isNegated: boolean): void {
    const { names } = word
    this.add(this.#model.words.get(isNegated ? names.negatedWord : names.word))
    this.add(this.#model.words.get(isNegated ? names.negatedStem : names.stem))
  }

  takePair(first: Word, second: Word): void {
    this.add(this.#model.pairs.get(first.text)?.get(second.text))
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
  dense.forEach((value, index) => {
    odds.add(model.dense[index], value)
  })
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
