import { type Corpus, GONE } from '../corpus.js'

/** What stands for the row before where no one spoke. */
export const NOBODY = -1
/** Where no one knows when texts were said, those so many identifiers apart do not belong together. */
export const NEAR_ITEMS = 4_096

const SAME_TALK_SECONDS = 24 * 3_600
/** A person and a row are sorted as one whole number, which is exact up to 53 bits. */
const MOST_ROWS = 2 ** 23

/** The rows by person; each person's as they arrived. */
function sortByPerson({ rows, persons, polarities }: Corpus): Float64Array {
  const keys = new Float64Array(Math.min(rows, MOST_ROWS))
  let count = 0
  for (let row = 0; row < keys.length; row++) {
    if (persons[row] !== 0 && polarities[row] !== GONE) keys[count++] = persons[row]! * MOST_ROWS + row
  }
  return keys.subarray(0, count).sort()
}

/** For each row the one in which the same person spoke before: by when it was said, where that is known, then by arrival. */
export function linkEarlierRows(corpus: Corpus): Int32Array {
  const { rows, seconds } = corpus
  const earlier = new Int32Array(rows).fill(NOBODY)
  const keys = sortByPerson(corpus)
  for (let from = 0; from < keys.length; ) {
    const person = Math.floor(keys[from]! / MOST_ROWS)
    let to = from
    while (to < keys.length && Math.floor(keys[to]! / MOST_ROWS) === person) to++
    if (to - from > 1) {
      const own = Array.from(keys.subarray(from, to), (key) => key % MOST_ROWS)
      own.sort((first, second) => seconds[first]! - seconds[second]! || first - second)
      for (let at = 1; at < own.length; at++) earlier[own[at]!] = own[at - 1]!
    }
    from = to
  }
  return earlier
}

/** Whether two texts of one person belong to one talk: said within a day, or not many items apart where no one knows when. */
export function isSameTalk({ seconds, itemIds }: Corpus, row: number, other: number): boolean {
  const [now, then] = [seconds[row]!, seconds[other]!]
  if (now === 0 || then === 0) return Math.abs(itemIds[row]! - itemIds[other]!) <= NEAR_ITEMS
  return now - then <= SAME_TALK_SECONDS
}
