import { type Corpus, linkOfMark } from '../corpus.js'
import { LINKS } from '../find-features.js'
import { rankName } from '../text/concepts.js'
import { stemOf } from '../text/stem.js'
import type { Family } from './families.js'
import { countItems, type Sample } from './sample.js'

/** A phrase takes the place of a word that is in it in this part of the word's items, and of all. */
const PHRASE_PART = 0.5
const PHRASE_PART_OF_ALL = 0.25
/** A word takes the place of the name of a concept if it says the same and this part of the items have it, and so many. */
const NAMING = { part: 0.6, items: 3 }
/** Where the name is in another language, any word of the concept does that is in this part. */
const NAMING_ABROAD = 0.4

/** What families are called: a word or phrase of their own texts where enough of these have it, else the name of their concept. */
export class Labeller {
  readonly #corpus: Corpus
  readonly #sample: Sample
  readonly #spread: ReadonlySet<number>

  constructor(corpus: Corpus, sample: Sample, spread: ReadonlySet<number>) {
    this.#corpus = corpus
    this.#sample = sample
    this.#spread = spread
  }

  /** The best name that `isFree`; undefined if there is none. */
  findLabel(family: Family, isFree: (stems: readonly string[]) => boolean): string | undefined {
    const { name } = family
    const label = this.#findOwn(family, isFree) ?? name
    const isFreeLabel = label !== undefined && isFree(label.toLowerCase().split(' ').map(stemOf))
    return isFreeLabel ? label : undefined
  }

  #findOwn(
    { concept, terms: own, texts, name, isAbroad }: Family,
    isFree: (stems: readonly string[]) => boolean,
  ): string | undefined {
    const { terms, postings } = this.#sample
    const size = countItems(this.#sample, texts)
    const [best] = own
      .filter((term) => terms[term]!.shown !== undefined && isFree([stemOf(terms[term]!.shown!)]))
      .map((term) => {
        const count = countItems(
          this.#sample,
          postings[term]!.filter((index) => texts.has(index)),
        )
        const rank = rankName(terms[term]!.name, concept)
        return { term, rank, count, score: count * (1 + rank) }
      })
      .filter(
        ({ rank, count }) =>
          concept === undefined ||
          (isAbroad ? count >= size * NAMING_ABROAD : rank > 0 && count >= Math.max(NAMING.items, size * NAMING.part)),
      )
      .sort((a, b) => b.score - a.score || (terms[a.term]!.form < terms[b.term]!.form ? -1 : 1))
    if (best === undefined) return undefined
    const word = terms[best.term]!.shown!
    // "Opening hours" rather than "opening".
    if (name?.toLowerCase().split(' ').map(stemOf).includes(stemOf(word)) && !/ (?:and|of) /.test(name)) return name
    const phrase = this.#findPhrase(best.term, texts)
    const isUsual = phrase && phrase.count >= Math.max(best.count * PHRASE_PART, size * PHRASE_PART_OF_ALL)
    return isUsual && isFree(phrase.text.split(' ').map(stemOf)) ? phrase.text : word
  }

  /** The phrase that most items of a theme with a term have it in. */
  #findPhrase(term: number, texts: ReadonlySet<number>): { text: string; count: number } | undefined {
    const { starts, features, marks, vocabulary } = this.#corpus
    const { rows, copies, termOf, postings } = this.#sample
    const counts = new Map<string, number>()
    for (const index of postings[term]!) {
      if (!texts.has(index)) continue
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
