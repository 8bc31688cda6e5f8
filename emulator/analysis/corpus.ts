import { encodePolarity } from './sentiment/polarity.js'
import type { Finding } from './types.js'
import { Vocabulary } from './vocabulary.js'

const FIRST_ROWS = 64
const FIRST_FEATURES = 512
/** What stands for how an item leans that was taken out. */
export const GONE = 0xffff
const MOST_TIMES = 15
/** The level of a feature that is sure. */
export const MOST_LEVEL = MOST_TIMES
const LINK_SHIFT = 4

/**
 * The findings of a source, seven bytes a feature and 22 an item. Nothing in it depends on batches; what is learned from
 * it does not depend on the order either.
 */
export class Corpus {
  readonly vocabulary = new Vocabulary()
  /** Items that are in it. */
  size = 0
  /** Rows in use, those of items taken out included. */
  rows = 0
  /** The item of a row; ascending. */
  itemIds = new Float64Array(FIRST_ROWS)
  /** The day of the item of a row, since 1970 in UTC: what periods are made of. */
  days = new Int32Array(FIRST_ROWS)
  /** Where the features of a row start; they end where those of the next row start. */
  starts = new Uint32Array(FIRST_ROWS + 1)
  /** What the features of a row come to, in a number: equal for equal ones. */
  hashes = new Uint32Array(FIRST_ROWS)
  /** How the item of a row leans; GONE if it was taken out. */
  polarities = new Uint16Array(FIRST_ROWS)
  /** The numbers of the words of all rows, how each is said, and how the item leans there. */
  features = new Uint32Array(FIRST_FEATURES)
  marks = new Uint8Array(FIRST_FEATURES)
  featurePolarities = new Uint16Array(FIRST_FEATURES)
}

/** A corpus of no items. */
export function emptyCorpus(): Corpus {
  return new Corpus()
}

/** What a mark says a feature counts, by how often its item has it: what is said twice counts more, but not twice as much. */
export const TIMES: Float64Array = Float64Array.from({ length: 256 }, (_, mark) => 1 + Math.log(mark & MOST_TIMES || 1))

/** How a feature with this mark makes a phrase with the one before it in its row, as a place in LINKS. */
export function linkOfMark(mark: number): number {
  return mark >> LINK_SHIFT
}

/** How sure a feature with this mark is, up to MOST_LEVEL. */
export function levelOfMark(mark: number): number {
  return mark & MOST_TIMES
}

type Cells = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

function grown<Kind extends Cells>(cells: Kind, length: number): Kind {
  const larger = new (cells.constructor as new (length: number) => Kind)(length)
  larger.set(cells)
  return larger
}

function makeRoom(corpus: Corpus, featureCount: number): void {
  // By half, because at a million items twice as much is a lot of nothing.
  const more = (length: number) => Math.ceil(length * 1.5)
  if (corpus.rows === corpus.itemIds.length) {
    const length = more(corpus.rows)
    corpus.itemIds = grown(corpus.itemIds, length)
    corpus.days = grown(corpus.days, length)
    corpus.starts = grown(corpus.starts, length + 1)
    corpus.hashes = grown(corpus.hashes, length)
    corpus.polarities = grown(corpus.polarities, length)
  }
  const needed = corpus.starts[corpus.rows]! + featureCount
  if (needed <= corpus.features.length) return
  const length = Math.max(needed, more(corpus.features.length))
  corpus.features = grown(corpus.features, length)
  corpus.marks = grown(corpus.marks, length)
  corpus.featurePolarities = grown(corpus.featurePolarities, length)
}

/** Adds what was found in an item of a day, in place. Identifiers must ascend. */
export function addFinding(corpus: Corpus, itemId: number, finding: Finding, day = 0): void {
  const { features } = finding
  makeRoom(corpus, features.length)
  const row = corpus.rows
  let at = corpus.starts[row]!
  let hash = 0
  for (const feature of features) {
    const id = corpus.vocabulary.add(feature)
    const mark = Math.min(MOST_TIMES, feature.times) | (feature.link << LINK_SHIFT)
    hash = Math.imul(hash ^ corpus.vocabulary.hashes[id]! ^ mark, 16_777_619)
    corpus.features[at] = id
    corpus.marks[at] = mark
    corpus.featurePolarities[at++] = feature.polarity
  }
  corpus.itemIds[row] = itemId
  corpus.days[row] = day
  corpus.polarities[row] = encodePolarity(finding.sentiment, Math.round(finding.score * 1_000), finding.isUnjudged)
  corpus.starts[row + 1] = at
  // The low bits of this hash mix badly.
  corpus.hashes[row] = hash ^ (hash >>> 15)
  corpus.rows++
  corpus.size++
}

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

/** Takes an item out again, in place: what is learned then is as if it had never been in. False if it doesn't exist. */
export function removeItem(corpus: Corpus, itemId: number): boolean {
  const row = findRow(corpus, itemId)
  if (row < 0 || corpus.polarities[row] === GONE) return false
  const [from, to] = [corpus.starts[row]!, corpus.starts[row + 1]!]
  for (let at = from; at < to; at++) corpus.vocabulary.remove(corpus.features[at]!)
  corpus.features.fill(0, from, to)
  corpus.marks.fill(0, from, to)
  corpus.featurePolarities.fill(0, from, to)
  corpus.polarities[row] = GONE
  corpus.hashes[row] = 0
  corpus.size--
  return true
}
