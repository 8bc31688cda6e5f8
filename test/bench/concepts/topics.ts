import { readTerm } from '../../../emulator/analysis/text/phrases.js'
import { lazy } from '../../../src/base/lazy.js'
import topics from './topics.json' with { type: 'json' }

const WEAK = '?'

/** The topic of a key: `delivery` of `delivery/late`. */
export function topicOf(key: string): string {
  return key.split('/')[0] ?? key
}

/** A term of a topic as the stems it is made of. */
export interface StemmedTerm {
  key: string
  stems: string[]
  isWeak: boolean
}

function stemTerms(key: string, terms: string): StemmedTerm[] {
  return terms.split(', ').map((entry) => ({
    key,
    stems: readTerm(entry.replace(WEAK, '')).stems,
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
