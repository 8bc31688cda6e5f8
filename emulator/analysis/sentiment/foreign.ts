import { isForeignNegation, isForeignRequest, valenceIn } from '../text/foreign-words.js'
import { isJudged } from '../text/language.js'
import { ASK, type Word } from '../text/words.js'
import type { Polarity, Stretch } from './polarity.js'

const NEGATION_REACH = 3
/** A request says so in one of the first words of its sentence: "ich möchte". */
const REQUEST_REACH = 2
/** How much valence it takes to be half sure. */
const HALF_SURE = 0.8
/** A sentence says that something is not, and nothing in it is turned around by that: "der Code kommt nicht". */
const PLAIN_NEGATION = 1
/** A message that neither asks for anything nor has a good or a bad word mostly tells what went wrong, unless it is a mere name. */
const PLAINLY_TOLD = 1.2
const FEWEST_TOLD = 5

interface Sums {
  good: number
  bad: number
  /** Words, and whether it asks or bids. */
  words: number
  asks: boolean
}

function addValence(sums: Sums, valence: number): void {
  if (valence > 0) sums.good += valence
  else sums.bad -= valence
}

/** Adds up one sentence. A negation turns the words after it around, or the one right before it: "klappt nicht". */
function sumSentence(words: readonly Word[], from: number, to: number, language: string): Sums {
  const sums: Sums = { good: 0, bad: 0, words: 0, asks: words[to - 1] === ASK }
  let negatedLeft = 0
  let isUnused = false
  for (let at = from; at < to; at++) {
    const word = words[at]!
    if (word.kind === 'sign') addValence(sums, word.valence)
    if (word.kind !== 'word') continue
    if (sums.words++ < REQUEST_REACH && isForeignRequest(language, word.text)) sums.asks = true
    const negates = isForeignNegation(language, word.text)
    const valence = negates ? 0 : valenceIn(language, word.text)
    const isNegated =
      negatedLeft > 0 || (valence > 0 && at + 1 < to && isForeignNegation(language, words[at + 1]!.text))
    addValence(sums, isNegated ? -valence : valence)
    if (negates) {
      isUnused = at === from || valenceIn(language, words[at - 1]!.text) <= 0
      negatedLeft = NEGATION_REACH
    } else {
      if (isNegated && valence !== 0) isUnused = false
      negatedLeft--
    }
  }
  if (isUnused && !sums.asks) sums.bad += PLAIN_NEGATION
  return sums
}

function toPolarity({ good, bad }: Pick<Sums, 'good' | 'bad'>): Polarity {
  const sum = good + bad + HALF_SURE
  return { positive: good / sum, negative: bad / sum }
}

/**
 * How a text in another language leans, and each of its sentences, by its emoji and by words of German, French, Spanish,
 * Portuguese, Italian and Dutch. In a language without such words only emoji count.
 */
export function weighForeign(
  words: readonly Word[],
  language: string,
  isMessage: boolean,
): { whole: Polarity; stretches: Stretch[] } {
  const all: Sums = { good: 0, bad: 0, words: 0, asks: false }
  const stretches: Stretch[] = []
  let from = 0
  for (let to = 1; to <= words.length; to++) {
    if (to < words.length && words[to - 1]!.kind !== 'end') continue
    const sums = sumSentence(words, from, to, language)
    all.good += sums.good
    all.bad += sums.bad
    all.words += sums.words
    all.asks ||= sums.asks
    stretches.push({ to, polarity: toPolarity(sums) })
    from = to
  }
  const isTold = isMessage && isJudged(language) && all.words >= FEWEST_TOLD && !all.asks
  if (!isTold || all.good > 0 || all.bad > 0) return { whole: toPolarity(all), stretches }
  return { whole: toPolarity({ good: 0, bad: PLAINLY_TOLD }), stretches: [] }
}
