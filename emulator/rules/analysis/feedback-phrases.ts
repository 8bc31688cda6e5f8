import phrases from './lexicon/phrases.json' with { type: 'json' }
import { addPattern, type PatternTable, readPattern } from './patterns.js'

function buildTable(): PatternTable<number> {
  const table: PatternTable<number> = new Map()
  for (const [valence, terms] of Object.entries(phrases)) {
    for (const term of terms.split(', ')) addPattern(table, readPattern(term, Number(valence)))
  }
  return table
}

/** Turns of phrase of feedback ("still waiting", "stopped working") and their valence, -2 to 2. */
export const FEEDBACK_PHRASES = buildTable()
