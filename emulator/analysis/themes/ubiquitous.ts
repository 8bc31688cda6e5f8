import { countItems, type Sample } from './sample.js'

/** Only words in this share of the items can be what all are about. */
const FREQUENT_PART = 0.12
/** In fewer items a word that is known in other sources is there by chance. */
const LEAST_FREQUENT = 10
/** A word that is a theme keeps one concept company in this part of its items; a product's name keeps all of them. */
const COMPANY_PART = 0.3
/** Of few items, some always share a concept. */
const CHANCE = 0.4

/** The concept that the terms of a text speak of most; -1 if they speak of none. */
function findMainConcept({ terms, termsOf }: Sample, index: number): number {
  const sums = new Map<number, number>()
  let best = -1
  for (const term of termsOf[index]!) {
    for (const { concept, weight } of terms[term]!.hints) {
      const sum = (sums.get(concept) ?? 0) + weight
      sums.set(concept, sum)
      const most = sums.get(best) ?? 0
      if (sum > most || (sum === most && concept < best)) best = concept
    }
  }
  return best
}

/** Terms in many items whatever these are about: what is sold, or who sells it. */
export function findUbiquitousTerms(sample: Sample): Set<number> {
  const { terms, copies, postings, items } = sample
  const spread = new Set<number>()
  terms.forEach(({ hints }, term) => {
    const texts = postings[term]!
    const all = countItems(sample, texts)
    if (all < items * FREQUENT_PART || (hints.length > 0 && all < LEAST_FREQUENT)) return
    const counts = new Map<number, number>()
    for (const index of texts) {
      const concept = findMainConcept(sample, index)
      counts.set(concept, (counts.get(concept) ?? 0) + copies[index]!)
    }
    if (Math.max(...counts.values()) < all * COMPANY_PART + Math.sqrt(all) * CHANCE) spread.add(term)
  })
  return spread
}
