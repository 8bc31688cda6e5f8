import { type Corpus, GONE } from '../corpus.js'
import { WEIGHT_SCALE } from '../find-features.js'
import { hintsOf, type Terms } from './terms.js'

/** An item as terms with values in thousandths whose squares sum to about a million: whole numbers sum exactly in any order. */
export interface LearningRow {
  terms: Int32Array
  values: Int32Array
}

export const UNIT = 1_000
/** From here on themes are learned from about this many items, picked by what they say; all are counted. */
const SAMPLE_ITEMS = 8_192
const MIN_SAMPLE = 2_048
const DAMPING = 0.3
/** What a word counts beside a concept that nobody else speaks of. */
const WORD_PART = 0.8

type Hints = ReturnType<typeof hintsOf>
type HintsAt = (index: number) => Hints

function hashName(name: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619)
  return hash
}

/** By names, not by their numbers, which depend on who came first. */
function hashRow(corpus: Corpus, hashes: Int32Array, row: number): number {
  let hash = 0
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    hash = Math.imul(hash ^ hashes[corpus.features[at]!]!, 16_777_619)
  }
  // The low bits of this hash mix badly.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The rows to learn from: all, or of many about so many whose content hashes low, which does not depend on their order. */
function pickRows(corpus: Corpus): number[] {
  const there: number[] = []
  for (let row = 0; row < corpus.rows; row++) if (corpus.polarities[row] !== GONE) there.push(row)
  if (corpus.size <= SAMPLE_ITEMS) return there
  const hashes = Int32Array.from(corpus.names, (name) => hashName(name ?? ''))
  const most = (SAMPLE_ITEMS / corpus.size) * 2 ** 32
  const picked = there.filter((row) => hashRow(corpus, hashes, row) < most)
  // Where few texts repeat a million times over, the sample may miss them.
  return picked.length < MIN_SAMPLE ? there : picked
}

function toRow(values: ReadonlyMap<number, number>): LearningRow {
  let squares = 0
  for (const value of values.values()) squares += value * value
  const length = Math.sqrt(squares) || 1
  const sorted = [...values].sort(([first], [second]) => first - second)
  return {
    terms: Int32Array.from(sorted, ([index]) => index),
    values: Int32Array.from(sorted, ([, value]) => Math.round((value / length) * UNIT)),
  }
}

function readRow(corpus: Corpus, terms: Terms, row: number, hintsAt: HintsAt | undefined): LearningRow {
  const values = new Map<number, number>()
  const add = (index: number, value: number) => values.set(index, (values.get(index) ?? 0) + value)
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    const index = terms.ofFeature[corpus.features[at]!]!
    const term = terms.list[index]
    if (term === undefined || (term.isConcept && !hintsAt)) continue
    const times = corpus.weights[at]! / WEIGHT_SCALE
    if (term.weight > 0) add(index, times * term.weight)
    for (const { concept, weight } of hintsAt?.(index) ?? []) add(concept, times * weight)
  }
  return toRow(values)
}

function compareRows(first: LearningRow, second: LearningRow): number {
  const least = Math.min(first.terms.length, second.terms.length)
  for (let at = 0; at < least; at++) {
    const order = first.terms[at]! - second.terms[at]! || first.values[at]! - second.values[at]!
    if (order !== 0) return order
  }
  return first.terms.length - second.terms.length
}

/** The more of a source speaks of a concept, the less it tells its themes apart. */
function dampConcepts(rows: readonly LearningRow[], { conceptCount }: Terms): LearningRow[] {
  const sums = new Float64Array(conceptCount)
  for (const { terms, values } of rows) {
    terms.forEach((term, at) => {
      if (term < conceptCount) sums[term]! += values[at]!
    })
  }
  const mean = sums.reduce((all, sum) => all + sum, 0) / conceptCount
  const parts = sums.map((sum) => (mean / (mean + sum)) ** DAMPING)
  return rows.map(({ terms, values }) =>
    toRow(new Map([...terms].map((term, at) => [term, values[at]! * (parts[term] ?? WORD_PART)]))),
  )
}

/**
 * The items that themes are learned from, as words alone or with the concepts these hint at, in an order of their own; and
 * their places in the corpus.
 */
export function readLearningRows(
  corpus: Corpus,
  terms: Terms,
  withConcepts: boolean,
): { rows: LearningRow[]; places: number[] } {
  const memo = new Map<number, Hints>()
  const hintsAt = (index: number): Hints => {
    const hints = memo.get(index) ?? hintsOf(terms.list[index]!)
    memo.set(index, hints)
    return hints
  }
  const places = pickRows(corpus)
  const rows = places.map((row) => readRow(corpus, terms, row, withConcepts ? hintsAt : undefined)).sort(compareRows)
  return { rows: withConcepts ? dampConcepts(rows, terms) : rows, places }
}
