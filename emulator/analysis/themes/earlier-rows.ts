import { type Corpus, GONE } from '../corpus.js'

/** What stands for the row before where no one spoke. */
export const NOBODY = -1
/** Where no one knows when texts were said, those so many identifiers apart do not belong together. */
export const NEAR_ITEMS = 4_096

const SAME_TALK_SECONDS = 24 * 3_600

/** Whether a row tells who said it. */
function isOfSomeone({ persons, polarities }: Corpus, row: number): boolean {
  return persons[row] !== 0 && polarities[row] !== GONE
}

/** For each row the one in which the same person spoke before: by when it was said, where that is known, then by arrival. */
export function linkEarlierRows(corpus: Corpus): Int32Array {
  const { rows, persons, seconds } = corpus
  const earlier = new Int32Array(rows).fill(NOBODY)
  // Rows of a person fall into one bucket, as do those of few others, so that little is left to sort.
  const buckets = 2 ** Math.ceil(Math.log2(rows + 1))
  const ends = new Int32Array(buckets + 1)
  for (let row = 0; row < rows; row++) if (isOfSomeone(corpus, row)) ends[(persons[row]! & (buckets - 1)) + 1]!++
  for (let bucket = 0; bucket < buckets; bucket++) ends[bucket + 1]! += ends[bucket]!
  const sorted = new Int32Array(ends[buckets]!)
  const next = ends.slice(0, buckets)
  for (let row = 0; row < rows; row++) {
    if (isOfSomeone(corpus, row)) sorted[next[persons[row]! & (buckets - 1)]!++] = row
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    if (ends[bucket + 1]! - ends[bucket]! < 2) continue
    const own = sorted.subarray(ends[bucket]!, ends[bucket + 1]!)
    own.sort((a, b) => persons[a]! - persons[b]! || seconds[a]! - seconds[b]! || a - b)
    for (let at = 1; at < own.length; at++) {
      if (persons[own[at]!] === persons[own[at - 1]!]) earlier[own[at]!] = own[at - 1]!
    }
  }
  return earlier
}

/** Whether two texts of one person belong to one talk: said within a day, or not many items apart where no one knows when. */
export function isSameTalk({ seconds, itemIds }: Corpus, row: number, other: number): boolean {
  const [now, then] = [seconds[row]!, seconds[other]!]
  if (now === 0 || then === 0) return Math.abs(itemIds[row]! - itemIds[other]!) <= NEAR_ITEMS
  return now - then <= SAME_TALK_SECONDS
}
