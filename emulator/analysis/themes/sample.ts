import { type Corpus, GONE, TIMES } from '../corpus.js'
import { gatherTerms, type Term } from './terms.js'
import { SourceTopics } from './topics.js'

/** Themes are learned from so many different texts at most, those whose hashes are lowest; all are counted. */
const MOST_TEXTS = 16_384
const HASHES = 2 ** 32
/** Words in all from which on a source shows by itself which of them go together. */
const RICH_WORDS = 10_000

/** Different texts of a corpus, in an order of their own. */
export interface Sample {
  rows: number[]
  /** How often the text of each row is in the corpus. */
  copies: number[]
  terms: Term[]
  /** The term of a word, by its number; -1 if it has none. */
  termOf: Int32Array
  /** The terms of each text, and what each counts in it: a vector of length 1. */
  termsOf: number[][]
  values: number[][]
  /** The texts that have each term. */
  postings: number[][]
  /** How many items the copies are. */
  items: number
  /** The concepts of each text, by how likely each is the one it is about in this source. */
  topics: SourceTopics
  /** Whether the source is too small to show by itself which words go together. */
  withConcepts: boolean
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

/** The terms of each text, and the texts of each term. */
function listTerms(
  corpus: Corpus,
  { rows, terms, termOf }: Pick<Sample, 'rows' | 'terms' | 'termOf'>,
): Pick<Sample, 'termsOf' | 'postings'> {
  const postings: number[][] = terms.map(() => [])
  const termsOf = rows.map((row, index) => {
    const features = corpus.features.subarray(corpus.starts[row]!, corpus.starts[row + 1]!)
    const own = Array.from(features, (feature) => termOf[feature]!).filter((term) => term >= 0)
    for (const term of own) postings[term]!.push(index)
    return own
  })
  return { termsOf, postings }
}

/** The texts as vectors of length 1. */
function readVectors(corpus: Corpus, { rows, terms, termOf }: Pick<Sample, 'rows' | 'terms' | 'termOf'>): number[][] {
  return rows.map((row) => {
    const own: number[] = []
    for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
      const term = termOf[corpus.features[at]!]!
      if (term >= 0) own.push(TIMES[corpus.marks[at]!]! * terms[term]!.weight)
    }
    const length = Math.hypot(...own) || 1
    return own.map((value) => value / length)
  })
}

/** The texts that themes are learned from. */
export function drawSample(corpus: Corpus): Sample {
  const { rows, copies } = drawTexts(corpus)
  const { terms, termOf } = gatherTerms(corpus, rows)
  const wordCount = terms.reduce((sum, { weight, count }) => sum + (weight === 0 ? 0 : count), 0)
  const items = copies.reduce((sum, count) => sum + count, 0)
  const topics = new SourceTopics(corpus, rows, copies)
  const bare = { rows, copies, terms, termOf, items, topics, withConcepts: wordCount < RICH_WORDS }
  return { ...bare, ...listTerms(corpus, bare), values: readVectors(corpus, bare) }
}

/** How many items some texts of the sample are. */
export function countItems({ copies }: Sample, texts: Iterable<number>): number {
  let count = 0
  for (const index of texts) count += copies[index]!
  return count
}
