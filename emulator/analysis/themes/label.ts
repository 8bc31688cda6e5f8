import { type Corpus, linkOfMark } from '../corpus.js'
import { LINKS } from '../find-features.js'
import { rankName } from '../text/concepts.js'
import { stemOf } from '../text/stem.js'
import { findWord } from '../text/words.js'
import type { Family } from './families.js'
import { countItems, type Sample } from './sample.js'

/** A phrase takes the place of a word that is in it in this part of the word's items, and of all. */
const PHRASE_PART = 0.5
const PHRASE_PART_OF_ALL = 0.25
/** What names the concept of a family, or says the same, counts as if so many times as many items had it. */
const NAME_FACTORS = [1, 2, 4]
/** A word must be in this part of the items, the less it names the concept the more. */
const LEAST_PARTS = [0.4, 0.25, 0.05]
/** One item proves no name, except where it is the concept's own. */
const LEAST_COUNTS = [2, 2, 1]
const FEW_ITEMS = 20

/** What a family is called. */
export interface Label {
  text: string
  /** The term that is in it, whatever else. */
  term: number
}

/** Finds what families are called: by a word or phrase of their own texts. */
export class Labeller {
  readonly #corpus: Corpus
  readonly #sample: Sample
  readonly #spread: ReadonlySet<number>
  /** Of each term the form that most items have of those that can name a theme. */
  readonly #forms = new Map<number, string>()

  constructor(corpus: Corpus, sample: Sample, spread: ReadonlySet<number>) {
    this.#corpus = corpus
    this.#sample = sample
    this.#spread = spread
    const counts = corpus.vocabulary.words.counts
    const most = new Map<number, number>()
    corpus.vocabulary.words.names.forEach((form, id) => {
      const term = sample.termOf[id]!
      if (form === undefined || term < 0 || findWord(form).isVague) return
      const isMore = counts[id]! - (most.get(term) ?? 0) || (form < this.#forms.get(term)! ? 1 : -1)
      if (isMore < 0) return
      most.set(term, counts[id]!)
      this.#forms.set(term, form)
    })
  }

  /** The label of a family with these texts, one that `isFree`; undefined if none of its words speaks for enough of them. */
  findLabel(
    { concept, strengths }: Family,
    texts: ReadonlySet<number>,
    isFree: (stems: readonly string[]) => boolean,
  ): Label | undefined {
    const { terms, postings, items } = this.#sample
    const size = countItems(this.#sample, texts)
    const names = [...strengths.keys()]
      .filter((term) => this.#forms.has(term) && isFree([stemOf(this.#forms.get(term)!)]))
      .map((term) => {
        const count = countItems(this.#sample, postings[term]!)
        const rank = rankName(terms[term]!.name, concept)
        return { term, rank, count, score: count * NAME_FACTORS[rank]! }
      })
      .filter(
        ({ rank, count }) => count >= size * LEAST_PARTS[rank]! && (items <= FEW_ITEMS || count >= LEAST_COUNTS[rank]!),
      )
      .sort((a, b) => b.score - a.score || (terms[a.term]!.form < terms[b.term]!.form ? -1 : 1))
    const [best] = names
    if (best === undefined) return undefined
    const { term, count } = best
    const phrase = this.#findPhrase(term)
    const isUsual = phrase && phrase.count >= Math.max(count * PHRASE_PART, size * PHRASE_PART_OF_ALL)
    const text = isUsual && isFree(phrase.text.split(' ').map(stemOf)) ? phrase.text : this.#forms.get(term)!
    return { text, term }
  }

  /** The phrase that most items with a term have it in. */
  #findPhrase(term: number): { text: string; count: number } | undefined {
    const { starts, features, marks, vocabulary } = this.#corpus
    const { rows, copies, termOf, postings } = this.#sample
    const counts = new Map<string, number>()
    for (const index of postings[term]!) {
      const row = rows[index]!
      for (let at = starts[row]! + 1; at < starts[row + 1]!; at++) {
        const link = LINKS[linkOfMark(marks[at]!)]
        const pair = [termOf[features[at - 1]!]!, termOf[features[at]!]!]
        if (!link || !pair.includes(term) || pair.some((part) => part < 0 || this.#spread.has(part))) continue
        const text = `${vocabulary.words.names[features[at - 1]!]}${link}${vocabulary.words.names[features[at]!]}`
        counts.set(text, (counts.get(text) ?? 0) + copies[index]!)
      }
    }
    const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return best && best[1] > 1 ? { text: best[0], count: best[1] } : undefined
  }
}
