import { associate, countTogether, toDirection } from './associate.js'
import type { LearningRow } from './learning-rows.js'
import type { Terms } from './terms.js'

/** Seeds that make one theme. */
export interface ThemeSeeds {
  /** The seed that names the theme, as a place in the list of terms. */
  seed: number
  /** Items that speak most of it. */
  itemCount: number
  sum: Float64Array
  direction: Float64Array
}

function findMain(row: LearningRow, scores: Float32Array, count: number): number {
  let best = -1
  let most = 0
  for (let place = 0; place < count; place++) {
    let sum = 0
    for (let at = 0; at < row.terms.length; at++) sum += row.values[at]! * scores[row.terms[at]! * count + place]!
    if (sum <= most) continue
    most = sum
    best = place
  }
  return best
}

function toGroups(rows: readonly LearningRow[], seeds: readonly number[], terms: Terms): ThemeSeeds[] {
  const groups = countTogether(rows, seeds, terms.list.length).map((sum, place) => ({
    seed: seeds[place]!,
    itemCount: 0,
    sum,
    direction: toDirection(sum),
  }))
  const directions = groups.map(({ direction }) => direction)
  const scores = associate(directions, terms)
  for (const row of rows) {
    const main = groups[findMain(row, scores, groups.length)]
    if (main !== undefined) main.itemCount++
  }
  return groups
}

/** Ward's measure, which is low for groups that say the same and for small ones: what is lost by making one of two. */
function costOfMerging(first: ThemeSeeds, second: ThemeSeeds): number {
  const cosine = first.direction.reduce((sum, value, at) => sum + value * second.direction[at]!, 0)
  const [one, other] = [first.itemCount + 1, second.itemCount + 1]
  return ((one * other) / (one + other)) * (1 - cosine)
}

function merge(first: ThemeSeeds, second: ThemeSeeds): ThemeSeeds {
  const [larger, smaller] = second.itemCount > first.itemCount ? [second, first] : [first, second]
  const sum = larger.sum.map((value, at) => value + smaller.sum[at]!)
  return {
    seed: larger.seed,
    itemCount: larger.itemCount + smaller.itemCount,
    sum,
    direction: toDirection(sum),
  }
}

function mergeCheapest(groups: readonly ThemeSeeds[]): ThemeSeeds[] {
  let pair: [ThemeSeeds, ThemeSeeds] | undefined
  let least = Number.POSITIVE_INFINITY
  groups.forEach((first, place) => {
    for (const second of groups.slice(place + 1)) {
      const cost = costOfMerging(first, second)
      if (cost >= least) continue
      least = cost
      pair = [first, second]
    }
  })
  if (pair === undefined) return [...groups]
  const [first, second] = pair
  return [...groups.filter((group) => group !== first && group !== second), merge(first, second)]
}

/** Seeds as themes, `most` at most: more than these are merged, those first that lose least by it. */
export function mergeSeeds(
  rows: readonly LearningRow[],
  seeds: readonly number[],
  terms: Terms,
  most: number,
): ThemeSeeds[] {
  let groups = toGroups(rows, seeds, terms)
  while (groups.length > most) groups = mergeCheapest(groups)
  return groups
}
