import topicNeighbours from './lexicon/topic-neighbours.json' with { type: 'json' }
import topicWords from './lexicon/topic-words.json' with { type: 'json' }
import { isSilent } from './silent-words.js'
import { stemOf } from './stem.js'
import { stemTopicTerms, TOPIC_KEYS, topicOf } from './topics.js'
import { whenAsked } from './when-asked.js'

/** How much a word alone speaks of a topic. */
export interface TopicHint {
  topic: string
  weight: number
}

type Counts = Map<string, Map<string, number>>

const ALONE = 1.5
const WEAK_FACTOR = 0.5
/** What a word that goes along with a topic counts beside a word of one of its terms. */
const COMPANION = 1.3
/** A word that many terms of a topic hold says more of it, but not in proportion. */
const SATURATION = 0.45
const MAX_TOPICS = 6
/** How much the words of a text count, one by one, beside the terms found whole in it. */
const HINT_PART = 2.8
/** How much a word counts that only its neighbours lead to a topic. */
const NEIGHBOUR_PART = 1.6
const NEIGHBOUR_POWER = 0.3

function add(counts: Counts, stem: string, topic: string, gain: number): void {
  const byTopic = counts.get(stem) ?? new Map<string, number>()
  counts.set(stem, byTopic.set(topic, (byTopic.get(topic) ?? 0) + gain))
}

function gatherCounts(): Counts {
  const counts: Counts = new Map()
  for (const { key, stems, isWeak } of stemTopicTerms()) {
    const telling = stems.filter((stem) => !isSilent(stem))
    const gain = (isWeak ? WEAK_FACTOR : 1) * (stems.length === 1 ? ALONE : 1 / Math.sqrt(telling.length))
    for (const stem of telling) add(counts, stem, topicOf(key), gain)
  }
  for (const [topic, words] of Object.entries(topicWords)) {
    for (const stem of new Set(words.split(' ').map(stemOf))) if (!isSilent(stem)) add(counts, stem, topic, COMPANION)
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

/** Words the lexicon lacks, by the topics of the words they are used like; the digit behind one says how surely, in tenths. */
function addNeighbours(hints: Map<string, TopicHint[]>): void {
  const known = new Set(hints.keys())
  for (const [topic, words] of Object.entries(topicNeighbours.words)) {
    for (const entry of words.split(' ')) {
      const stem = stemOf(entry.slice(0, -1))
      if (known.has(stem)) continue
      const weight = NEIGHBOUR_PART * (Number(entry.at(-1)) / 10) ** NEIGHBOUR_POWER
      const list = hints.get(stem) ?? []
      if (!list.some((hint) => hint.topic === topic)) hints.set(stem, [...list, { topic, weight }])
    }
  }
}

function buildHints(): ReadonlyMap<string, TopicHint[]> {
  const topicCount = new Set(TOPIC_KEYS.map(topicOf)).size
  const hints = new Map([...gatherCounts()].map(([stem, counts]) => [stem, toHints(counts, topicCount)]))
  addNeighbours(hints)
  return hints
}

const hints = whenAsked(buildHints)
const NONE: readonly TopicHint[] = []

/** The topics that a word speaks of by its stem, for what a word says where no whole term is found. */
export function findTopicHints(stem: string): readonly TopicHint[] {
  return hints().get(stem) ?? NONE
}
