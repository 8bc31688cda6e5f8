import type { Corpus } from '../corpus.js'
import { WEIGHT_SCALE } from '../find-features.js'
import { isSameTalk, NOBODY } from './earlier-rows.js'
import type { ThemeModel } from './theme-model.js'

/** A further theme counts where it is this part as far above the mean of all as the main one is. */
const FURTHER_PART = 0.365
const MAX_THEMES = 3
/** How much what a person said before counts beside what they say now; again as much less for each text between. */
const HEARD_PART = 0.6
const MOST_HEARD = 3

/** Finds the themes of the rows of a corpus one after another; what it found last is in `themes` and `evidence`. */
export interface ThemeAssigner {
  /** Places of themes, the main one first; none if nothing the row says, or its person said before, speaks for one. */
  readonly themes: number[]
  /** For each of the themes, the place of the feature that says so most; -1 if only what was said before does. */
  readonly evidence: number[]
  /** Finds the themes of a row, heard after what the same person said shortly before. */
  place(row: number): void
}

/** Creates what assigns themes to rows by a model. */
export function createThemeAssigner(corpus: Corpus, model: ThemeModel): ThemeAssigner {
  const sums = new Float64Array(model.seedCount)
  const highest = new Float64Array(model.seedCount)
  const strongest = new Int32Array(model.seedCount)
  const found: Found = { themes: [], evidence: [] }

  /** Adds what the features of a row say for each seed, and notes which of them says most. */
  const hear = (row: number) => {
    const { seedCount, scores, terms } = model
    const start = corpus.starts[row]!
    highest.fill(0)
    strongest.fill(-1)
    for (let at = start; at < corpus.starts[row + 1]!; at++) {
      const term = terms.ofFeature[corpus.features[at]!]!
      if (term < 0) continue
      const times = corpus.weights[at]! / WEIGHT_SCALE
      for (let seed = 0; seed < seedCount; seed++) {
        const gain = times * scores[term * seedCount + seed]!
        sums[seed]! += gain
        if (gain <= highest[seed]!) continue
        highest[seed] = gain
        strongest[seed] = at - start
      }
    }
  }

  return {
    ...found,
    place(row) {
      found.themes.length = 0
      found.evidence.length = 0
      takeDictated(corpus, model, row, found)
      if (found.themes.length > 0) return
      sums.fill(0)
      for (const earlier of findEarlierRows(corpus, model.earlierRows, row)) {
        hear(earlier)
        for (let seed = 0; seed < sums.length; seed++) sums[seed]! *= HEARD_PART
      }
      hear(row)
      takeHighest(model, sums, strongest, found)
    },
  }
}

type Found = Pick<ThemeAssigner, 'themes' | 'evidence'>

function takeDictated({ starts, names, features }: Corpus, { dictated }: ThemeModel, row: number, found: Found): void {
  for (let at = starts[row]!; at < starts[row + 1]! && dictated.size > 0; at++) {
    const theme = dictated.get(names[features[at]!] ?? '')
    if (theme === undefined || found.themes.includes(theme)) continue
    found.themes.push(theme)
    found.evidence.push(at - starts[row]!)
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

function takeHighest({ namedCount }: ThemeModel, sums: Float64Array, strongest: Int32Array, found: Found): void {
  let least = 0
  for (let taken = 0; taken < MAX_THEMES; taken++) {
    const seed = findHighest(sums)
    if (seed < 0 || sums[seed]! < least) return
    if (taken === 0) least = findLeast(sums, sums[seed]!)
    sums[seed] = 0
    if (seed >= namedCount) continue
    found.themes.push(seed)
    found.evidence.push(strongest[seed]!)
  }
}

const NO_ROWS: readonly number[] = []

/** The rows in which the same person spoke shortly before, the first one first. */
function findEarlierRows(corpus: Corpus, links: Int32Array, row: number): readonly number[] {
  if (links[row] === NOBODY) return NO_ROWS
  const found: number[] = []
  for (let earlier = links[row]!; earlier !== NOBODY && found.length < MOST_HEARD; earlier = links[earlier]!) {
    if (!isSameTalk(corpus, row, earlier)) break
    found.unshift(earlier)
  }
  return found
}
