import type { LearningRow } from './learning-rows.js'
import type { Terms } from './terms.js'

/** Only words in this share of the items can show it. */
const FREQUENT_PART = 0.12
/** A word that is a theme keeps one topic company in this part of its items; a product's name keeps all of them. */
const COMPANY_PART = 0.3
/** Of few items some always share a topic. */
const CHANCE = 0.4

/** Words in many items whatever these are about: what is sold, or who sells it. As places in the list of terms. */
export function findUbiquitousTerms(rows: readonly LearningRow[], terms: Terms, itemCount: number): Set<number> {
  const company = new Map<number, Map<number, number>>()
  terms.list.forEach((term, index) => {
    if (!term.isTopic && term.count >= itemCount * FREQUENT_PART) company.set(index, new Map())
  })
  for (const row of rows) {
    const topic = findMainTopic(row, terms.topicCount)
    for (const place of row.terms) {
      const topics = company.get(place)
      topics?.set(topic, (topics.get(topic) ?? 0) + 1)
    }
  }
  const spread = new Set<number>()
  for (const [index, topics] of company) {
    const counts = [...topics.values()]
    const all = counts.reduce((sum, count) => sum + count, 0)
    if (Math.max(0, ...counts) < all * COMPANY_PART + Math.sqrt(all) * CHANCE) spread.add(index)
  }
  return spread
}

/**
 * The place of the topic that an item is about most, `topicCount` topics standing first among the terms; -1 if it is about none.
 */
export function findMainTopic({ terms: places, values }: LearningRow, topicCount: number): number {
  let best = -1
  for (let at = 0; at < places.length; at++) {
    if (places[at]! < topicCount && (best < 0 || values[at]! > values[best]!)) best = at
  }
  return best < 0 ? -1 : places[best]!
}
