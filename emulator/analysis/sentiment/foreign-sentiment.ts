import valences from '../lexicon/valences-foreign.json' with { type: 'json' }
import type { Word } from '../text/words.js'
import type { Polarity } from './sentiment-model.js'

const NEGATION_REACH = 3
/** How much valence it takes to be half sure. */
const HALF_SURE = 0.8

function readLanguage(levels: Record<string, string>): Map<string, number> {
  return new Map(
    Object.entries(levels).flatMap(([level, words]) => words.split(' ').map((word) => [word, Number(level)] as const)),
  )
}

const { negations, ...languages } = valences
const NEGATIONS = new Set(negations.split(' '))
const VALENCES = new Map(Object.entries(languages).map(([language, levels]) => [language, readLanguage(levels)]))

/** How a text in another language leans, by its emoji and a short list of words of German, French, Spanish, Portuguese, Italian, Dutch. */
export function weighForeignSentiment(words: readonly Word[], language: string): Polarity {
  const known = VALENCES.get(language)
  let good = 0
  let bad = 0
  let negatedLeft = 0
  for (const word of words) {
    const plain = word.kind === 'sign' ? word.valence : (known?.get(word.text) ?? 0)
    const valence = negatedLeft > 0 && word.kind === 'word' ? -plain : plain
    if (valence > 0) good += valence
    else bad -= valence
    negatedLeft = word.kind === 'end' ? 0 : NEGATIONS.has(word.text) ? NEGATION_REACH : negatedLeft - 1
  }
  const sum = good + bad + HALF_SURE
  return { positive: good / sum, negative: bad / sum }
}
