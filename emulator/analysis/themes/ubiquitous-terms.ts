import type { LearningRow } from './learning-rows.js'
import type { Terms } from './terms.js'

/** Only words in this share of the items can show it. */
const FREQUENT_PART = 0.12
/** A word that is a theme keeps one concept company in this part of its items; a product's name keeps all of them. */
const COMPANY_PART = 0.3
/** Of few items some always share a concept. */
const CHANCE = 0.4

/** Words in many items whatever these are about: what is sold, or who sells it. As places in the list of terms. */
export function findUbiquitousTerms(rows: readonly LearningRow[], terms: Terms, itemCount: number): Set<number> {
  const company = new Map<number, Map<number, number>>()
  terms.list.forEach((term, index) => {
    if (!term.isConcept && term.count >= itemCount * FREQUENT_PART) company.set(index, new Map())
  })
  for (const row of rows) {
    const concept = findMainConcept(row, terms.conceptCount)
    for (const place of row.terms) {
      const concepts = company.get(place)
      concepts?.set(concept, (concepts.get(concept) ?? 0) + 1)
    }
  }
  const spread = new Set<number>()
  for (const [index, concepts] of company) {
    const counts = [...concepts.values()]
    const all = counts.reduce((sum, count) => sum + count, 0)
    if (Math.max(0, ...counts) < all * COMPANY_PART + Math.sqrt(all) * CHANCE) spread.add(index)
  }
  return spread
}

/**
 * The place of the concept that an item is about most, `conceptCount` concepts standing first among the terms; -1 if it is about none.
 */
export function findMainConcept({ terms: places, values }: LearningRow, conceptCount: number): number {
  let best = -1
  for (let at = 0; at < places.length; at++) {
    if (places[at]! < conceptCount && (best < 0 || values[at]! > values[best]!)) best = at
  }
  return best < 0 ? -1 : places[best]!
}
