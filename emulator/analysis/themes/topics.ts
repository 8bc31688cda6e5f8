import { type Corpus, levelOfMark, MOST_LEVEL } from '../corpus.js'
import { CONCEPT_MARKS } from '../find-features.js'
import { CONCEPT_COUNT, trustIn } from '../text/concepts.js'

/** An item is in the theme of a concept if it is this likely to be about it. */
export const SURE = 0.32

/** A concept of an item. */
export interface TopicOfItem {
  concept: number
  /** How likely the item is about it, 0 to 1 and a bit more for a concept that is more often right than its words say. */
  part: number
  /** The place of its feature. */
  at: number
  /** Whether the item is in English. */
  isEnglish: boolean
}

/**
 * What the items of a source are about: what each says by itself, weighed by how often the source surely speaks of it. A word that
 * may mean two things means what the others are about as well.
 */
export class SourceTopics {
  readonly #corpus: Corpus
  /** The concept of a feature, by its number; -1 for a word. */
  readonly #conceptOf: Int16Array
  readonly #isEnglish: Uint8Array
  readonly #boosts = new Float64Array(CONCEPT_COUNT).fill(1)
  #boostOfRest = 1

  constructor(corpus: Corpus, rows: readonly number[], copies: readonly number[]) {
    this.#corpus = corpus
    const { names } = corpus.vocabulary.words
    const begins = (name: string | undefined, mark: string) => name?.startsWith(mark) === true
    this.#isEnglish = Uint8Array.from(names, (name) => Number(begins(name, CONCEPT_MARKS.english)))
    this.#conceptOf = Int16Array.from(names, (name, id) =>
      this.#isEnglish[id] === 1 || begins(name, CONCEPT_MARKS.foreign) ? Number(name!.slice(1)) : -1,
    )
    const sums = new Float64Array(CONCEPT_COUNT)
    let items = 0
    rows.forEach((row, index) => {
      items += copies[index]!
      for (const { concept, part } of this.of(row)) if (part >= SURE) sums[concept]! += part * copies[index]!
    })
    for (let concept = 0; concept < CONCEPT_COUNT; concept++) this.#boosts[concept]! += sums[concept]!
    this.#boostOfRest += items / CONCEPT_COUNT
  }

  /** The concepts of a row, the likeliest first. */
  of(row: number): TopicOfItem[] {
    const { starts, features, marks } = this.#corpus
    const found: TopicOfItem[] = []
    let rest = 1
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const concept = this.#conceptOf[features[at]!] ?? -1
      if (concept < 0) continue
      const part = levelOfMark(marks[at]!) / MOST_LEVEL
      rest -= part
      const isEnglish = this.#isEnglish[features[at]!] === 1
      found.push({ concept, part: part * this.#boosts[concept]!, at, isEnglish })
    }
    const all = found.reduce((sum, { part }) => sum + part, Math.max(0, rest) * this.#boostOfRest)
    for (const topic of found) topic.part *= trustIn(topic.concept) / all
    return found.sort((a, b) => b.part - a.part || a.concept - b.concept)
  }
}
