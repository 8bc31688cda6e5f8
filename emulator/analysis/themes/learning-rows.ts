import { type Corpus, GONE } from '../corpus.js'
import { WEIGHT_SCALE } from '../find-features.js'
import { hintsOf, type Terms } from './terms.js'

/** An item as terms with values in thousandths whose squares sum to about a million: whole numbers sum exactly in any order. */
export interface LearningRow {
  terms: Int32Array
  values: Int32Array
}

export const UNIT = 1_000
/** How much a topic that was mentioned counts beside words. */
const TOPIC_PART = 0.7
/** From here on themes are learned from about this many items, picked by what they say; all are counted. */
const SAMPLE_ITEMS = 8_192
const MIN_SAMPLE = 2_048

type Hints = ReturnType<typeof hintsOf>

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

/** The rows to learn from: all, or of many those whose content hashes to 0, which does not depend on their order. */
function pickRows(corpus: Corpus): number[] {
  const there: number[] = []
  for (let row = 0; row < corpus.rows; row++) if (corpus.polarities[row] !== GONE) there.push(row)
  const divisor = Math.floor(corpus.size / SAMPLE_ITEMS)
  if (divisor < 2) return there
  const hashes = Int32Array.from(corpus.names, (name) => hashName(name ?? ''))
  const picked = there.filter((row) => hashRow(corpus, hashes, row) % divisor === 0)
  // Where few texts repeat a million times over, the sample may miss them.
  return picked.length < MIN_SAMPLE ? there : picked
}

function toRow(values: ReadonlyMap<number, number>): LearningRow {
  let squares = 0
  for (const value of values.values()) squares += value * value
  const length = Math.sqrt(squares) || 1
  return {
    terms: Int32Array.from(values.keys()),
    values: Int32Array.from([...values.values()].map((value) => Math.round((value / length) * UNIT))),
  }
}

function readRow(corpus: Corpus, terms: Terms, row: number, hintsAt: (index: number) => Hints): LearningRow {
  const values = new Map<number, number>()
  const add = (index: number, value: number) => values.set(index, (values.get(index) ?? 0) + value)
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    const index = terms.ofFeature[corpus.features[at]!]!
    const term = terms.list[index]
    if (term === undefined) continue
    if (term.isTopic) add(index, (corpus.weights[at]! / WEIGHT_SCALE) * TOPIC_PART)
    else if (term.weight > 0) add(index, term.weight)
    for (const hint of hintsAt(index)) add(hint.index, hint.weight)
  }
  return toRow(values)
}

/** The items that themes are learned from. */
export function readLearningRows(corpus: Corpus, terms: Terms): LearningRow[] {
  const memo = new Map<number, Hints>()
  const hintsAt = (index: number): Hints => {
    const hints = memo.get(index) ?? hintsOf(terms, terms.list[index]!)
    memo.set(index, hints)
    return hints
  }
  return pickRows(corpus).map((row) => readRow(corpus, terms, row, hintsAt))
}
