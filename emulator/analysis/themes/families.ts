import { countHints, mostIn, nameOfConcept, rankName, weightIn } from '../text/concepts.js'
import { findWord } from '../text/words.js'
import { countItems, type Sample } from './sample.js'
import type { Term } from './terms.js'
import { SURE } from './topics.js'

/** What may be a theme: a concept that items are surely about, or a frequent word. */
export interface Family {
  /** What stands for it for ever, whatever its words are. */
  key: string
  /** The concept; undefined for a word alone. */
  concept: number | undefined
  /** The terms that are its words: one of them names it. */
  terms: readonly number[]
  /** The texts of the sample that are in it. */
  texts: ReadonlySet<number>
  /** What it is called where its words don't say it; undefined for a word, or if few items are English. */
  name?: string | undefined
  /** Whether most items are in other languages, so that a word of theirs is better than an English name. */
  isAbroad?: boolean
}

/** A word in this part of the items may be a theme by itself. */
const ANCHOR_PARTS = { few: 0.02, many: 0.01 }
const LEAST_ANCHOR = 3
const FEW_ITEMS = 20
/** The items of a theme that is a concept are this likely to be about it in the mean, and a bit more where they are few. */
const SURE_MEAN = 0.57
const BY_CHANCE = 0.2
/** From which weight on a word is one of a concept, in steps of the lexicon. */
const OWN_WEIGHT = 3

/** The lists of what a term speaks for, in English and abroad. */
function listsOf({ form }: Term): number[] {
  const { concepts, conceptsAbroad } = findWord(form)
  return [concepts, conceptsAbroad]
}

/** Whether a word is one of a concept: what people call it, or what speaks for it clearly. */
function isOf(term: Term, concept: number): boolean {
  return rankName(term.name, concept) > 0 || listsOf(term).some((list) => weightIn(list, concept) >= OWN_WEIGHT)
}

/** Whether a word speaks for a concept before all others: even one item that has it shows what the concept means here. */
export function isMainlyOf(term: Term, concept: number): boolean {
  return rankName(term.name, concept) > 0 || listsOf(term).some((list) => mostIn(list) === concept)
}

/** From which part of its items on a theme may have an English name. */
const ENGLISH_PART = 0.25
/** A word that speaks for so many concepts is used everywhere: "setting". */
const COMMON = 10

/** Only words in this share of the items can be what all are about. */
const FREQUENT_PART = 0.12
/** In fewer items a word that is known in other sources is there by chance. */
const LEAST_FREQUENT = 10
/** A word that is a theme keeps one concept company in this part of its items; a product's name keeps all of them. */
const COMPANY_PART = 0.3
/** An item speaks of a concept if it is this likely to be about it. */
const HEARD = 0.14
/** If fewer of its items speak of any concept, it is a thing that no concept knows. */
const TOLD_PART = 0.3
/** Of few items, some always share a concept, or speak of none. */
const CHANCE = 0.4

/** How many of the items with a term speak of each concept most. */
function countConcepts({ postings, topics, rows, copies }: Sample, term: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const index of postings[term]!) {
    const [topic] = topics.of(rows[index]!)
    if (topic && topic.part >= HEARD) counts.set(topic.concept, (counts.get(topic.concept) ?? 0) + copies[index]!)
  }
  return counts
}

/** Whether so few of the items with a term speak of any concept that it is a thing no concept knows. */
function isUntold(counts: ReadonlyMap<number, number>, all: number): boolean {
  const told = [...counts.values()].reduce((sum, each) => sum + each, 0)
  return told + Math.sqrt(all) * CHANCE < all * TOLD_PART
}

/** Terms in many items whatever these are about: what is sold, or who sells it. */
export function findSpreadTerms(sample: Sample): Set<number> {
  const { terms, postings, items } = sample
  const spread = new Set<number>()
  terms.forEach((term, place) => {
    const all = countItems(sample, postings[place]!)
    if (all < items * FREQUENT_PART) return
    if (all < LEAST_FREQUENT && listsOf(term).some((list) => list > 0)) return
    const counts = countConcepts(sample, place)
    const least = all * COMPANY_PART + Math.sqrt(all) * CHANCE
    if (!isUntold(counts, all) && Math.max(...counts.values()) < least) spread.add(place)
  })
  return spread
}

/** Words frequent enough to be a theme each; in a small source none that speaks for a bit of everything. */
function listAnchors(sample: Sample, spread: ReadonlySet<number>): Family[] {
  const { terms, items, withConcepts, postings } = sample
  const part = withConcepts ? ANCHOR_PARTS.few : ANCHOR_PARTS.many
  const least = items > FEW_ITEMS ? Math.max(LEAST_ANCHOR, items * part) : 1
  return [...terms.keys()]
    .filter((term) => {
      const { weight, form } = terms[term]!
      const all = countItems(sample, postings[term]!)
      if (all < least || weight === 0 || findWord(form).isVague || spread.has(term)) return false
      if (!withConcepts) return true
      const isCommon = listsOf(terms[term]!).some((list) => countHints(list) >= COMMON)
      return !isCommon && isUntold(countConcepts(sample, term), all)
    })
    .map((term) => ({
      key: terms[term]!.name,
      concept: undefined,
      terms: [term],
      texts: new Set(postings[term]!),
    }))
}

/** The concepts that texts are surely about. */
function listConcepts({ terms, termsOf, rows, copies, topics }: Sample): Family[] {
  const found = new Map<number, { texts: Set<number>; items: number; english: number; parts: number }>()
  rows.forEach((row, index) => {
    for (const { concept, part, isEnglish } of topics.of(row)) {
      if (part < SURE) continue
      const known = found.get(concept) ?? { texts: new Set(), items: 0, english: 0, parts: 0 }
      known.texts.add(index)
      known.items += copies[index]!
      known.parts += part * copies[index]!
      if (isEnglish) known.english += copies[index]!
      found.set(concept, known)
    }
  })
  return [...found]
    .filter(([, { items, parts }]) => parts >= items * SURE_MEAN + BY_CHANCE)
    .map(([concept, { texts, items, english }]) => ({
      key: `#${nameOfConcept(concept)}`,
      concept,
      terms: [...new Set([...texts].flatMap((index) => termsOf[index]!))].filter((term) => isOf(terms[term]!, concept)),
      texts,
      name: english >= items * ENGLISH_PART ? nameOfConcept(concept) : undefined,
      isAbroad: english * 2 <= items,
    }))
}

/** What may be a theme of a source: in a small one concepts, and words that no concept knows; in others frequent words. */
export function listFamilies(sample: Sample, spread: ReadonlySet<number>): Family[] {
  const anchors = listAnchors(sample, spread)
  return sample.withConcepts ? [...listConcepts(sample), ...anchors] : anchors
}
