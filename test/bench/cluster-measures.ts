/** How well a division of items agrees with another, 0 to 1. */
export interface Agreement {
  /** Mutual information over the mean of both entropies. */
  nmi: number
  /** The part of the items that are of the most frequent truth of their cluster. */
  purity: number
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function entropy(counts: Iterable<number>, whole: number): number {
  let sum = 0
  for (const count of counts) sum -= (count / whole) * Math.log(count / whole)
  return sum
}

/** NMI and purity of `found` against `truth`; what was found for no item is a cluster of its own. */
export function compareClusters(truth: readonly string[], found: readonly string[]): Agreement {
  const size = truth.length
  const both = countBy(truth.map((label, index) => `${found[index]}\u0000${label}`))
  const inTruth = entropy(countBy(truth).values(), size)
  const inFound = entropy(countBy(found).values(), size)
  const shared = inTruth + inFound - entropy(both.values(), size)
  const most = new Map<string, number>()
  for (const [pair, count] of both) {
    const cluster = pair.slice(0, pair.indexOf('\u0000'))
    most.set(cluster, Math.max(most.get(cluster) ?? 0, count))
  }
  const pure = [...most.values()].reduce((sum, count) => sum + count, 0)
  return { nmi: inTruth + inFound === 0 ? 0 : (2 * shared) / (inTruth + inFound), purity: pure / size }
}

/** The middle of an odd number of values. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
