import type { Word } from '../text/words.js'
import type { Polarity } from './polarity.js'
import type { Take } from './read-sums.js'
import { DENSE_FEATURES, type Sums, toDense } from './sums.js'

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

/** What a feature adds to the log odds of positive and of negative against neutral. */
export type Weights = [positive: number, negative: number]

/** The model ready for use. */
export interface SentimentModel {
  dense: Weights[]
  /** Adds what a word says, alone and with the one before it. */
  take: Take
}

/** What a word adds, plain and after a negation, and its number among the words of pairs; 0 if it is in none. */
interface WordOdds {
  positive: number
  negative: number
  negatedPositive: number
  negatedNegative: number
  place: number
}

export const SCALE = 32
/** Longer texts repeat themselves: from here on the evidence grows with the root of the length. */
const FULL_EVIDENCE_WORDS = 60
let models = 0

/**
 * Added to what is learned: the labelled texts are short of complaints, which are clearer elsewhere than there. What that
 * costs the labelled texts is in the figures that are reported.
 */
const PRIORS: Record<string, Weights> = {
  'good-phrase': [1, 0],
  'bad-phrase': [-0.5, 1.2],
  request: [-0.3, -0.3],
  failing: [0, 0.3],
  suffered: [0, 0.3],
}

/** The names of a word's features: itself and its stem. */
export function namesOf({ text, stem }: Word, isNegated: boolean): [string, string] {
  return isNegated ? [`!${text}`, `!~${stem}`] : [text, `~${stem}`]
}

function addTo(weights: Weights, [positive, negative]: Weights): Weights {
  weights[0] += positive
  weights[1] += negative
  return weights
}

/** More than words that are in pairs. */
const PLACES = 2 ** 14

/** The weights of words by their names, and those of pairs by the places of both words. */
class Tables {
  readonly words = new Map<string, Weights>()
  readonly places = new Map<string, number>()
  readonly pairs = new Map<number, Weights>()

  add(name: string, weights: Weights): void {
    const [first = '', second] = name.split(' ')
    if (second === undefined) {
      this.words.set(name, addTo(this.words.get(name) ?? [0, 0], weights))
    } else {
      const key = this.#placeOf(first) * PLACES + this.#placeOf(second)
      this.pairs.set(key, addTo(this.pairs.get(key) ?? [0, 0], weights))
    }
  }

  #placeOf(word: string): number {
    const place = this.places.get(word) ?? this.places.size + 1
    this.places.set(word, place)
    return place
  }

  sumOf(names: readonly string[]): Weights {
    return names.reduce((sum: Weights, name) => addTo(sum, this.words.get(name) ?? [0, 0]), [0, 0])
  }

  oddsOf(word: Word): WordOdds {
    const [positive, negative] = this.sumOf(namesOf(word, false))
    const [negatedPositive, negatedNegative] = this.sumOf(namesOf(word, true))
    return { positive, negative, negatedPositive, negatedNegative, place: this.places.get(word.text) ?? 0 }
  }
}

/** The sum of several shipped weights, ready for use. */
export function readModel(...parts: StoredWeights[]): SentimentModel {
  const slot = models++
  const tables = new Tables()
  for (const part of parts) {
    for (const [values, names] of Object.entries(part.words)) {
      const [positive = 0, negative = 0] = values.split(' ').map((value) => Number(value) / SCALE)
      for (const name of names.split('|')) tables.add(name, [positive, negative])
    }
  }
  const dense = DENSE_FEATURES.map((name): Weights => {
    const sum: Weights = [...(PRIORS[name] ?? ([0, 0] as Weights))]
    for (const part of parts) addTo(sum, part.dense[name] ?? [0, 0])
    return sum
  })
  const knownOdds = (word: Word) => {
    word.kept[slot] ??= tables.oddsOf(word)
    return word.kept[slot] as WordOdds
  }
  return {
    dense,
    take(sums, word, isNegated, before) {
      const odds = knownOdds(word)
      sums.positive += isNegated ? odds.negatedPositive : odds.positive
      sums.negative += isNegated ? odds.negatedNegative : odds.negative
      if (before === null || odds.place === 0) return
      const { place } = knownOdds(before)
      const pair = place === 0 ? undefined : tables.pairs.get(place * PLACES + odds.place)
      if (pair === undefined) return
      sums.positive += pair[0]
      sums.negative += pair[1]
    },
  }
}

/** The log odds of positive and negative against neutral by the model. */
export function sumOdds({ dense }: SentimentModel, sums: Sums, shouted: number): Weights {
  const factor = sums.length > FULL_EVIDENCE_WORDS ? Math.sqrt(FULL_EVIDENCE_WORDS / sums.length) : 1
  let positive = sums.positive * factor
  let negative = sums.negative * factor
  const values = toDense(sums, shouted)
  for (let at = 0; at < values.length; at++) {
    const weights = dense[at]!
    positive += weights[0] * values[at]!
    negative += weights[1] * values[at]!
  }
  return [positive, negative]
}

/** How positive and how negative that is, each 0 to 1. */
export function weigh(model: SentimentModel, sums: Sums, shouted: number): Polarity {
  const odds = sumOdds(model, sums, shouted)
  const highest = Math.max(0, ...odds)
  const [positive, negative] = [Math.exp(odds[0] - highest), Math.exp(odds[1] - highest)]
  const sum = Math.exp(-highest) + positive + negative
  return { positive: positive / sum, negative: negative / sum }
}
