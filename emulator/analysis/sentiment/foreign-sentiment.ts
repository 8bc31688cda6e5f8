import { isForeignNegation, valenceIn } from '../text/foreign-words.js'
import { ASK, type Word } from '../text/words.js'
import type { Polarity } from './sentiment-model.js'

const NEGATION_REACH = 3
/** How much valence it takes to be half sure. */
const HALF_SURE = 0.8
/** A sentence says that something is not, and nothing in it is turned around by that: "der Code kommt nicht". */
const PLAIN_NEGATION = 1

interface Sums {
  good: number
  bad: number
}

function addValence(sums: Sums, valence: number): void {
  if (valence > 0) sums.good += valence
  else sums.bad -= valence
}

/** Adds up one sentence. A negation turns the words after it around, or the one right before it: "klappt nicht". */
function addSentence(sums: Sums, sentence: readonly Word[], language: string): void {
  let negatedLeft = 0
  let isUnused = false
  sentence.forEach((word, at) => {
    if (word.kind === 'sign') addValence(sums, word.valence)
    if (word.kind !== 'word') return
    const valence = valenceIn(language, word.text)
    const isNegated = negatedLeft > 0 || (valence > 0 && isForeignNegation(language, sentence[at + 1]?.text ?? ''))
    addValence(sums, isNegated ? -valence : valence)
    if (isForeignNegation(language, word.text)) {
      isUnused = valenceIn(language, sentence[at - 1]?.text ?? '') <= 0
      negatedLeft = NEGATION_REACH
    } else {
      if (isNegated && valence !== 0) isUnused = false
      negatedLeft--
    }
  })
  if (isUnused && sentence.at(-1) !== ASK) sums.bad += PLAIN_NEGATION
}

/**
 * How a text in another language leans, by its emoji and by words of German, French, Spanish, Portuguese, Italian and
 * Dutch. In a language without such words only emoji count.
 */
export function weighForeignSentiment(words: readonly Word[], language: string): Polarity {
  const sums: Sums = { good: 0, bad: 0 }
  let from = 0
  for (let to = 1; to <= words.length; to++) {
    if (to < words.length && words[to - 1]!.kind !== 'end') continue
    addSentence(sums, words.slice(from, to), language)
    from = to
  }
  const sum = sums.good + sums.bad + HALF_SURE
  return { positive: sums.good / sum, negative: sums.bad / sum }
}
