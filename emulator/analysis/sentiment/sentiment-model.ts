import type { Word } from '../text/words.js'
import { DENSE_FEATURES, type FeatureSink, readFeatures } from './sentiment-features.js'

/** What a feature adds to the log odds of positive and of negative against neutral. */
export interface Weights {
  positive: number
  negative: number
}

/** The model as it is shipped: `words` holds "feature positive negative" with weights in 1/SCALE, divided by "|". */
export interface StoredModel {
  dense: Record<string, [number, number]>
  words: string
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
 * Added to what is learned: the labelled texts are short of messages to a service, where these speak more clearly than
 * there. What that costs the labelled texts is in the figures that are reported.
 */
const FEEDBACK_PRIORS: Partial<Record<(typeof DENSE_FEATURES)[number], Weights>> = {
  'good-phrase': { positive: 1, negative: 0 },
  'bad-phrase': { positive: -0.5, negative: 1.2 },
  request: { positive: -0.3, negative: -0.3 },
  failing: { positive: 0, negative: 0.3 },
  suffered: { positive: 0, negative: 0.3 },
}

function storeFeature(model: SentimentModel, name: string, weights: Weights): void {
  const space = name.indexOf(' ')
  if (space < 0) {
    model.words.set(name, weights)
    return
  }
  const first = name.slice(0, space)
  const seconds = model.pairs.get(first) ?? new Map<string, Weights>()
  model.pairs.set(first, seconds.set(name.slice(space + 1), weights))
}

/** Reads the shipped form of the model. */
export function readModel(stored: StoredModel): SentimentModel {
  const dense = DENSE_FEATURES.map((name) => {
    const [positive, negative] = stored.dense[name] ?? [0, 0]
    const prior = FEEDBACK_PRIORS[name]
    return { positive: positive + (prior?.positive ?? 0), negative: negative + (prior?.negative ?? 0) }
  })
  const model: SentimentModel = { dense, words: new Map(), pairs: new Map() }
  for (const entry of stored.words.split('|')) {
    const [, name, positive, negative] = /^(.+) (-?\d+) (-?\d+)$/.exec(entry) ?? []
    if (name === undefined) continue
    storeFeature(model, name, { positive: Number(positive) / SCALE, negative: Number(negative) / SCALE })
  }
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

/** How positive and how negative `words[from..to)` are, each 0 to 1. */
export function weighSentiment(
  model: SentimentModel,
  words: readonly Word[],
  from: number,
  to: number,
  shouted: number,
): Polarity {
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
  const highest = Math.max(0, odds.positive, odds.negative)
  const positive = Math.exp(odds.positive - highest)
  const negative = Math.exp(odds.negative - highest)
  const sum = Math.exp(-highest) + positive + negative
  return { positive: positive / sum, negative: negative / sum }
}
