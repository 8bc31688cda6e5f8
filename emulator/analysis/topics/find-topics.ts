import { findPatterns, type PatternStart } from '../text/patterns.js'
import type { Word } from '../text/words.js'
import type { TopicTerm } from './topics.js'

/** A concept a text speaks of, before its sentiment is known. */
export interface Mention {
  key: string
  weight: number
  /** Positions of the words that speak of it. */
  places: number[]
  terms: string[]
}

interface Topic {
  weight: number
  leaves: Map<string, Mention>
}

/** Two words that say little alone are as good as one that says enough. */
const SURE = 1.4
/** A topic that weighs less than this part of the main one is only mentioned in passing. */
const MAIN_PART = 0.2
const MAX_TOPICS = 5
const REPEATED = 0.25

function addTerm(topics: Map<string, Topic>, place: number, { key, topic, term, weight }: TopicTerm): void {
  const entry = topics.get(topic) ?? { weight: 0, leaves: new Map<string, Mention>() }
  topics.set(topic, entry)
  const leaf = entry.leaves.get(key) ?? { key, weight: 0, places: [], terms: [] }
  entry.leaves.set(key, leaf)
  const gain = leaf.terms.includes(term) ? REPEATED * weight : weight
  leaf.weight += gain
  entry.weight += gain
  leaf.places.push(place)
  if (gain === weight) leaf.terms.push(term)
}

/** An item counts once in a topic, under its heaviest leaf, so that leaves can be summed up to their topic. */
function toMention({ weight, leaves }: Topic): Mention {
  const all = [...leaves.values()]
  const specific = all.filter((leaf) => leaf.key.includes('/'))
  const heaviest = (specific.length > 0 ? specific : all).reduce((best, leaf) =>
    leaf.weight > best.weight ? leaf : best,
  )
  return {
    key: heaviest.key,
    weight,
    places: all.flatMap((leaf) => leaf.places),
    terms: all.flatMap((leaf) => leaf.terms),
  }
}

function compareMentions(first: Mention, second: Mention): number {
  return (
    second.weight - first.weight ||
    Math.min(...first.places) - Math.min(...second.places) ||
    (first.key < second.key ? -1 : 1)
  )
}

/** The topics that a text speaks of by the patterns its words start, the main one first. */
export function findTopics(
  words: readonly Word[],
  startOf: (word: Word) => PatternStart<TopicTerm> | undefined,
): Mention[] {
  const topics = new Map<string, Topic>()
  findPatterns(words, 0, words.length, startOf, (match) => addTerm(topics, match.from, match.pattern.meaning))
  const mentions = [...topics.values()].map(toMention).sort(compareMentions)
  const main = mentions[0]?.weight ?? 0
  return mentions.filter(({ weight }) => weight >= SURE && weight >= main * MAIN_PART).slice(0, MAX_TOPICS)
}
