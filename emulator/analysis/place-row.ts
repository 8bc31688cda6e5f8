import type { Corpus } from './corpus.js'
import { findEarlierRows } from './earlier-rows.js'
import { makePlacer } from './place-item.js'
import { NOBODY } from './recent-persons.js'
import type { ThemeModel } from './theme-model.js'

/** Tells the themes of the rows of a corpus one after another; what it found last is in `themes` and `evidence`. */
export interface RowPlacer {
  /** Places of themes, the main one first. */
  themes: readonly number[]
  /** For each of the themes, the place among the row's features of the one that says so most; -1 where none of its own does. */
  evidence: readonly number[]
  /** Finds the themes of a row, heard after what the same person said shortly before. */
  place(row: number): void
}

/** Makes what tells the themes of rows by a model. */
export function makeRowPlacer(corpus: Corpus, model: ThemeModel): RowPlacer {
  const placer = makePlacer(model)
  const earlier: number[] = []
  let start = 0
  const item = {
    nameAt: (place: number) => corpus.names[corpus.features[start + place]!] ?? '',
    termAt: (place: number) => model.terms.ofFeature[corpus.features[start + place]!]!,
    weightAt: (place: number) => corpus.weights[start + place]!,
  }
  const countOf = (row: number): number => {
    start = corpus.starts[row]!
    return corpus.starts[row + 1]! - start
  }
  return {
    themes: placer.themes,
    evidence: placer.evidence,
    place(row) {
      placer.begin()
      if (corpus.earlier[row] !== NOBODY) {
        findEarlierRows(corpus, row, earlier)
        for (let back = earlier.length - 1; back >= 0; back--) placer.hear(item, countOf(earlier[back]!))
      }
      placer.conclude(item, countOf(row))
    },
  }
}
