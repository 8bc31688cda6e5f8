import { encodePolarity } from './sentiment/polarity.js'
import type { Finding, Origin } from './types.js'

/**
 * The findings of a source, seven bytes a feature and 22 an item. Nothing in it depends on batches; what is learned from
 * it does not depend on the order either.
 */
export interface Corpus {
  /** The number of a feature by its name; numbers of names that no item has any more are given out again. */
  ids: Map<string, number>
  names: (string | undefined)[]
  /** Items that have the feature, by its number. */
  counts: number[]
  free: number[]
  /** Items that are in it. */
  size: number
  /** Rows in use, those of items taken out included. */
  rows: number
  /** The item of a row; ascending. */
  itemIds: Float64Array
  /** The day of the item of a row, since 1970 in UTC: what periods are made of. */
  days: Int32Array
  /** Where the features of a row start; they end where those of the next row start. */
  starts: Float64Array
  /** How the item of a row leans; GONE if it was taken out. */
  polarities: Uint16Array
  /** Who said it, as a number; 0 for nobody in particular. */
  persons: Uint32Array
  /** When it was said, in seconds since 1970; 0 if no one knows. */
  seconds: Uint32Array
  features: Uint32Array
  weights: Uint8Array
  featurePolarities: Uint16Array
}

export const GONE = 0xffff
const FIRST_ROWS = 64
const FIRST_FEATURES = 512

/** A corpus of no items. */
export function emptyCorpus(): Corpus {
  return {
    ids: new Map(),
    names: [],
    counts: [],
    free: [],
    size: 0,
    rows: 0,
    itemIds: new Float64Array(FIRST_ROWS),
    days: new Int32Array(FIRST_ROWS),
    starts: new Float64Array(FIRST_ROWS + 1),
    polarities: new Uint16Array(FIRST_ROWS),
    persons: new Uint32Array(FIRST_ROWS),
    seconds: new Uint32Array(FIRST_ROWS),
    features: new Uint32Array(FIRST_FEATURES),
    weights: new Uint8Array(FIRST_FEATURES),
    featurePolarities: new Uint16Array(FIRST_FEATURES),
  }
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

function grown<Kind extends Numbers>(numbers: Kind, length: number): Kind {
  const larger = new (numbers.constructor as new (length: number) => Kind)(length)
  larger.set(numbers)
  return larger
}

function makeRoom(corpus: Corpus, featureCount: number): void {
  if (corpus.rows === corpus.itemIds.length) {
    const length = corpus.rows * 2
    corpus.itemIds = grown(corpus.itemIds, length)
    corpus.days = grown(corpus.days, length)
    corpus.starts = grown(corpus.starts, length + 1)
    corpus.polarities = grown(corpus.polarities, length)
    corpus.persons = grown(corpus.persons, length)
    corpus.seconds = grown(corpus.seconds, length)
  }
  const needed = corpus.starts[corpus.rows]! + featureCount
  if (needed <= corpus.features.length) return
  // By half, because at a million items twice as much is a lot of nothing.
  const length = Math.max(needed, Math.ceil(corpus.features.length * 1.5))
  corpus.features = grown(corpus.features, length)
  corpus.weights = grown(corpus.weights, length)
  corpus.featurePolarities = grown(corpus.featurePolarities, length)
}

function takeNumber(corpus: Corpus, name: string): number {
  const known = corpus.ids.get(name)
  if (known !== undefined) return known
  const id = corpus.free.pop() ?? corpus.names.length
  // Joined again: a piece of a text would keep the whole text alive.
  const own = name.split('').join('')
  corpus.ids.set(own, id)
  corpus.names[id] = own
  corpus.counts[id] = 0
  return id
}

/** A number from 1 to 2 ** 30 for who said something; 0 for nobody in particular. */
function numberPerson(person: string | null | undefined): number {
  if (!person) return 0
  let hash = 2_166_136_261
  for (let at = 0; at < person.length; at++) hash = Math.imul(hash ^ person.charCodeAt(at), 16_777_619)
  return ((hash ^ (hash >>> 15)) & 0x3f_ff_ff_ff) + 1
}

const SECOND_MS = 1_000

/**
 * Adds what was found in an item of a day, in place. Identifiers must ascend. `origin` says who said it and when, if that is
 * known.
 */
export function addFinding(corpus: Corpus, itemId: number, finding: Finding, day = 0, origin: Origin = {}): void {
  const { features } = finding
  makeRoom(corpus, features.length)
  const row = corpus.rows
  let at = corpus.starts[row]!
  for (const { name, weight, sentiment, milliScore } of features) {
    const id = takeNumber(corpus, name)
    corpus.counts[id]!++
    corpus.features[at] = id
    corpus.weights[at] = weight
    corpus.featurePolarities[at++] = encodePolarity(sentiment, milliScore)
  }
  corpus.itemIds[row] = itemId
  corpus.days[row] = day
  corpus.polarities[row] = encodePolarity(finding.sentiment, Math.round(finding.score * 1_000), finding.isUnjudged)
  corpus.starts[row + 1] = at
  corpus.persons[row] = numberPerson(origin.person)
  corpus.seconds[row] = Math.max(0, (origin.occurredAt ?? 0) / SECOND_MS)
  corpus.rows++
  corpus.size++
}
