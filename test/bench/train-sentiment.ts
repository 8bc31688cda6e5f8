import { DENSE_FEATURES, readFeatures } from '../../emulator/analysis/sentiment/sentiment-features.js'
import { SCALE, type StoredModel } from '../../emulator/analysis/sentiment/sentiment-model.js'
import { scanText } from '../../emulator/analysis/text/scan.js'
import type { LabelledText } from './labelled-texts.js'

// Chosen by cross-validation over all four sets.
const EPOCHS = 14
const LEARNING_RATE = 0.015
const DECAY = 1e-4
/** Neutral is the rare class in three of the four sets. */
const CLASS_WEIGHTS = [1, 1.6, 1] as const
const MIN_TEXTS = 3
const MAX_FEATURES = 14_000

interface Example {
  label: number
  features: Int32Array
  dense: number[]
}

interface Learned {
  names: string[]
  counts: number[]
  /** Three weights a feature: negative, neutral, positive. */
  sparse: Float64Array
  dense: Float64Array
}

function namesOf(text: string): { names: Set<string>; dense: number[] } {
  const names = new Set<string>()
  const { words, shouted } = scanText(text)
  const dense = readFeatures(words, 0, words.length, shouted, {
    takeWord(word, isNegated) {
      names.add(isNegated ? word.names.negatedWord : word.names.word)
      names.add(isNegated ? word.names.negatedStem : word.names.stem)
    },
    takePair(first, second) {
      names.add(`${first.text} ${second.text}`)
    },
  })
  return { names, dense }
}

function buildExamples(texts: readonly LabelledText[]): { examples: Example[]; names: string[]; counts: number[] } {
  const read = texts.map(({ text, label }) => ({ label, ...namesOf(text) }))
  const countOf = new Map<string, number>()
  for (const { names } of read) for (const name of names) countOf.set(name, (countOf.get(name) ?? 0) + 1)
  const kept = [...countOf].filter(([name, count]) => count >= MIN_TEXTS && !name.includes('|'))
  const idOf = new Map(kept.map(([name], id) => [name, id]))
  const examples = read.map(({ label, names, dense }) => ({
    label,
    dense,
    features: Int32Array.from([...names].flatMap((name) => idOf.get(name) ?? [])),
  }))
  return { examples, names: kept.map(([name]) => name), counts: kept.map(([, count]) => count) }
}

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function shuffle<Value>(values: Value[], random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = values[last]!
    values[last] = values[other]!
    values[other] = kept
  }
}

/** Weights with the step sizes of AdaGrad. */
class Adaptive {
  readonly values: Float64Array
  readonly #squares: Float64Array

  constructor(size: number) {
    this.values = new Float64Array(size)
    this.#squares = new Float64Array(size).fill(1e-8)
  }

  step(index: number, slope: number): void {
    const full = slope + DECAY * this.values[index]!
    this.#squares[index]! += full * full
    this.values[index]! -= (LEARNING_RATE * full) / Math.sqrt(this.#squares[index]!)
  }
}

function probabilities(example: Example, sparse: Float64Array, dense: Float64Array): number[] {
  const odds = [0, 1, 2].map((label) => {
    let sum = 0
    for (const feature of example.features) sum += sparse[feature * 3 + label]!
    for (let index = 0; index < example.dense.length; index++) sum += dense[index * 3 + label]! * example.dense[index]!
    return sum
  })
  const highest = Math.max(...odds)
  const powers = odds.map((value) => Math.exp(value - highest))
  const sum = powers.reduce((total, value) => total + value, 0)
  return powers.map((value) => value / sum)
}

function learnFrom(example: Example, sparse: Adaptive, dense: Adaptive): void {
  const guess = probabilities(example, sparse.values, dense.values)
  for (let label = 0; label < 3; label++) {
    const slope = (guess[label]! - (example.label === label ? 1 : 0)) * CLASS_WEIGHTS[example.label as 0 | 1 | 2]
    for (const feature of example.features) sparse.step(feature * 3 + label, slope)
    for (let index = 0; index < example.dense.length; index++)
      dense.step(index * 3 + label, slope * example.dense[index]!)
  }
}

function learn(texts: readonly LabelledText[]): Learned {
  const { examples, names, counts } = buildExamples(texts)
  const sparse = new Adaptive(names.length * 3)
  const dense = new Adaptive(DENSE_FEATURES.length * 3)
  const random = makeRandom(1)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(examples, random)
    for (const example of examples) learnFrom(example, sparse, dense)
  }
  return { names, counts, sparse: sparse.values, dense: dense.values }
}

function againstNeutral(weights: Float64Array, index: number): [positive: number, negative: number] {
  const neutral = weights[index * 3 + 1]!
  return [weights[index * 3 + 2]! - neutral, weights[index * 3]! - neutral]
}

/** Learns the sentiment model from labelled texts: the features that matter most, weights rounded; the same for the same rows. */
export function trainSentiment(texts: readonly LabelledText[]): StoredModel {
  const { names, counts, sparse, dense } = learn(texts)
  const rated = names.map((name, index) => {
    const [positive, negative] = againstNeutral(sparse, index)
    const size = Math.max(Math.abs(positive), Math.abs(negative), Math.abs(positive - negative))
    return {
      name,
      positive: Math.round(positive * SCALE),
      negative: Math.round(negative * SCALE),
      gain: size * Math.sqrt(counts[index]!),
    }
  })
  const best = rated
    .filter(({ positive, negative }) => positive !== 0 || negative !== 0)
    .sort((a, b) => b.gain - a.gain || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_FEATURES)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const denseWeights = DENSE_FEATURES.map((name, index) => [
    name,
    againstNeutral(dense, index).map((value) => Number(value.toFixed(3))),
  ])
  return {
    dense: Object.fromEntries(denseWeights),
    words: best.map(({ name, positive, negative }) => `${name} ${positive} ${negative}`).join('|'),
  }
}
