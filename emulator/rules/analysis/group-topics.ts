import { countOf, emptyTally, joinTallies } from './tallies.js'
import { TOPIC_LABELS, topicOf } from './topics.js'
import type { ConceptTally } from './types.js'

/** A theme before it is chosen. */
export interface Candidate {
  key: string
  label: string
  tally: ConceptTally
}

interface Leaf {
  key: string
  tally: ConceptTally
}

/** A topic is split into its leaves where it holds this part of all items. */
const SPLIT_PART = 0.3
const LEAF_PART = 0.08
const MIN_LEAF_ITEMS = 4
/** A leaf that holds this part of its topic gives it its label. */
const NAMING_PART = 0.7

function labelOf(topic: string, leaves: readonly Leaf[], count: number): string {
  const naming = leaves.find(({ tally }) => countOf(tally) >= count * NAMING_PART)
  return TOPIC_LABELS.get(naming?.key ?? topic) ?? topic
}

function joinLeaves(topic: string, leaves: readonly Leaf[]): Candidate {
  const tally = leaves.reduce((sum, leaf) => joinTallies(sum, leaf.tally), emptyTally())
  return { key: topic, label: labelOf(topic, leaves, countOf(tally)), tally }
}

function standsAlone({ key, tally }: Leaf, topic: string, itemCount: number): boolean {
  if (key === topic) return false
  return tally.dictated > 0 || countOf(tally) >= Math.max(MIN_LEAF_ITEMS, itemCount * LEAF_PART)
}

function splitTopic(topic: string, leaves: readonly Leaf[], itemCount: number): Candidate[] {
  const whole = joinLeaves(topic, leaves)
  const isDictated = leaves.some(({ key, tally }) => key !== topic && tally.dictated > 0)
  if (!isDictated && countOf(whole.tally) < itemCount * SPLIT_PART) return [whole]
  const own = leaves.filter((leaf) => standsAlone(leaf, topic, itemCount))
  const rest = leaves.filter((leaf) => !own.includes(leaf))
  if (own.length === 0 || (own.length === 1 && rest.length === 0 && !isDictated)) return [whole]
  const split = own.map(({ key, tally }) => ({ key, label: TOPIC_LABELS.get(key) ?? key, tally }))
  if (rest.length === 0) return split
  const joined = joinLeaves(topic, rest)
  return [...split, { ...joined, label: TOPIC_LABELS.get(topic) ?? topic }]
}

/** The lexicon's topics as candidates: a topic whole, or, where much of the feedback is about it, leaf by leaf and the rest. */
export function groupTopics(leaves: readonly Leaf[], itemCount: number): Candidate[] {
  const topics = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const topic = topicOf(leaf.key)
    topics.set(topic, [...(topics.get(topic) ?? []), leaf])
  }
  return [...topics].flatMap(([topic, own]) => splitTopic(topic, own, itemCount))
}
