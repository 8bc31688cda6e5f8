import { lazy } from '../../src/base/lazy.js'
import phrases from './lexicon/phrases.json' with { type: 'json' }
import { indexPatterns, readPattern } from './patterns.js'

/** Turns of phrase of feedback ("still waiting", "stopped working", "arrived damaged") and their valence, -2 to 2. */
export const indexFeedbackPhrases = lazy(() =>
  indexPatterns(
    Object.entries(phrases).flatMap(([valence, terms]) =>
      terms.split(', ').map((term) => readPattern(term, Number(valence))),
    ),
  ),
)
