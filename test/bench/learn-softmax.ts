/** A text by the features that it has, and the class it is of. */
export interface ClassedExample {
  features: readonly number[]
  label: number
  /** How much it counts. */
  weight: number
}

const ROUNDS = 80
const RATE = 0.02
/** What is taken off each weight for being there at all, and in proportion to it. */
const LASSO = 0.7
const RIDGE = 0.15
/** Bias follows more slowly, or the frequent classes win everything at first. */
const BIAS_PART = 0.02

export interface SoftmaxWeights {
  /** By feature, then by class; never below 0. */
  weights: Float32Array
  biases: Float32Array
}

/** The log odds of each class for an example, turned into the slopes of its loss, in place. */
function takeSlopes(odds: Float32Array, label: number, weight: number): void {
  let highest = odds[0]!
  for (const value of odds) if (value > highest) highest = value
  let sum = 0
  for (let at = 0; at < odds.length; at++) {
    odds[at] = Math.exp(odds[at]! - highest)
    sum += odds[at]!
  }
  for (let at = 0; at < odds.length; at++) odds[at] = (odds[at]! / sum) * weight
  odds[label]! -= weight
}

/**
 * Softmax regression with weights that are never negative and mostly 0, so that a feature speaks for few classes and against none:
 * proximal gradient descent with momentum (FISTA). The same for the same examples.
 */
export function learnSoftmax(
  examples: readonly ClassedExample[],
  featureCount: number,
  classCount: number,
): SoftmaxWeights {
  let weights = new Float32Array(featureCount * classCount)
  let biases = new Float32Array(classCount)
  let ahead = weights.slice()
  let aheadBiases = biases.slice()
  let momentum = 1
  const slopes = new Float32Array(weights.length)
  const odds = new Float32Array(classCount)
  for (let round = 0; round < ROUNDS; round++) {
    slopes.fill(0)
    const biasSlopes = new Float32Array(classCount)
    for (const { features, label, weight } of examples) {
      odds.set(aheadBiases)
      for (const feature of features) {
        const start = feature * classCount
        for (let at = 0; at < classCount; at++) odds[at]! += ahead[start + at]!
      }
      takeSlopes(odds, label, weight)
      for (let at = 0; at < classCount; at++) biasSlopes[at]! += odds[at]!
      for (const feature of features) {
        const start = feature * classCount
        for (let at = 0; at < classCount; at++) slopes[start + at]! += odds[at]!
      }
    }
    const next = ahead.map((value, at) => Math.max(0, value - RATE * (slopes[at]! + RIDGE * value + LASSO)))
    const nextBiases = aheadBiases.map((value, at) => value - RATE * BIAS_PART * biasSlopes[at]!)
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2
    const push = (momentum - 1) / nextMomentum
    ahead = next.map((value, at) => value + push * (value - weights[at]!))
    aheadBiases = nextBiases.map((value, at) => value + push * (value - biases[at]!))
    weights = next
    biases = nextBiases
    momentum = nextMomentum
  }
  return { weights, biases }
}
