import { stemOf } from '../../../emulator/analysis/text/stem.js'
import { isStopWord } from '../../../emulator/analysis/text/stop-words.js'
import { lazy } from '../../../src/base/lazy.js'
import topicExamples from './topic-examples.json' with { type: 'json' }
import topicNeighbours from './topic-neighbours.json' with { type: 'json' }
import topicWords from './topic-words.json' with { type: 'json' }
import { stemTopicTerms, TOPIC_KEYS, topicOf } from './topics.js'

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
/** How much a word counts that is in no sentence but those of one topic. */
const EXAMPLE_PART = 4.5

function add(counts: Counts, stem: string, topic: string, gain: number): void {
  const byTopic = counts.get(stem) ?? new Map<string, number>()
  counts.set(stem, byTopic.set(topic, (byTopic.get(topic) ?? 0) + gain))
}

function gatherCounts(): Counts {
  const counts: Counts = new Map()
  for (const { key, stems, isWeak } of stemTopicTerms()) {
    const telling = stems.filter((stem) => !isStopWord(stem))
    const gain = (isWeak ? WEAK_FACTOR : 1) * (stems.length === 1 ? ALONE : 1 / Math.sqrt(telling.length))
    for (const stem of telling) add(counts, stem, topicOf(key), gain)
  }
  for (const [topic, words] of Object.entries(topicWords)) {
    for (const stem of new Set(words.split(' ').map(stemOf))) if (!isStopWord(stem)) add(counts, stem, topic, COMPANION)
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

/** Calls `take` for each word of learned lists; the digit behind a word says in tenths how much it is its topic's. */
function readLearned(lists: Record<string, string>, take: (word: string, topic: string, part: number) => void): void {
  for (const [topic, words] of Object.entries(lists)) {
    for (const entry of words.split(' ')) take(entry.slice(0, -1), topic, Number(entry.at(-1)) / 10)
  }
}

/** Words the lexicon lacks, by the topics of the words they are used like. */
function addNeighbours(hints: Map<string, TopicHint[]>): void {
  const known = new Set(hints.keys())
  readLearned(topicNeighbours.words, (word, topic, part) => {
    const stem = stemOf(word)
    if (known.has(stem)) return
    const list = hints.get(stem) ?? []
    const weight = NEIGHBOUR_PART * part ** NEIGHBOUR_POWER
    if (!list.some((hint) => hint.topic === topic)) hints.set(stem, [...list, { topic, weight }])
  })
}

/** What the sentences that were written for each topic say of their words. */
function addExamples(hints: Map<string, TopicHint[]>): void {
  readLearned(topicExamples.words, (stem, topic, part) => {
    const list = hints.get(stem) ?? []
    const known = list.find((hint) => hint.topic === topic)
    if (known === undefined) hints.set(stem, [...list, { topic, weight: EXAMPLE_PART * part }])
    else known.weight += EXAMPLE_PART * part
  })
}

function buildHints(): ReadonlyMap<string, TopicHint[]> {
  const topicCount = new Set(TOPIC_KEYS.map(topicOf)).size
  const hints = new Map([...gatherCounts()].map(([stem, counts]) => [stem, toHints(counts, topicCount)]))
  addNeighbours(hints)
  addExamples(hints)
  return hints
}

const hints = lazy(buildHints)

/** The topics that each word speaks of, by its stem. */
export function listTopicHints(): ReadonlyMap<string, readonly TopicHint[]> {
  return hints()
}
