import type { Corpus } from '../corpus.js'
import { stemOf } from '../text/stem.js'
import { findTopicHints } from '../topics/topic-words.js'
import { TOPIC_KEYS } from '../topics/topics.js'

/** What themes are learned from: a topic of the lexicon, or a stem with all its forms. */
export interface Term {
  /** `#topic` or the stem. */
  name: string
  isTopic: boolean
  /** Items that have it. */
  count: number
  /** The form most items have. */
  form: string
  formCount: number
  /** What having it adds to an item beside the topics it hints at; 0 says nothing. */
  weight: number
}

/** The terms of a corpus. Topics come first. */
export interface Terms {
  list: Term[]
  indexOf: Map<string, number>
  topicCount: number
  /** The term of a feature by its number; -1 if it has none: leaves, pairs of words, themes of rules. */
  ofFeature: Int32Array
}

const TOPIC_NAMES = TOPIC_KEYS.filter((key) => !key.includes('/')).map((key) => `#${key}`)
const MIN_COUNT = 2
/** What is in more of the items than this is what they are all about: the product's name, say. */
const MAX_PART = 0.35
const SMALL_SET = 8

function emptyTerm(name: string, isTopic: boolean): Term {
  return { name, isTopic, count: 0, form: '', formCount: 0, weight: 0 }
}

function addForm(term: Term, form: string, count: number): void {
  term.count += count
  if (count < term.formCount || (count === term.formCount && form > term.form)) return
  term.form = form
  term.formCount = count
}

function termNameOf(feature: string): string | undefined {
  if (feature.startsWith('!') || feature.includes(' ')) return undefined
  if (feature.startsWith('#')) return feature.includes('/') ? undefined : feature
  return stemOf(feature)
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

/** Gathers the features of a corpus into terms and weighs them. */
export function gatherTerms(corpus: Corpus): Terms {
  const list = TOPIC_NAMES.map((name) => emptyTerm(name, true))
  const indexOf = new Map(list.map(({ name }, index) => [name, index]))
  const ofFeature = new Int32Array(corpus.names.length).fill(-1)
  corpus.names.forEach((feature, id) => {
    const name = feature === undefined ? undefined : termNameOf(feature)
    if (feature === undefined || name === undefined) return
    const index = indexOf.get(name) ?? list.push(emptyTerm(name, false)) - 1
    indexOf.set(name, index)
    ofFeature[id] = index
    addForm(list[index]!, feature, corpus.counts[id]!)
  })
  for (const term of list) if (!term.isTopic) term.weight = weighWord(term, corpus.size)
  return { list, indexOf, topicCount: TOPIC_NAMES.length, ofFeature }
}

/** The topics that a term hints at, as places in the list of terms. */
export function hintsOf(terms: Terms, term: Term): { index: number; weight: number }[] {
  if (term.isTopic) return []
  return findTopicHints(term.name).map(({ topic, weight }) => ({ index: terms.indexOf.get(`#${topic}`)!, weight }))
}
