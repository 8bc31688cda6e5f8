import type { Word } from '../text/words.js'
import { PairTable } from './pair-table.js'
import type { Polarity } from './polarity.js'
import type { Take } from './read-sums.js'
import { DENSE_FEATURES, type Sums, toDense } from './sums.js'

/** Weights as they are shipped: those of words and pairs, in 1/SCALE as "positive negative", before the features that share them. */
export interface StoredWeights {
  dense: Record<string, [number, number]>
  words: Record<string, string>
}

/** The model as it is shipped: learned from texts of any kind, what feedback addressed to a service adds, and what chats add. */
export interface StoredModel {
  general: StoredWeights
  feedback: StoredWeights
  chat: StoredWeights
}

/** What a feature adds to the log odds of positive and of negative against neutral. */
export type Weights = [positive: number, negative: number]

/** The model ready for use. */
export interface SentimentModel {
  dense: Weights[]
  /** Adds what a word says, alone and with the one before it. */
  take: Take
}

export const SCALE = 32
/** Longer texts repeat themselves: from here on the evidence grows with the root of the length. */
const FULL_EVIDENCE_WORDS = 60
let models = 0

/**
 * Added to what is learned: the labelled texts are short of complaints, which are clearer elsewhere than there. What that
 * costs the labelled texts is in the figures that are reported.
 */
const PRIORS: Record<string, Weights> = {
  'good-phrase': [1, 0],
  'bad-phrase': [-0.5, 1.2],
  request: [-0.3, -0.3],
  failing: [0, 0.3],
  suffered: [0, 0.3],
}

/** The names of a word's features: itself and its stem. */
export function namesOf({ text, stem }: Word, isNegated: boolean): [string, string] {
  return isNegated ? [`!${text}`, `!~${stem}`] : [text, `~${stem}`]
}

function addTo(weights: Weights, [positive, negative]: Weights): Weights {
  weights[0] += positive
  weights[1] += negative
  return weights
}

/** The sum of shipped weights by the names of words and pairs. */
function sumWords(parts: readonly StoredWeights[]): Map<string, Weights> {
  const sums = new Map<string, Weights>()
  for (const [values, names] of parts.flatMap(({ words }) => Object.entries(words))) {
    const [positive = 0, negative = 0] = values.split(' ').map((value) => Number(value) / SCALE)
    for (const name of names.split('|')) sums.set(name, addTo(sums.get(name) ?? [0, 0], [positive, negative]))
  }
  return sums
}

/** Where the weights after a negation are in the row of a word, behind the plain ones, and its place among the words of pairs. */
const NEGATED = 2
const PLACE = 4

/** A row of weights for each word that has any; rows are named by where they start, the first is of all others. */
class Rows {
  readonly cells = [0, 0, 0, 0, 0]
  readonly #starts = new Map<string, number>()
  readonly #sums: ReadonlyMap<string, Weights>
  readonly #pairs: PairTable

  constructor(sums: ReadonlyMap<string, Weights>, pairs: PairTable) {
    this.#sums = sums
    this.#pairs = pairs
  }

  rowOf(word: Word): number {
    const place = this.#pairs.placeOf(word.text)
    const [plain, negated] = [false, true].map((isNegated) =>
      namesOf(word, isNegated).map((name) => this.#sums.get(name)),
    )
    if (place === 0 && [...plain!, ...negated!].every((weights) => weights === undefined)) return 0
    // Most words of one stem have weights as this stem alone: they share a row.
    const isKnown = place > 0 || plain![0] !== undefined || negated![0] !== undefined
    const name = isKnown ? word.text : `~${word.stem}`
    const start = this.#starts.get(name) ?? this.cells.length
    if (start === this.cells.length) {
      const sumOf = (found: (Weights | undefined)[]) =>
        found.reduce<Weights>((sum, each) => addTo(sum, each ?? [0, 0]), [0, 0])
      this.cells.push(...sumOf(plain!), ...sumOf(negated!), place)
      this.#starts.set(name, start)
    }
    return start
  }
}

/** The sum of several shipped weights, ready for use. */
export function readModel(...parts: StoredWeights[]): SentimentModel {
  const slot = models++
  const sums = sumWords(parts)
  const pairNames = [...sums.keys()].filter((name) => name.includes(' '))
  const pairs = new PairTable(pairNames.map((name, at) => [...(name.split(' ') as [string, string]), at + 1] as const))
  const pairWeights = pairNames.map((name) => sums.get(name)!)
  const rows = new Rows(sums, pairs)
  const { cells } = rows
  const dense = DENSE_FEATURES.map((name) =>
    parts.reduce<Weights>((sum, part) => addTo(sum, part.dense[name] ?? [0, 0]), [
      ...(PRIORS[name] ?? [0, 0]),
    ] as Weights),
  )
  const findRow = (word: Word) => {
    word.rows[slot] ??= rows.rowOf(word)
    return word.rows[slot]!
  }
  return {
    dense,
    take(sums, word, isNegated, before) {
      const row = findRow(word)
      if (row === 0) return
      const from = isNegated ? row + NEGATED : row
      sums.positive += cells[from]!
      sums.negative += cells[from + 1]!
      const pair = before === null ? 0 : pairs.find(cells[findRow(before) + PLACE]!, cells[row + PLACE]!)
      if (pair === 0) return
      sums.positive += pairWeights[pair - 1]![0]
      sums.negative += pairWeights[pair - 1]![1]
    },
  }
}

/** The log odds of positive and negative against neutral by the model. */
export function sumOdds({ dense }: SentimentModel, sums: Sums, shouted: number): Weights {
  const factor = sums.length > FULL_EVIDENCE_WORDS ? Math.sqrt(FULL_EVIDENCE_WORDS / sums.length) : 1
  let positive = sums.positive * factor
  let negative = sums.negative * factor
  const values = toDense(sums, shouted)
  for (let at = 0; at < values.length; at++) {
    const weights = dense[at]!
    positive += weights[0] * values[at]!
    negative += weights[1] * values[at]!
  }
  return [positive, negative]
}

/** How positive and how negative that is, each 0 to 1. */
export function weigh(model: SentimentModel, sums: Sums, shouted: number): Polarity {
  const odds = sumOdds(model, sums, shouted)
  const highest = Math.max(0, ...odds)
  const [positive, negative] = [Math.exp(odds[0] - highest), Math.exp(odds[1] - highest)]
  const sum = Math.exp(-highest) + positive + negative
  return { positive: positive / sum, negative: negative / sum }
}
