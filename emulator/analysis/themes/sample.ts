import { type Corpus, GONE, TIMES } from '../corpus.js'
import { CONCEPT_COUNT } from '../text/concepts.js'
import { gatherTerms, type Term } from './terms.js'

/** Themes are learned from so many different texts at most, those whose hashes are lowest; all are counted. */
const MOST_TEXTS = 4_096
const HASHES = 2 ** 32
/** Words in all from which on a source shows by itself which of them go together. */
const RICH_WORDS = 10_000
/** The more of a source speaks of a concept, the less it tells its themes apart. */
const DAMPING = 0.3
/** What a word counts beside a concept that nobody else speaks of. */
const WORD_PART = 0.8

/**
 * Different texts of a corpus, in an order of their own, as vectors of length 1: `values[at]` in dimension `dims[at]` for `at` from
 * `starts[index]` on. A concept's dimension is its number; those of terms come after.
 */
export interface Sample {
  rows: number[]
  /** How often the text of each row is in the corpus. */
  copies: number[]
  terms: Term[]
  /** The term of a word, by its number; -1 if it has none. */
  termOf: Int32Array
  /** How many items the copies are. */
  items: number
  withConcepts: boolean
  starts: Int32Array
  dims: Int32Array
  values: Float64Array
}

/** Rows of different texts and how often each text is there, by the hash: the same whatever the order of the rows. */
function drawTexts({ rows, hashes, polarities, size }: Corpus): { rows: number[]; copies: number[] } {
  const found = new Map<number, { row: number; copies: number }>()
  for (let most = (HASHES * MOST_TEXTS) / Math.max(1, size); ; most *= 4) {
    found.clear()
    for (let row = 0; row < rows; row++) {
      if (hashes[row]! >= most || polarities[row] === GONE) continue
      const known = found.get(hashes[row]!)
      if (known) known.copies++
      else found.set(hashes[row]!, { row, copies: 1 })
    }
    // Where few texts repeat a million times over, more of them have to be looked at.
    if (found.size >= MOST_TEXTS / 2 || most >= HASHES) break
  }
  const texts = [...found].sort(([first], [second]) => first - second).slice(0, MOST_TEXTS)
  return { rows: texts.map(([, { row }]) => row), copies: texts.map(([, { copies }]) => copies) }
}

/** Adds values by dimension, and gives them back in the order in which each first came. */
class Adder {
  readonly sums: Float64Array
  readonly dims: number[] = []

  constructor(size: number) {
    this.sums = new Float64Array(size)
  }

  add(dim: number, value: number): void {
    if (this.sums[dim] === 0) this.dims.push(dim)
    this.sums[dim]! += value
  }

  /** Hands over the vector in length 1, and is empty again. */
  take(to: { dims: number[]; values: number[] }): void {
    let squares = 0
    for (const dim of this.dims) squares += this.sums[dim]! ** 2
    const length = Math.sqrt(squares) || 1
    for (const dim of this.dims) {
      to.dims.push(dim)
      to.values.push(this.sums[dim]! / length)
      this.sums[dim] = 0
    }
    this.dims.length = 0
  }
}

type Vectors = Pick<Sample, 'starts' | 'dims' | 'values'>

function readVectors(corpus: Corpus, sample: Omit<Sample, keyof Vectors>): Vectors {
  const { rows, terms, termOf, withConcepts } = sample
  const adder = new Adder(CONCEPT_COUNT + terms.length)
  const starts = new Int32Array(rows.length + 1)
  const found = { dims: [] as number[], values: [] as number[] }
  rows.forEach((row, index) => {
    for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
      const place = termOf[corpus.features[at]!]!
      if (place < 0) continue
      const { weight, hints } = terms[place]!
      const times = TIMES[corpus.marks[at]!]!
      if (weight > 0) adder.add(CONCEPT_COUNT + place, times * weight)
      if (withConcepts) for (const hint of hints) adder.add(hint.concept, times * hint.weight)
    }
    adder.take(found)
    starts[index + 1] = found.dims.length
  })
  return { starts, dims: Int32Array.from(found.dims), values: Float64Array.from(found.values) }
}

function dampConcepts({ starts, dims, values }: Vectors, copies: readonly number[], size: number): Vectors {
  const sums = new Float64Array(CONCEPT_COUNT)
  copies.forEach((count, index) => {
    for (let at = starts[index]!; at < starts[index + 1]!; at++)
      if (dims[at]! < CONCEPT_COUNT) sums[dims[at]!]! += count * values[at]!
  })
  const mean = sums.reduce((all, sum) => all + sum, 0) / CONCEPT_COUNT
  const parts = sums.map((sum) => (mean / (mean + sum)) ** DAMPING)
  const adder = new Adder(size)
  const found = { dims: [] as number[], values: [] as number[] }
  copies.forEach((_, index) => {
    for (let at = starts[index]!; at < starts[index + 1]!; at++)
      adder.add(dims[at]!, values[at]! * (parts[dims[at]!] ?? WORD_PART))
    adder.take(found)
  })
  return { starts, dims, values: Float64Array.from(found.values) }
}

/** The texts that themes are learned from, as their words alone or with the concepts these hint at. */
export function drawSample(corpus: Corpus): Sample {
  const { rows, copies } = drawTexts(corpus)
  const { terms, termOf } = gatherTerms(corpus, rows)
  const wordCount = terms.reduce((sum, { weight, count }) => sum + (weight === 0 ? 0 : count), 0)
  const withConcepts = wordCount < RICH_WORDS
  const items = copies.reduce((sum, count) => sum + count, 0)
  const bare = { rows, copies, terms, termOf, items, withConcepts }
  const vectors = readVectors(corpus, bare)
  return { ...bare, ...(withConcepts ? dampConcepts(vectors, copies, CONCEPT_COUNT + terms.length) : vectors) }
}

/** The dimension of a term. */
export function dimOf(term: number): number {
  return CONCEPT_COUNT + term
}
