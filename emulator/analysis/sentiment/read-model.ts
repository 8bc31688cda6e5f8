import { DENSE_FEATURES } from './sentiment-features.js'

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
  /** Where words keep what they add by it. */
  slot: number
}

export const SCALE = 32
let slots = 0

/**
 * Added to what is learned: the labelled texts are short of complaints, which are clearer elsewhere than there. What that
 * costs the labelled texts is in the figures that are reported.
 */
const PRIORS: Record<string, Weights> = {
  'good-phrase': { positive: 1, negative: 0 },
  'bad-phrase': { positive: -0.5, negative: 1.2 },
  request: { positive: -0.3, negative: -0.3 },
  failing: { positive: 0, negative: 0.3 },
  suffered: { positive: 0, negative: 0.3 },
}

/** The features of a word in the sentiment model. */
export interface WordNames {
  word: string
  stem: string
  negatedWord: string
  negatedStem: string
}

/** The names of a word's features, built once because every text asks for them. */
export function nameWord(text: string, stem: string): WordNames {
  return { word: text, stem: `~${stem}`, negatedWord: `!${text}`, negatedStem: `!~${stem}` }
}

/** Adds to weights, in place. */
export function addTo(weights: Weights, positive: number, negative: number): Weights {
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
  const model: SentimentModel = { dense, words: new Map(), pairs: new Map(), slot: slots++ }
  for (const part of parts) addStored(model, part)
  return model
}
