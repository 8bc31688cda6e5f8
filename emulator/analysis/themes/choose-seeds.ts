import { CONCEPT_COUNT } from '../text/concepts.js'
import { findWord } from '../text/words.js'
import { dimOf, type Sample } from './sample.js'

const MAX_THEMES = 12
const MIN_THEMES = 3
const THEMES_PER_ROOT = 1.2
const MIN_WORD_ITEMS = 3
/** Only words in this share of the items can be what all are about. */
const FREQUENT_PART = 0.12
/** A word that is a theme keeps one concept company in this part of its items; a product's name keeps all of them. */
const COMPANY_PART = 0.3
/** Of few items some always share a concept. */
const CHANCE = 0.4

/** How many themes a source can bear: more items, more themes, up to what a person wants to read. */
function countThemes(itemCount: number): number {
  return Math.min(MAX_THEMES, Math.max(MIN_THEMES, Math.round(THEMES_PER_ROOT * Math.sqrt(itemCount))))
}

/** The concept that a text is about most; -1 if it is about none. */
export function findMainConcept(
  { starts, dims, values }: Pick<Sample, 'starts' | 'dims' | 'values'>,
  index: number,
): number {
  let best = -1
  for (let at = starts[index]!; at < starts[index + 1]!; at++) {
    if (dims[at]! < CONCEPT_COUNT && (best < 0 || values[at]! > values[best]!)) best = at
  }
  return best < 0 ? -1 : dims[best]!
}

/** Terms in many items whatever these are about: what is sold, or who sells it. */
export function findUbiquitousTerms(sample: Sample, itemCount: number): Set<number> {
  const { terms, starts, dims, copies } = sample
  const company = new Map<number, Map<number, number>>()
  terms.forEach((term, index) => {
    if (term.count >= itemCount * FREQUENT_PART) company.set(dimOf(index), new Map())
  })
  copies.forEach((count, index) => {
    const concept = findMainConcept(sample, index)
    for (let at = starts[index]!; at < starts[index + 1]!; at++) {
      const concepts = company.get(dims[at]!)
      concepts?.set(concept, (concepts.get(concept) ?? 0) + count)
    }
  })
  const spread = new Set<number>()
  for (const [dim, concepts] of company) {
    const counts = [...concepts.values()]
    const all = counts.reduce((sum, count) => sum + count, 0)
    if (Math.max(0, ...counts) < all * COMPANY_PART + Math.sqrt(all) * CHANCE) spread.add(dim - CONCEPT_COUNT)
  }
  return spread
}

function listCandidates({ terms, withConcepts }: Sample, spread: ReadonlySet<number>): Set<number> {
  const concepts = withConcepts ? Array.from({ length: CONCEPT_COUNT }, (_, concept) => concept) : []
  const found = new Set(concepts)
  terms.forEach(({ count, weight, form }, index) => {
    if (count >= MIN_WORD_ITEMS && weight > 0 && !spread.has(index) && !findWord(form).isVague) found.add(dimOf(index))
  })
  return found
}

/** What stands for the name of a dimension where two say equally much. */
export function nameOf({ terms }: Sample, dim: number): string {
  return dim < CONCEPT_COUNT ? `#${dim}` : terms[dim - CONCEPT_COUNT]!.name
}

/**
 * The dimensions that themes are grown from: each in turn the one that says most of what the ones before it leave unsaid. None
 * of `spread`.
 */
export function chooseSeeds(sample: Sample, itemCount: number, spread: ReadonlySet<number>): number[] {
  const { starts, dims, values, copies } = sample
  const left = new Float64Array(copies.length).fill(1)
  const candidates = listCandidates(sample, spread)
  const seeds: number[] = []
  const most = countThemes(itemCount)
  const open = new Float64Array(dimOf(sample.terms.length))
  while (seeds.length < most) {
    open.fill(0)
    copies.forEach((count, index) => {
      const part = count * left[index]!
      if (part <= 0) return
      for (let at = starts[index]!; at < starts[index + 1]!; at++) open[dims[at]!]! += part * values[at]!
    })
    let best = -1
    for (const dim of candidates) {
      const [gain, highest] = [open[dim]!, best < 0 ? 0 : open[best]!]
      if (gain > highest || (gain === highest && best >= 0 && nameOf(sample, dim) < nameOf(sample, best))) best = dim
    }
    if (best < 0) break
    seeds.push(best)
    candidates.delete(best)
    for (let index = 0; index < copies.length; index++)
      for (let at = starts[index]!; at < starts[index + 1]!; at++) if (dims[at] === best) left[index]! -= values[at]!
  }
  return seeds
}
