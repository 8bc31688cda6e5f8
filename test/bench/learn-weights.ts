/** A text as the learner sees it. */
export interface Example {
  /** The right one of the three classes. */
  label: number
  /** Places of the words and pairs that it has. */
  features: Int32Array
  dense: number[]
  /** Log odds of the three classes that are known before; what is learned is added to them. */
  known: readonly [number, number, number]
}

export interface LearningSettings {
  epochs: number
  rate: number
  decay: number
  classWeights: readonly [number, number, number]
}

/** Three weights a feature. */
export interface LearnedWeights {
  sparse: Float64Array
  dense: Float64Array
}

/** Numbers from 0 to 1, the same for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Puts values into another order, in place. */
export function shuffle<Value>(values: Value[], random: () => number): void {
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
  readonly #settings: LearningSettings

  constructor(size: number, settings: LearningSettings) {
    this.values = new Float64Array(size)
    this.#squares = new Float64Array(size).fill(1e-8)
    this.#settings = settings
  }

  step(index: number, slope: number): void {
    const { decay, rate } = this.#settings
    const full = slope + decay * this.values[index]!
    this.#squares[index]! += full * full
    this.values[index]! -= (rate * full) / Math.sqrt(this.#squares[index]!)
  }
}

function probabilities(example: Example, sparse: Float64Array, dense: Float64Array): number[] {
  const odds = example.known.map((known, label) => {
    let sum = known
    for (const feature of example.features) sum += sparse[feature * 3 + label]!
    for (let index = 0; index < example.dense.length; index++) sum += dense[index * 3 + label]! * example.dense[index]!
    return sum
  })
  const highest = Math.max(...odds)
  const powers = odds.map((value) => Math.exp(value - highest))
  const sum = powers.reduce((total, value) => total + value, 0)
  return powers.map((value) => value / sum)
}

/** Logistic regression of three classes over the first `size` features; the same for the same examples. */
export function learnWeights(examples: readonly Example[], size: number, settings: LearningSettings): LearnedWeights {
  const sparse = new Adaptive(size * 3, settings)
  const dense = new Adaptive((examples[0]?.dense.length ?? 0) * 3, settings)
  const random = makeRandom(1)
  const order = [...examples]
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, random)
    for (const example of order) {
      const guess = probabilities(example, sparse.values, dense.values)
      for (let label = 0; label < 3; label++) {
        const slope = (guess[label]! - (example.label === label ? 1 : 0)) * settings.classWeights[example.label]!
        for (const feature of example.features) sparse.step(feature * 3 + label, slope)
        for (let index = 0; index < example.dense.length; index++)
          dense.step(index * 3 + label, slope * example.dense[index]!)
      }
    }
  }
  return { sparse: sparse.values, dense: dense.values }
}
