import { lazy } from '../../../src/base/lazy.js'
import topics from '../lexicon/topics.json' with { type: 'json' }
import foreignTerms from '../lexicon/topics-foreign.json' with { type: 'json' }
import { indexPatterns, type Pattern, readPattern } from '../text/patterns.js'

/** That a term speaks of a topic, and how surely: 3 for a phrase, 2 for a word, 1 for a word that says little alone. */
export interface TopicTerm {
  key: string
  topic: string
  term: string
  weight: number
}

const WEAK = '?'
const PHRASE_WEIGHT = 3
const WORD_WEIGHT = 2
const WEAK_WEIGHT = 1

/** The topic of a key: `delivery` of `delivery/late`. */
export function topicOf(key: string): string {
  return key.split('/')[0] ?? key
}

/** Say what kind of remark it is rather than what it is about: behind a topic that is as heavy. */
const BROAD = new Set(['features', 'bugs', 'update', 'communication', 'description'])
const BROAD_FACTOR = 0.7

function weightOf(key: string, term: string): number {
  const weight = term.startsWith(WEAK) ? WEAK_WEIGHT : term.includes(' ') ? PHRASE_WEIGHT : WORD_WEIGHT
  return BROAD.has(key) ? weight * BROAD_FACTOR : weight
}

/** A term of a topic as the stems it is made of. */
export interface StemmedTerm {
  key: string
  stems: string[]
  isWeak: boolean
}

function readTerms(key: string, terms: string): Pattern<TopicTerm>[] {
  const patterns = new Map<string, Pattern<TopicTerm>>()
  for (const entry of terms.split(', ')) {
    const text = entry.startsWith(WEAK) ? entry.slice(1) : entry
    const meaning = { key, topic: topicOf(key), term: text.replaceAll(' ~ ', ' '), weight: weightOf(key, entry) }
    const pattern = readPattern(text, meaning)
    const stems = pattern.stems.join(' ')
    // Forms of one word are one term: the first one names it.
    if (!patterns.has(stems)) patterns.set(stems, pattern)
  }
  return [...patterns.values()]
}

function stemTerms(key: string, terms: string): StemmedTerm[] {
  return terms.split(', ').map((entry) => ({
    key,
    stems: readPattern(entry.replace(WEAK, ''), key).stems,
    isWeak: entry.startsWith(WEAK),
  }))
}

const ENTRIES = Object.entries(topics).map(([key, entry]) => {
  const [label = '', terms = ''] = entry.split(' | ')
  return { key, label, terms }
})

/** What a person would call the topic or leaf of a key. */
export const TOPIC_LABELS: ReadonlyMap<string, string> = new Map(ENTRIES.map(({ key, label }) => [key, label]))
export const TOPIC_KEYS: readonly string[] = ENTRIES.map(({ key }) => key)
/** Every term of the English topics, for what its words say one by one. */
export const stemTopicTerms = lazy((): readonly StemmedTerm[] =>
  ENTRIES.flatMap(({ key, terms }) => stemTerms(key, terms)),
)
export const indexEnglishTerms = lazy(() => indexPatterns(ENTRIES.flatMap(({ key, terms }) => readTerms(key, terms))))
/** Terms of other languages, all in one table: German, French, Spanish, Portuguese, Italian, Dutch. */
export const indexForeignTerms = lazy(() =>
  indexPatterns(Object.entries(foreignTerms).flatMap(([key, terms]) => readTerms(key, terms))),
)

const KEY_OF_LABEL = new Map(ENTRIES.map(({ key, label }) => [label.toLowerCase(), key]))

/** The key of the topic that has this label, case aside; undefined if none has. */
export function findTopicKey(label: string): string | undefined {
  return KEY_OF_LABEL.get(label.trim().toLowerCase())
}
