import type { Corpus } from '../corpus.js'
import { findWord } from '../text/words.js'

/** A word in a single item links it to no other. */
const MIN_COUNT = 2
/** What is in more of the items than this is what they are all about: the product's name, say. */
const MAX_PART = 0.35
const SMALL_SET = 8
/** Names of features that are no words: themes of rules, and concepts. */
const RESERVED = /^[!#@]/

/** A form in fewer of the items than this is not what they say: "topping" of "top up". */
const SHOWN_PART = 0.15

/** What themes are learned from: a stem with all its forms. */
export interface Term {
  name: string
  /** The form that most items have. */
  form: string
  /** Of the forms that can name a theme the one that most items have: enough of those that have any. */
  shown: string | undefined
  /** Items that have it in any form. */
  count: number
  /** What having it adds to an item; 0 says nothing. */
  weight: number
}

/** A word in most items links it to all others. A few items say nothing. */
function weighWord(count: number, itemCount: number): number {
  if (itemCount <= SMALL_SET) return Math.log((itemCount + 1) / Math.min(count, itemCount))
  if (count < MIN_COUNT || count > itemCount * MAX_PART) return 0
  return Math.log(itemCount / Math.min(count, itemCount))
}

/** The terms of some rows, and the term of each word. */
export function gatherTerms(corpus: Corpus, rows: readonly number[]): { terms: Term[]; termOf: Int32Array } {
  const { words, stems, stemOf: stemOfWord } = corpus.vocabulary
  const placeOf = new Int32Array(stems.names.length).fill(-1)
  const terms: Term[] = []
  for (const row of rows) {
    for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
      const stem = stemOfWord[corpus.features[at]!]!
      const name = stems.names[stem]!
      if (placeOf[stem] !== -1 || RESERVED.test(name)) continue
      const count = stems.counts[stem]!
      placeOf[stem] = terms.push({ name, form: '', shown: undefined, count, weight: weighWord(count, corpus.size) }) - 1
    }
  }
  const termOf = Int32Array.from(words.names, (name, id) => (name === undefined ? -1 : placeOf[stemOfWord[id]!]!))
  const forms = words.names.map((_, id) => id).filter((id) => termOf[id]! >= 0)
  forms.sort((a, b) => words.counts[a]! - words.counts[b]! || (words.names[a]! < words.names[b]! ? -1 : 1))
  for (const id of forms) {
    const term = terms[termOf[id]!]!
    term.form = words.names[id]!
    if (words.counts[id]! >= term.count * SHOWN_PART && !findWord(term.form).isVague) term.shown = term.form
  }
  return { terms, termOf }
}
