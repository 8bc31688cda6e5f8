import { isForeignNegation, valenceIn } from '../text/foreign-words.js'
import { ASK, type Word } from '../text/words.js'
import type { Polarity, Stretch } from './polarity.js'

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
function sumSentence(words: readonly Word[], from: number, to: number, language: string): Sums {
  const sums: Sums = { good: 0, bad: 0 }
  let negatedLeft = 0
  let isUnused = false
  for (let at = from; at < to; at++) {
    const word = words[at]!
    if (word.kind === 'sign') addValence(sums, word.valence)
    if (word.kind !== 'word') continue
    const valence = valenceIn(language, word.text)
    const isNegated =
      negatedLeft > 0 || (valence > 0 && at + 1 < to && isForeignNegation(language, words[at + 1]!.text))
    addValence(sums, isNegated ? -valence : valence)
    if (isForeignNegation(language, word.text)) {
      isUnused = at === from || valenceIn(language, words[at - 1]!.text) <= 0
      negatedLeft = NEGATION_REACH
    } else {
      if (isNegated && valence !== 0) isUnused = false
      negatedLeft--
    }
  }
  if (isUnused && words[to - 1] !== ASK) sums.bad += PLAIN_NEGATION
  return sums
}

function toPolarity({ good, bad }: Sums): Polarity {
  const sum = good + bad + HALF_SURE
  return { positive: good / sum, negative: bad / sum }
}

/**
 * How a text in another language leans, and each of its sentences, by its emoji and by words of German, French, Spanish,
 * Portuguese, Italian and Dutch. In a language without such words only emoji count.
 */
export function weighForeign(words: readonly Word[], language: string): { whole: Polarity; stretches: Stretch[] } {
  const all: Sums = { good: 0, bad: 0 }
  const stretches: Stretch[] = []
  let from = 0
  for (let to = 1; to <= words.length; to++) {
    if (to < words.length && words[to - 1]!.kind !== 'end') continue
    const sums = sumSentence(words, from, to, language)
    all.good += sums.good
    all.bad += sums.bad
    stretches.push({ to, polarity: toPolarity(sums) })
    from = to
  }
  return { whole: toPolarity(all), stretches }
}
