const BEFORE_CONTRAST = 0.5

/** What counts in a text, or in a stretch of it that says one thing. */
export class Sums {
  /** The stretch ends before this word. */
  to = 0
  length = 0
  words = 0
  good = 0
  bad = 0
  strongestGood = 0
  strongestBad = 0
  last = 0
  phraseGood = 0
  phraseBad = 0
  bangs = 0
  asks = 0
  numbers = 0
  negations = 0
  contrasts = 0
  requests = 0
  persons = 0
  /** What words and pairs of words add to the log odds, which a model knows. */
  positive = 0
  negative = 0
}

/** What the parts of a text come to; what stands before "but" counts less. */
export function sumUp(parts: readonly Sums[]): Sums {
  if (parts.length === 1) return parts[0]!
  const whole = new Sums()
  for (const part of parts) {
    const kept = BEFORE_CONTRAST ** part.contrasts
    whole.to = part.to
    whole.length += part.length
    whole.words += part.words
    whole.good = whole.good * kept + part.good
    whole.bad = whole.bad * kept + part.bad
    whole.strongestGood = Math.max(whole.strongestGood, part.strongestGood)
    whole.strongestBad = Math.max(whole.strongestBad, part.strongestBad)
    whole.last = part.last === 0 ? whole.last : part.last
    whole.phraseGood += part.phraseGood
    whole.phraseBad += part.phraseBad
    whole.bangs += part.bangs
    whole.asks += part.asks
    whole.numbers += part.numbers
    whole.negations += part.negations
    whole.contrasts += part.contrasts
    whole.requests += part.requests
    whole.persons += part.persons
    whole.positive += part.positive
    whole.negative += part.negative
  }
  return whole
}

/** What `toDense` gives the values of, in this order. */
export const DENSE_FEATURES: readonly string[] = [
  ...['bias', 'good', 'bad', 'any-good', 'any-bad', 'both', 'balance', 'last', 'bang', 'ask', 'shouted', 'length'],
  ...['number', 'negation', 'contrast', 'strongest-good', 'strongest-bad', 'good-phrase', 'bad-phrase'],
  ...['request', 'failing', 'suffered', 'told'],
]
const dense = new Float64Array(DENSE_FEATURES.length)

/** The values of DENSE_FEATURES, in an array that the next call fills again. */
export function toDense(sums: Sums, shouted: number): Float64Array {
  const { good, bad, requests, negations } = sums
  const sum = good - bad
  // Who writes to a service without asking for anything and without a good word mostly tells what went wrong.
  const told = good === 0 && requests === 0
  dense[0] = 1
  dense[1] = good / (good + 4)
  dense[2] = bad / (bad + 4)
  dense[3] = good > 0 ? 1 : 0
  dense[4] = bad > 0 ? 1 : 0
  dense[5] = good > 0 && bad > 0 ? 1 : 0
  dense[6] = sum / Math.sqrt(sum * sum + 15)
  dense[7] = sums.last / 4
  dense[8] = Math.min(sums.bangs, 3) / 3
  dense[9] = sums.asks > 0 ? 1 : 0
  dense[10] = shouted > 0 ? 1 : 0
  dense[11] = Math.log2(1 + sums.words) / 5
  dense[12] = sums.numbers > 0 ? 1 : 0
  dense[13] = negations > 0 ? 1 : 0
  dense[14] = sums.contrasts > 0 ? 1 : 0
  dense[15] = sums.strongestGood / 4
  dense[16] = sums.strongestBad / 4
  dense[17] = sums.phraseGood / (sums.phraseGood + 1)
  dense[18] = sums.phraseBad / (sums.phraseBad + 1)
  dense[19] = requests > 0 ? 1 : 0
  dense[20] = told && negations > 0 ? 1 : 0
  dense[21] = told && sums.persons > 0 ? 1 : 0
  dense[22] = told ? 1 : 0
  return dense
}
