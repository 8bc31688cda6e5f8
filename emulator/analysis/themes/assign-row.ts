import { type Corpus, GONE } from '../corpus.js'
import { createThemeAssigner } from './assign-themes.js'
import { NEAR_ITEMS, NOBODY } from './recent-persons.js'
import type { ThemeModel } from './theme-model.js'

const MOST_ROWS = 3
const SAME_TALK_MINUTES = 24 * 60

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
    termAt: (place: number) => model.terms.ofFeature[corpus.features[start + place]!]!,
    weightAt: (place: number) => corpus.weights[start + place]!,
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
      if (corpus.earlier[row] !== NOBODY) {
        findEarlierRows(corpus, row, earlier)
        for (let back = earlier.length - 1; back >= 0; back--) assigner.hear(item, countOf(earlier[back]!))
      }
      assigner.conclude(item, countOf(row))
    },
  }
}

function isSameTalk(corpus: Corpus, row: number, earlier: number): boolean {
  const now = corpus.minutes[row]!
  const then = corpus.minutes[earlier]!
  return now === 0 || then === 0 || Math.abs(now - then) <= SAME_TALK_MINUTES
}

/** Puts into `found` the rows in which the same person spoke shortly before, the last one first; rows taken out do not count. */
function findEarlierRows(corpus: Corpus, row: number, found: number[]): void {
  found.length = 0
  const nearest = corpus.itemIds[row]! - NEAR_ITEMS
  let earlier = corpus.earlier[row]!
  while (earlier !== NOBODY && found.length < MOST_ROWS && corpus.itemIds[earlier]! >= nearest) {
    if (corpus.polarities[earlier] !== GONE) {
      if (!isSameTalk(corpus, row, earlier)) return
      found.push(earlier)
    }
    earlier = corpus.earlier[earlier]!
  }
}
