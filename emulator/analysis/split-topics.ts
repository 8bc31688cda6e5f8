import type { Corpus } from './corpus.js'
import type { LearnedTheme } from './theme-model.js'
import { TOPIC_KEYS, TOPIC_LABELS } from './topics.js'

/** A topic is split into its leaves where it holds this part of all items. */
const SPLIT_PART = 0.3
const LEAF_PART = 0.08
const MIN_LEAF_ITEMS = 4

function countOfFeature(corpus: Corpus, name: string): number {
  const id = corpus.ids.get(name)
  return id === undefined ? 0 : corpus.counts[id]!
}

/** Adds the leaves of topics that much of the feedback is about as themes of their own and gives their places by feature. */
export function splitTopics(themes: LearnedTheme[], corpus: Corpus): Map<string, number> {
  const leaves = new Map<string, number>()
  // A topic that one leaf nearly fills has that leaf's label already.
  const taken = new Set(themes.map(({ label }) => label))
  for (const { key: topic } of [...themes]) {
    if (countOfFeature(corpus, `#${topic}`) < corpus.size * SPLIT_PART) continue
    for (const key of TOPIC_KEYS) {
      const count = countOfFeature(corpus, `#${key}`)
      if (!key.startsWith(`${topic}/`) || count < Math.max(MIN_LEAF_ITEMS, corpus.size * LEAF_PART)) continue
      const label = TOPIC_LABELS.get(key) ?? key
      if (!taken.has(label)) leaves.set(`#${key}`, themes.push({ key, label }) - 1)
    }
  }
  return leaves
}
