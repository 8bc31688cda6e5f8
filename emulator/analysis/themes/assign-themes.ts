import type { ThemeModel } from './theme-model.js'

/** A further theme counts where it is this part as far above the mean of all as the main one is. */
const FURTHER_PART = 0.33
const MAX_THEMES = 3
/** How much what a person said before counts beside what they say now; again as much less for each text between. */
const HEARD_PART = 0.6

/** An item's features, by place. `termAt` gives -1 where a feature belongs to no term. */
export interface ItemFeatures {
  nameAt(place: number): string
  termAt(place: number): number
  /** How much the item says it, 1 if once. */
  timesAt(place: number): number
}

/**
 * Assigns themes to items one after another: start, add what was said before, conclude. What it found last is in `themes` and
 * `evidence`.
 */
export interface ThemeAssigner {
  /** Places of themes, the main one first. */
  themes: number[]
  /** For each of the themes, the place of the feature that says so most; -1 if only what was said before does. */
  evidence: number[]
  /** Forgets what was heard. */
  begin(): void
  /** Takes in an earlier item of the same person, the earliest first. */
  hear(item: ItemFeatures, count: number): void
  /** Finds the themes of an item with `count` features; none if nothing it says or was said before speaks for one. */
  conclude(item: ItemFeatures, count: number): void
}

interface Scratch {
  sums: Float64Array
  highest: Float64Array
  strongest: Int32Array
}

function assignDictated(model: ThemeModel, assigner: ThemeAssigner, item: ItemFeatures, count: number): void {
  for (let place = 0; place < count; place++) {
    const theme = model.dictated.get(item.nameAt(place))
    if (theme === undefined || assigner.themes.includes(theme)) continue
    assigner.themes.push(theme)
    assigner.evidence.push(place)
  }
}

/** Adds what the features say for each seed, and notes which of them says most. */
function scoreSeeds(model: ThemeModel, scratch: Scratch, item: ItemFeatures, count: number): void {
  const { seedCount, scores } = model
  const { sums, highest, strongest } = scratch
  highest.fill(0)
  strongest.fill(-1)
  for (let place = 0; place < count; place++) {
    const index = item.termAt(place)
    if (index < 0) continue
    const base = index * seedCount
    const times = item.timesAt(place)
    for (let seed = 0; seed < seedCount; seed++) {
      const gain = times * scores[base + seed]!
      sums[seed]! += gain
      if (gain <= highest[seed]!) continue
      highest[seed] = gain
      strongest[seed] = place
    }
  }
}

/** The place of the highest sum, the first of equal ones; -1 if none is above 0. */
function findHighest(sums: Float64Array): number {
  let best = -1
  for (let seed = 0; seed < sums.length; seed++) {
    if (sums[seed]! > (best < 0 ? 0 : sums[best]!)) best = seed
  }
  return best
}

function findLeast(sums: Float64Array, highest: number): number {
  const mean = sums.reduce((all, sum) => all + Math.max(0, sum), 0) / sums.length
  return mean + (highest - mean) * FURTHER_PART
}

/** Creates what assigns themes to items by a model. */
export function createThemeAssigner(model: ThemeModel): ThemeAssigner {
  const scratch: Scratch = {
    sums: new Float64Array(model.seedCount),
    highest: new Float64Array(model.seedCount),
    strongest: new Int32Array(model.seedCount),
  }
  const { sums, strongest } = scratch
  const assigner: ThemeAssigner = {
    themes: [],
    evidence: [],
    begin: () => sums.fill(0),
    hear(item, count) {
      scoreSeeds(model, scratch, item, count)
      for (let seed = 0; seed < sums.length; seed++) sums[seed]! *= HEARD_PART
    },
    conclude(item, count) {
      assigner.themes.length = 0
      assigner.evidence.length = 0
      if (model.dictated.size > 0) assignDictated(model, assigner, item, count)
      if (assigner.themes.length > 0) return
      scoreSeeds(model, scratch, item, count)
      let least = 0
      for (let found = 0; found < MAX_THEMES; found++) {
        const seed = findHighest(sums)
        if (seed < 0 || sums[seed]! < least) return
        if (found === 0) least = findLeast(sums, sums[seed]!)
        sums[seed] = 0
        if (seed >= model.namedCount) continue
        assigner.themes.push(seed)
        assigner.evidence.push(strongest[seed]!)
      }
    },
  }
  return assigner
}
