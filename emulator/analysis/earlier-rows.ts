import { type Corpus, GONE } from './corpus.js'
import { NEAR_ITEMS, NOBODY } from './recent-persons.js'

const MOST_ROWS = 3
const SAME_TALK_MINUTES = 24 * 60

function isSameTalk(corpus: Corpus, row: number, earlier: number): boolean {
  const now = corpus.minutes[row]!
  const then = corpus.minutes[earlier]!
  return now === 0 || then === 0 || Math.abs(now - then) <= SAME_TALK_MINUTES
}

/** Puts into `found` the rows in which the same person spoke shortly before, the last one first; rows taken out do not count. */
export function findEarlierRows(corpus: Corpus, row: number, found: number[]): void {
  found.length = 0
  const nearest = corpus.itemIds[row]! - NEAR_ITEMS
  let earlier = corpus.earlier[row]!
  while (earlier !== NOBODY && found.length < MOST_ROWS && corpus.itemIds[earlier]! >= nearest) {
    if (corpus.leanings[earlier] !== GONE) {
      if (!isSameTalk(corpus, row, earlier)) return
      found.push(earlier)
    }
    earlier = corpus.earlier[earlier]!
  }
}
