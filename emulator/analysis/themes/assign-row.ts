import type { Corpus } from '../corpus.js'
import { WEIGHT_SCALE } from '../find-features.js'
import { createThemeAssigner } from './assign-themes.js'
import { isSameTalk, NOBODY } from './earlier-rows.js'
import type { ThemeModel } from './theme-model.js'

const MOST_ROWS = 3

/** Reports the themes of the rows of a corpus one after another; what it found last is in `themes` and `evidence`. */
export interface RowAssigner {
  /** Places of themes, the main one first. */
  themes: readonly number[]
  /** For each of the themes, the place among the row's features of the one that says so most; -1 if none of its own does. */
  evidence: readonly number[]
  /** Finds the themes of a row, heard after what the same person said shortly before. */
  place(row: number): void
}

/** Creates what assigns themes to rows by a model. */
export function createRowAssigner(corpus: Corpus, model: ThemeModel): RowAssigner {
  const assigner = createThemeAssigner(model)
  const earlier: number[] = []
  let start = 0
  const item = {
    nameAt: (place: number) => corpus.names[corpus.features[start + place]!] ?? '',
    timesAt: (place: number) => corpus.weights[start + place]! / WEIGHT_SCALE,
    termAt: (place: number) => model.terms.ofFeature[corpus.features[start + place]!]!,
  }
  const countOf = (row: number): number => {
    start = corpus.starts[row]!
    return corpus.starts[row + 1]! - start
  }
  return {
    themes: assigner.themes,
    evidence: assigner.evidence,
    place(row) {
      assigner.begin()
      if (model.earlierRows[row] !== NOBODY) {
        findEarlierRows(corpus, model.earlierRows, row, earlier)
        for (let back = earlier.length - 1; back >= 0; back--) assigner.hear(item, countOf(earlier[back]!))
      }
      assigner.conclude(item, countOf(row))
    },
  }
}

/** Puts into `found` the rows in which the same person spoke shortly before, the last one first. */
function findEarlierRows(corpus: Corpus, links: Int32Array, row: number, found: number[]): void {
  found.length = 0
  let earlier = links[row]!
  while (earlier !== NOBODY && found.length < MOST_ROWS && isSameTalk(corpus, row, earlier)) {
    found.push(earlier)
    earlier = links[earlier]!
  }
}
