import { SHARED } from '../../emulator/analysis/text/find-topics.js'
import { makeRandom, shuffle } from './learn-weights.js'

/** A text by the features that it has, and the class it is of. */
interface ClassedExample {
  features: readonly number[]
  label: number
  /** How much it counts. */
  weight: number
}

export interface SoftmaxWeights {
  /** By feature, then by class; never below 0. */
  weights: Float32Array
  biases: Float32Array
}

const EPOCHS = { all: 10, kept: 4 }
const BATCH = 256
const RATE = 0.8
const DECAY = 1e-6
const FIRST_SQUARE = 1e-6
/** So many weights are kept: those that are highest and used most. */
const MOST_WEIGHTS = 80_000
/** How much it counts that a feature is frequent, as a power of the texts that have it. */
const FREQUENT = 0.25

/** The steps of AdaGrad for examples in batches; weights below 0, and those that are not kept, are 0. */
class Learner {
  weights: Float32Array
  biases: Float32Array
  kept: Uint8Array | undefined
  readonly #classCount: number
  readonly #slopes: Float32Array
  readonly #squares: Float32Array
  readonly #biasSquares: Float32Array

  constructor(featureCount: number, classCount: number) {
    this.#classCount = classCount
    this.weights = new Float32Array(featureCount * classCount)
    this.#slopes = new Float32Array(this.weights.length)
    this.#squares = new Float32Array(this.weights.length).fill(FIRST_SQUARE)
    this.biases = new Float32Array(classCount)
    this.#biasSquares = new Float32Array(classCount).fill(FIRST_SQUARE * 100)
  }

  /** How wrong the guess of each class is for an example, 0 to 1 times its weight; above 0 where it is too high. */
  #slopesOf({ features, label, weight }: ClassedExample): Float32Array {
    const slopes = guess(this, features).map((each) => each * weight)
    slopes[label]! -= weight
    return slopes
  }

  step(batch: readonly ClassedExample[]): void {
    const touched = new Set<number>()
    const biasSlopes = new Float32Array(this.biases.length)
    for (const example of batch) {
      const part = partOf(example.features)
      const slopes = this.#slopesOf(example)
      for (let at = 0; at < slopes.length; at++) biasSlopes[at]! += slopes[at]! / BATCH
      for (const feature of example.features) {
        touched.add(feature)
        const start = feature * this.#classCount
        for (let at = 0; at < slopes.length; at++) this.#slopes[start + at]! += (part * slopes[at]!) / BATCH
      }
    }
    for (const feature of touched) this.#move(feature * this.#classCount)
    biasSlopes.forEach((slope, at) => {
      this.#biasSquares[at]! += slope ** 2
      this.biases[at]! -= (RATE * slope) / Math.sqrt(this.#biasSquares[at]!)
    })
  }

  #move(start: number): void {
    for (let at = start; at < start + this.#classCount; at++) {
      const slope = this.#slopes[at]! + DECAY * this.weights[at]!
      this.#slopes[at] = 0
      this.#squares[at]! += slope ** 2
      const next = this.weights[at]! - (RATE * slope) / Math.sqrt(this.#squares[at]!)
      this.weights[at] = this.kept?.[at] === 0 ? 0 : Math.max(0, next)
    }
  }

  /** Goes over all examples so often; what is learned is the mean of the later half. */
  learn(examples: readonly ClassedExample[], epochs: number): void {
    const random = makeRandom(1)
    const order = [...examples]
    const [weights, biases] = [new Float32Array(this.weights.length), new Float32Array(this.biases.length)]
    const first = Math.floor(epochs / 2)
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, random)
      for (let at = 0; at < order.length; at += BATCH) this.step(order.slice(at, at + BATCH))
      if (epoch < first) continue
      this.weights.forEach((each, at) => {
        weights[at]! += each / (epochs - first)
      })
      this.biases.forEach((each, at) => {
        biases[at]! += each / (epochs - first)
      })
    }
    this.weights = weights
    this.biases = biases
  }
}

/** What each of the features of a text counts, so that a long one is hardly surer than a short one. */
function partOf(features: readonly number[]): number {
  return Math.max(1, features.length) ** -SHARED
}

/** How likely a text with these features is of each class. */
export function guess({ weights, biases }: SoftmaxWeights, features: readonly number[]): Float32Array {
  const part = partOf(features)
  const odds = biases.slice()
  for (const feature of features) {
    const start = feature * odds.length
    for (let at = 0; at < odds.length; at++) odds[at]! += part * weights[start + at]!
  }
  const highest = odds.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY)
  const powers = odds.map((each) => Math.exp(each - highest))
  const sum = powers.reduce((all, each) => all + each, 0)
  return powers.map((each) => each / sum)
}

/** Which weights are kept, 1 for each that is. */
function choose({ weights }: Learner, examples: readonly ClassedExample[], classCount: number): Uint8Array {
  const counts = new Float32Array(weights.length / classCount)
  for (const { features } of examples) for (const feature of features) counts[feature]!++
  const gains = weights.map((weight, at) => weight * counts[Math.floor(at / classCount)]! ** FREQUENT)
  const least = gains.slice().sort().at(-MOST_WEIGHTS) ?? 0
  return Uint8Array.from(gains, (gain) => Number(gain > 0 && gain >= least))
}

/** Whether a feature has any weight that is kept: others are not known where texts are read. */
function isUsed({ kept, biases }: Learner, feature: number): boolean {
  return kept!.subarray(feature * biases.length, (feature + 1) * biases.length).includes(1)
}

/**
 * Softmax regression of texts with weights that are never negative, of which most are left out and the rest learned on without
 * them. The same for the same examples.
 */
export function learnSoftmax(
  examples: readonly ClassedExample[],
  featureCount: number,
  classCount: number,
): SoftmaxWeights {
  const all = new Learner(featureCount, classCount)
  all.learn(examples, EPOCHS.all)
  const few = new Learner(featureCount, classCount)
  few.kept = choose(all, examples, classCount)
  few.weights = all.weights.map((weight, at) => weight * few.kept![at]!)
  few.biases = all.biases.slice()
  few.learn(
    examples.map((example) => ({ ...example, features: example.features.filter((feature) => isUsed(few, feature)) })),
    EPOCHS.kept,
  )
  return few
}
