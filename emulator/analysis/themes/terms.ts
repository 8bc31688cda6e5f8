import type { Corpus } from '../corpus.js'
import { CONCEPT_COUNT, type ConceptHint, findConcepts } from '../text/concepts.js'
import { stemOf } from '../text/stem.js'

/** What themes are learned from: a stem with all its forms, or a concept, which such words share. */
export interface Term {
  /** The stem; `#` and a number for a concept. */
  name: string
  isConcept: boolean
  /** Items that have it. */
  count: number
  /** The form most items have. */
  form: string
  formCount: number
  /** What having it adds to an item, a word beside the concepts it hints at; 0 says nothing. */
  weight: number
}

/** The terms of a corpus, the concepts first by number, then the stems by name, so that nothing depends on who came first. */
export interface Terms {
  list: Term[]
  indexOf: Map<string, number>
  conceptCount: number
  /** The term of a feature by its number; -1 if it has none: phrases, themes of rules. */
  ofFeature: Int32Array
}

const CONCEPT_NAMES = Array.from({ length: CONCEPT_COUNT }, (_, number) => `#${number}`)
const MIN_COUNT = 2
/** What is in more of the items than this is what they are all about: the product's name, say. */
const MAX_PART = 0.35
const SMALL_SET = 8

function emptyTerm(name: string, isConcept: boolean): Term {
  return { name, isConcept, count: 0, form: '', formCount: 0, weight: 0 }
}

function addForm(term: Term, form: string, count: number): void {
  term.count += count
  if (count < term.formCount || (count === term.formCount && form > term.form)) return
  term.form = form
  term.formCount = count
}

function termNameOf(feature: string): string | undefined {
  return feature.startsWith('!') || feature.includes(' ') ? undefined : stemOf(feature)
}

/** The place of the term that a feature belongs to; -1 if it has none. */
export function findTerm(terms: Terms, feature: string): number {
  const name = termNameOf(feature)
  return name === undefined ? -1 : (terms.indexOf.get(name) ?? -1)
}

/** A word in a single item links it to no other; one in most items links it to all. A few items say nothing. */
function weighWord({ count }: Term, itemCount: number): number {
  if (itemCount <= SMALL_SET) return count === 0 ? 0 : Math.log((itemCount + 1) / Math.min(count, itemCount))
  if (count < MIN_COUNT || count > itemCount * MAX_PART) return 0
  return Math.log(itemCount / Math.min(count, itemCount))
}

function compareNames(first: Term, second: Term): number {
  return first.name < second.name ? -1 : 1
}

/** Gathers the features of a corpus into terms and weighs them. */
export function gatherTerms(corpus: Corpus): Terms {
  const words = new Map<string, Term>()
  corpus.names.forEach((feature, id) => {
    const name = feature === undefined ? undefined : termNameOf(feature)
    if (feature === undefined || name === undefined) return
    const term = words.get(name) ?? emptyTerm(name, false)
    words.set(name, term)
    addForm(term, feature, corpus.counts[id]!)
  })
  for (const term of words.values()) term.weight = weighWord(term, corpus.size)
  const concepts = CONCEPT_NAMES.map((name) => emptyTerm(name, true))
  const list = [...concepts, ...[...words.values()].sort(compareNames)]
  const indexOf = new Map(list.map(({ name }, index) => [name, index]))
  const ofFeature = Int32Array.from(corpus.names, (feature) => {
    const name = feature === undefined ? undefined : termNameOf(feature)
    return name === undefined ? -1 : indexOf.get(name)!
  })
  return { list, indexOf, conceptCount: concepts.length, ofFeature }
}

/** The concepts that a term hints at: their numbers are their places in the list of terms. */
export function hintsOf(term: Term): readonly ConceptHint[] {
  return term.isConcept ? [] : findConcepts(term.name)
}
