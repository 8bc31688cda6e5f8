import { type FoundFeature, findTextFeatures, toTopicFeatures, WEIGHT_SCALE } from './find-features.js'
import { findTopics } from './find-topics.js'
import { weighForeignSentiment } from './foreign-sentiment.js'
import { detectLanguage, ENGLISH } from './language.js'
import { concludeLeaning, leaningOf, mixLeanings } from './leaning.js'
import { applyRating } from './rating.js'
import { applyRules, type Dictate } from './rules.js'
import { type Scan, scanText } from './scan.js'
import { cutSegments, type Segment } from './segments.js'
import { type Leaning, weighSentiment } from './sentiment-model.js'
import { readShippedModel } from './shipped-model.js'
import { isEmptyTalk } from './silent-words.js'
import type { AnalysisRule, Feature, Finding, TextToAnalyse } from './types.js'

/** How much of a feature's sentiment comes from the sentences where it shows; the rest from the whole item. */
const OWN_PART = 0.6

type Weigh = (from: number, to: number) => Leaning

function meanLeaning(segments: readonly Segment[], places: readonly number[], weigh: Weigh): Leaning {
  const own = segments.filter(({ from, to }) => places.some((place) => place >= from && place < to))
  const sum = { positive: 0, negative: 0 }
  for (const { from, to } of own) {
    const leaning = weigh(from, to)
    sum.positive += leaning.positive
    sum.negative += leaning.negative
  }
  return { positive: sum.positive / own.length, negative: sum.negative / own.length }
}

function judgeFeatures(found: readonly FoundFeature[], scan: Scan, whole: Leaning, weigh: Weigh): Feature[] {
  const segments = cutSegments(scan.words)
  if (segments.length < 2) {
    const conclusion = concludeLeaning(whole)
    return found.map(({ name, weight }) => ({ name, weight, ...conclusion }))
  }
  const memo = new Map<number, Leaning>()
  const weighOnce: Weigh = (from, to) => {
    const known = memo.get(from) ?? weigh(from, to)
    memo.set(from, known)
    return known
  }
  return found.map(({ name, weight, places }) => {
    const leaning = mixLeanings(meanLeaning(segments, places, weighOnce), whole, OWN_PART)
    return { name, weight, ...concludeLeaning(leaning) }
  })
}

function judgeDictated(dictate: Dictate, whole: Leaning): Feature[] {
  return [...dictate.themes.values()].map((label) => ({
    name: `!${label}`,
    weight: WEIGHT_SCALE,
    ...concludeLeaning(whole),
  }))
}

/** What a text without content speaks of: nothing, whatever single words of it mean elsewhere. */
const NO_FEATURES: FoundFeature[] = []

function analyseForeign(scan: Scan, language: string): { own: Leaning; found: FoundFeature[] } {
  return {
    own: weighForeignSentiment(scan.words, language),
    found: toTopicFeatures(findTopics(scan.words, (word) => word.foreignTopics)),
  }
}

function analyseEnglish(scan: Scan): { own: Leaning; found: FoundFeature[] } {
  const { words, shouted } = scan
  return {
    own: weighSentiment(readShippedModel(), words, 0, words.length, shouted),
    found: [...toTopicFeatures(findTopics(words, (word) => word.topics)), ...findTextFeatures(words)],
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
  const whole = dictate.sentiment === null ? applyRating(own, item.rating) : leaningOf(dictate.sentiment)
  const weigh: Weigh = (from, to) => {
    if (dictate.sentiment !== null) return whole
    return isEnglish
      ? weighSentiment(readShippedModel(), scan.words, from, to, 0)
      : weighForeignSentiment(scan.words.slice(from, to), language)
  }
  const spoken = isEmptyTalk(scan.words) ? NO_FEATURES : found
  const features = dictate.themes.size > 0 ? judgeDictated(dictate, whole) : judgeFeatures(spoken, scan, whole, weigh)
  const { sentiment, milliScore } = concludeLeaning(whole)
  return { sentiment, score: milliScore / 1_000, features }
}
