import phrases from './lexicon/phrases.json' with { type: 'json' }
import problemTopics from './lexicon/problem-topics.json' with { type: 'json' }
import topics from './lexicon/topics.json' with { type: 'json' }
import { addPattern, type PatternTable, readPattern } from './patterns.js'

const PROBLEM = -1

function termsOf(topic: string): string[] {
  const entry = topics[topic as keyof typeof topics]
  return (entry.split(' | ')[1] ?? '').split(', ').filter((term) => term.includes(' '))
}

function readPhrases(): Map<string, number> {
  const found = new Map(problemTopics.flatMap(termsOf).map((term) => [term, PROBLEM]))
  for (const [valence, terms] of Object.entries(phrases)) {
    for (const term of terms.split(', ')) found.set(term, Number(valence))
  }
  return found
}

function buildTable(): PatternTable<number> {
  const table: PatternTable<number> = new Map()
  for (const [term, valence] of readPhrases()) addPattern(table, readPattern(term, valence))
  return table
}

/** Turns of phrase of feedback ("still waiting", "stopped working", those of topics that are troubles) and their valence, -2 to 2. */
export const FEEDBACK_PHRASES = buildTable()
