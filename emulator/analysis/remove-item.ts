import { type Corpus, GONE } from './corpus.js'

function findRow(corpus: Corpus, itemId: number): number {
  let low = 0
  let high = corpus.rows
  while (low < high) {
    const middle = (low + high) >> 1
    if (corpus.itemIds[middle]! < itemId) low = middle + 1
    else high = middle
  }
  return low < corpus.rows && corpus.itemIds[low] === itemId ? low : -1
}

function dropFeature(corpus: Corpus, id: number): void {
  corpus.counts[id]!--
  if (corpus.counts[id] !== 0) return
  // A word that no item has any more is forgotten, not only counted as none: it came from what was erased.
  corpus.ids.delete(corpus.names[id] ?? '')
  corpus.names[id] = undefined
  corpus.free.push(id)
}

/** Takes an item out again, in place: what is learned then is as if it had never been in. False if it doesn't exist. */
export function removeItem(corpus: Corpus, itemId: number): boolean {
  const row = findRow(corpus, itemId)
  if (row < 0 || corpus.polarities[row] === GONE) return false
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    dropFeature(corpus, corpus.features[at]!)
    corpus.weights[at] = 0
    corpus.featurePolarities[at] = 0
    corpus.features[at] = 0
  }
  corpus.polarities[row] = GONE
  corpus.persons[row] = 0
  corpus.seconds[row] = 0
  corpus.size--
  return true
}
