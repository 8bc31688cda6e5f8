import { isSilent } from './silent-words.js'
import { TOPIC_KEYS, TOPIC_TERMS, topicOf } from './topics.js'

/** How much a word alone speaks of a topic. */
export interface TopicHint {
  topic: string
  weight: number
}

const ALONE = 1.5
const WEAK_FACTOR = 0.5
/** A word that many terms of a topic hold says more of it, but not in proportion. */
const SATURATION = 0.4
const MAX_TOPICS = 6
/** How much the words of a text count, one by one, beside the terms found whole in it. */
const HINT_PART = 1.5

function gatherCounts(): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  for (const { key, stems, isWeak } of TOPIC_TERMS) {
    const telling = stems.filter((stem) => !isSilent(stem))
    const gain = (isWeak ? WEAK_FACTOR : 1) * (stems.length === 1 ? ALONE : 1 / Math.sqrt(telling.length))
    for (const stem of telling) {
      const byTopic = counts.get(stem) ?? new Map<string, number>()
      counts.set(stem, byTopic.set(topicOf(key), (byTopic.get(topicOf(key)) ?? 0) + gain))
    }
  }
  return counts
}

function toHints(counts: ReadonlyMap<string, number>, topicCount: number): TopicHint[] {
  const raw = [...counts].map(([topic, count]) => ({ topic, weight: count ** SATURATION }))
  const length = Math.sqrt(raw.reduce((sum, { weight }) => sum + weight * weight, 0))
  // What speaks of everything speaks of nothing.
  const rarity = Math.log(topicCount / raw.length) / Math.log(topicCount)
  return raw
    .sort((a, b) => b.weight - a.weight || (a.topic < b.topic ? -1 : 1))
    .slice(0, MAX_TOPICS)
    .map(({ topic, weight }) => ({ topic, weight: HINT_PART * (weight / length) * rarity }))
}

function buildHints(): Map<string, TopicHint[]> {
  const topicCount = new Set(TOPIC_KEYS.map(topicOf)).size
  return new Map([...gatherCounts()].map(([stem, counts]) => [stem, toHints(counts, topicCount)]))
}

const HINTS = buildHints()
const NONE: readonly TopicHint[] = []

/** The topics whose terms hold the stem of a word, for what a word says where no whole term is found. */
export function findTopicHints(stem: string): readonly TopicHint[] {
  return HINTS.get(stem) ?? NONE
}
