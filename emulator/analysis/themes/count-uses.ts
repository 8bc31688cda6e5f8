import type { Corpus } from '../corpus.js'
import { createThemeAssigner } from './assign-themes.js'
import type { ThemeModel } from './theme-model.js'

/** What the items of each theme use, by the number of the feature. */
export interface Uses {
  sizes: number[]
  /** Items that have both themes. */
  shared: number[][]
  inside: Map<number, number>[]
  all: Map<number, number>
  items: number
}

/** Counts the features that may name a theme in the main theme of each row, and the rows that themes share. */
export function countUses(corpus: Corpus, model: ThemeModel, rows: readonly number[]): Uses {
  const count = model.seedCount
  const uses: Uses = {
    sizes: Array.from({ length: count }, () => 0),
    shared: Array.from({ length: count }, () => Array.from({ length: count }, () => 0)),
    inside: Array.from({ length: count }, () => new Map()),
    all: new Map(),
    items: rows.length,
  }
  const assigner = createThemeAssigner(corpus, model)
  for (const row of rows) {
    assigner.place(row)
    for (const first of assigner.themes) for (const second of assigner.themes) uses.shared[first]![second]!++
    const main = assigner.themes[0]
    if (main !== undefined) uses.sizes[main]!++
    for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
      const feature = corpus.features[at]!
      uses.all.set(feature, (uses.all.get(feature) ?? 0) + 1)
      if (main !== undefined) uses.inside[main]!.set(feature, (uses.inside[main]!.get(feature) ?? 0) + 1)
    }
  }
  return uses
}
