import topics from './lexicon/topics.json' with { type: 'json' }
import foreignTerms from './lexicon/topics-foreign.json' with { type: 'json' }
import { addPattern, type PatternTable, readPattern } from './patterns.js'

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

const stemmed: StemmedTerm[] = []

function addTerms(table: PatternTable<TopicTerm>, key: string, terms: string): void {
  const known = new Set<string>()
  for (const entry of terms.split(', ')) {
    const text = entry.startsWith(WEAK) ? entry.slice(1) : entry
    const meaning = { key, topic: topicOf(key), term: text.replaceAll(' ~ ', ' '), weight: weightOf(key, entry) }
    const pattern = readPattern(text, meaning)
    const stems = pattern.stems.join(' ')
    // Forms of one word are one term: the first one names it.
    if (known.has(stems)) continue
    known.add(stems)
    addPattern(table, pattern)
  }
}

function readTopics(): {
  labels: Map<string, string>
  english: PatternTable<TopicTerm>
  foreign: PatternTable<TopicTerm>
} {
  const labels = new Map<string, string>()
  const english: PatternTable<TopicTerm> = new Map()
  const foreign: PatternTable<TopicTerm> = new Map()
  for (const [key, entry] of Object.entries(topics)) {
    const [label = '', terms = ''] = entry.split(' | ')
    labels.set(key, label)
    addTerms(english, key, terms)
    for (const entry of terms.split(', ')) {
      stemmed.push({ key, stems: readPattern(entry.replace(WEAK, ''), key).stems, isWeak: entry.startsWith(WEAK) })
    }
  }
  for (const [key, terms] of Object.entries(foreignTerms)) addTerms(foreign, key, terms)
  return { labels, english, foreign }
}

const { labels, english, foreign } = readTopics()

/** What a person would call the topic or leaf of a key. */
export const TOPIC_LABELS: ReadonlyMap<string, string> = labels
export const TOPIC_KEYS: readonly string[] = [...labels.keys()]
/** Every term of the English topics, for what its words say one by one. */
export const TOPIC_TERMS: readonly StemmedTerm[] = stemmed
export const ENGLISH_TERMS = english
/** Terms of other languages, all in one table: German, French, Spanish, Portuguese, Italian, Dutch. */
export const FOREIGN_TERMS = foreign

const KEY_OF_LABEL = new Map([...labels].map(([key, label]) => [label.toLowerCase(), key]))

/** The key of the topic that has this label, case aside; undefined where none has. */
export function findTopicKey(label: string): string | undefined {
  return KEY_OF_LABEL.get(label.trim().toLowerCase())
}
