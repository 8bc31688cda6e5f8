import { WEIGHT_SCALE } from './find-features.js'
import type { ThemeModel } from './theme-model.js'

const TOPIC_PART = 0.7
/** A further theme counts where it is this part as strong as the main one. */
const FURTHER_PART = 0.6
const MAX_THEMES = 3

/** A theme an item is in, and the feature (counted from its first) that says so most. */
export interface Placement {
  theme: number
  evidence: number
}

/** One item's features: their names and weights, by place. */
export interface ItemFeatures {
  count: number
  nameAt(place: number): string
  /** -1 where the feature belongs to no term. */
  termAt(place: number): number
  weightAt(place: number): number
}

function placeDictated(model: ThemeModel, item: ItemFeatures): Placement[] {
  const placements: Placement[] = []
  for (let evidence = 0; evidence < item.count; evidence++) {
    const theme = model.dictated.get(item.nameAt(evidence))
    if (theme !== undefined && placements.every((known) => known.theme !== theme)) placements.push({ theme, evidence })
  }
  return placements
}

function findLeaf(model: ThemeModel, item: ItemFeatures, theme: number): number {
  const topic = `#${model.themes[theme]!.key}/`
  for (let place = 0; place < item.count; place++) {
    const name = item.nameAt(place)
    if (name.startsWith(topic)) return model.leaves.get(name) ?? theme
  }
  return theme
}

/** Sums what the features say for each seed, and which of them says most. */
function scoreSeeds(model: ThemeModel, item: ItemFeatures): { sums: Float64Array; evidence: Int32Array } {
  const { seedCount, scores, terms } = model
  const sums = new Float64Array(seedCount)
  const highest = new Float64Array(seedCount)
  const evidence = new Int32Array(seedCount)
  for (let place = 0; place < item.count; place++) {
    const index = item.termAt(place)
    if (index < 0) continue
    const factor = terms.list[index]!.isTopic ? (item.weightAt(place) / WEIGHT_SCALE) * TOPIC_PART : 1
    for (let seed = 0; seed < seedCount; seed++) {
      const gain = factor * scores[index * seedCount + seed]!
      sums[seed]! += gain
      if (gain <= highest[seed]!) continue
      highest[seed] = gain
      evidence[seed] = place
    }
  }
  return { sums, evidence }
}

/** The themes an item is in, the main one first; none where nothing it says speaks for one. */
export function placeItem(model: ThemeModel, item: ItemFeatures): Placement[] {
  if (model.dictated.size > 0) {
    const placements = placeDictated(model, item)
    if (placements.length > 0) return placements
  }
  const { sums, evidence } = scoreSeeds(model, item)
  const best = sums.reduce((most, sum) => Math.max(most, sum), 0)
  if (best <= 0) return []
  const strong = [...sums.keys()].filter((seed) => sums[seed]! >= best * FURTHER_PART)
  strong.sort((first, second) => sums[second]! - sums[first]! || first - second)
  return strong.slice(0, MAX_THEMES).map((seed) => ({
    theme: model.leaves.size > 0 ? findLeaf(model, item, seed) : seed,
    evidence: evidence[seed]!,
  }))
}
