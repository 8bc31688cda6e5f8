import { lazy } from '../../src/base/lazy.js'
import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { type FoundFeature, findForeignFeatures, findTextFeatures, WEIGHT_SCALE } from './find-features.js'
import stored from './lexicon/sentiment-model.json' with { type: 'json' }
import { applyRules, type Dictate } from './rules.js'
import { weighForeignSentiment } from './sentiment/foreign-sentiment.js'
import { concludePolarity, mixPolarities, polarityOf } from './sentiment/polarity.js'
import { type Polarity, readModel, type StoredModel, weighSentiment } from './sentiment/sentiment-model.js'
import { detectLanguage, ENGLISH } from './text/language.js'
import { type Scan, scanText } from './text/scan.js'
import { isEmptyTalk } from './text/stop-words.js'
import type { Word } from './text/words.js'
import type { Feature, Finding, TextToAnalyse } from './types.js'

/** The sentiment model that comes with the package; its origin is in the file. */
export const readShippedModel = lazy(() => readModel(stored as unknown as StoredModel))

const MAX_SEGMENTS = 64

const CLEAR = 1.6
const MOST_WEIGHT = 0.75

/** How much of a feature's sentiment comes from the sentences where it shows; the rest from the whole item. */
const OWN_PART = 0.6

type Weigh = (from: number, to: number) => Polarity

function meanPolarity(segments: readonly Segment[], places: readonly number[], weigh: Weigh): Polarity {
  const own = segments.filter(({ from, to }) => places.some((place) => place >= from && place < to))
  const sum = { positive: 0, negative: 0 }
  for (const { from, to } of own) {
    const polarity = weigh(from, to)
    sum.positive += polarity.positive
    sum.negative += polarity.negative
  }
  return { positive: sum.positive / own.length, negative: sum.negative / own.length }
}

function judgeFeatures(found: readonly FoundFeature[], scan: Scan, whole: Polarity, weigh: Weigh): Feature[] {
  const segments = cutSegments(scan.words)
  if (segments.length < 2) {
    const conclusion = concludePolarity(whole)
    return found.map(({ name, weight }) => ({ name, weight, ...conclusion }))
  }
  const memo = new Map<number, Polarity>()
  const weighOnce: Weigh = (from, to) => {
    const known = memo.get(from) ?? weigh(from, to)
    memo.set(from, known)
    return known
  }
  return found.map(({ name, weight, places }) => {
    const polarity = mixPolarities(meanPolarity(segments, places, weighOnce), whole, OWN_PART)
    return { name, weight, ...concludePolarity(polarity) }
  })
}

function judgeDictated(dictate: Dictate, whole: Polarity): Feature[] {
  return [...dictate.themes.values()].map((label) => ({
    name: `!${label}`,
    weight: WEIGHT_SCALE,
    ...concludePolarity(whole),
  }))
}

/** What a text without content speaks of: nothing, whatever single words of it mean elsewhere. */
const NO_FEATURES: FoundFeature[] = []

function analyseForeign(scan: Scan, language: string): { own: Polarity; found: FoundFeature[] } {
  return {
    own: weighForeignSentiment(scan.words, language),
    found: findForeignFeatures(scan.words),
  }
}

function analyseEnglish(scan: Scan): { own: Polarity; found: FoundFeature[] } {
  const { words, shouted } = scan
  return {
    own: weighSentiment(readShippedModel(), words, 0, words.length, shouted),
    found: findTextFeatures(words),
  }
}

/**
 * What one text says: its sentiment and what it speaks of. Depends on nothing but the item and the rules, which win over
 * what is found ([ANA-5], [ANA-6]); takes time linear in the length of the text and refuses none.
 */
export function analyseText(item: TextToAnalyse, rules: readonly AnalysisRule[]): Finding {
  const dictate = applyRules(item.text, rules)
  const scan = scanText(item.text)
  const language = detectLanguage(scan.words, item.language)
  const isEnglish = language === ENGLISH
  const { own, found } = isEnglish ? analyseEnglish(scan) : analyseForeign(scan, language)
  const whole = dictate.sentiment === null ? applyRating(own, item.rating) : polarityOf(dictate.sentiment)
  const weigh: Weigh = (from, to) => {
    if (dictate.sentiment !== null) return whole
    return isEnglish
      ? weighSentiment(readShippedModel(), scan.words, from, to, 0)
      : weighForeignSentiment(scan.words.slice(from, to), language)
  }
  const spoken = isEmptyTalk(scan.words) ? NO_FEATURES : found
  const features = dictate.themes.size > 0 ? judgeDictated(dictate, whole) : judgeFeatures(spoken, scan, whole, weigh)
  const { sentiment, milliScore } = concludePolarity(whole)
  return { sentiment, score: milliScore / 1_000, features }
}

/** A rating as -1 to 1: up to 5 on a scale of 1 to 5, up to 10 on one of 0 to 10, up to 100 as a percentage; null for others. */
function readRating(rating: number | null | undefined): number | null {
  if (rating === null || rating === undefined || !(rating >= 0 && rating <= 100)) return null
  if (rating <= 5) return (Math.max(rating, 1) - 3) / 2
  return rating <= 10 ? (rating - 6) / 4 : (rating - 60) / 40
}

/** What the text says, moved by what the rating says: the more extreme the rating, the less the text counts. */
function applyRating(polarity: Polarity, rating: number | null | undefined): Polarity {
  const value = readRating(rating)
  if (value === null) return polarity
  const strength = Math.min(1, CLEAR * Math.abs(value))
  const rated = { positive: value > 0 ? strength : 0, negative: value < 0 ? strength : 0 }
  return mixPolarities(rated, polarity, MOST_WEIGHT * strength)
}

/** A stretch of a text that says one thing: `words[from..to)`. */
interface Segment {
  from: number
  to: number
}

/** Cuts a text into its sentences, and these at "but" and the like. Very long texts keep their tail in one piece. */
function cutSegments(words: readonly Word[]): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (let at = 0; at < words.length && segments.length < MAX_SEGMENTS; at++) {
    const word = words[at]!
    const isEnd = word.kind === 'end'
    if (!isEnd && !(word.contrasts && at > from)) continue
    const to = isEnd ? at + 1 : at
    if (at > from) segments.push({ from, to })
    from = to
  }
  if (from < words.length) segments.push({ from, to: words.length })
  return segments
}
