import phrases from './lexicon/phrases.json' with { type: 'json' }
import { indexPatterns, readPattern } from './patterns.js'
import { whenAsked } from './when-asked.js'

/** Turns of phrase of feedback ("still waiting", "stopped working", "arrived damaged") and their valence, -2 to 2. */
export const indexFeedbackPhrases = whenAsked(() =>
  indexPatterns(
    Object.entries(phrases).flatMap(([valence, terms]) =>
      terms.split(', ').map((term) => readPattern(term, Number(valence))),
    ),
  ),
)
