import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { type FoundFeature, findForeignFeatures, findTextFeatures, WEIGHT_SCALE } from './find-features.js'
import { applyRules, type Dictate } from './rules.js'
import { weighForeignSentiment } from './sentiment/foreign-sentiment.js'
import { concludePolarity, mixPolarities, polarityOf } from './sentiment/polarity.js'
import { applyRating, readRating } from './sentiment/rating.js'
import type { Polarity } from './sentiment/sentiment-model.js'
import { weighEnglish } from './sentiment/shipped-models.js'
import { detectLanguage, ENGLISH, isJudged } from './text/language.js'
import { type Scan, scanText } from './text/scan.js'
import { isEmptyTalk } from './text/stop-words.js'
import type { Word } from './text/words.js'
import type { Feature, Finding, TextToAnalyse } from './types.js'

const MAX_SEGMENTS = 64

/** How much of a feature's sentiment comes from the sentences where it shows; the rest from the whole item. */
const OWN_PART = 0.6

type Weigh = (segment: Segment) => Polarity

/** The mean of the segments that have a feature; its places ascend. */
function meanPolarity(segments: readonly Segment[], places: readonly number[], weigh: Weigh): Polarity {
  const sum = { positive: 0, negative: 0 }
  let count = 0
  let at = 0
  let last = -1
  for (const place of places) {
    while (segments[at]!.to <= place) at++
    if (at === last) continue
    last = at
    count++
    const polarity = weigh(segments[at]!)
    sum.positive += polarity.positive
    sum.negative += polarity.negative
  }
  return { positive: sum.positive / count, negative: sum.negative / count }
}

function judgeFeatures(found: readonly FoundFeature[], scan: Scan, whole: Polarity, weigh: Weigh): Feature[] {
  const segments = cutSegments(scan.words)
  if (segments.length < 2) {
    const conclusion = concludePolarity(whole)
    const { sentiment, milliScore } = conclusion
    return found.map(({ name, weight }) => ({ name, weight, sentiment, milliScore }))
  }
  const weighOnce: Weigh = (segment) => {
    segment.polarity ??= weigh(segment)
    return segment.polarity
  }
  return found.map(({ name, weight, places }) => {
    const polarity = mixPolarities(meanPolarity(segments, places, weighOnce), whole, OWN_PART)
    const { sentiment, milliScore } = concludePolarity(polarity)
    return { name, weight, sentiment, milliScore }
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
    found: findForeignFeatures(scan.words, language),
  }
}

function analyseEnglish(
  scan: Scan,
  feedbackType: TextToAnalyse['feedbackType'],
): { own: Polarity; found: FoundFeature[] } {
  const { words, shouted } = scan
  return {
    own: weighEnglish(words, shouted, feedbackType),
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
  const { own, found } = isEnglish ? analyseEnglish(scan, item.feedbackType) : analyseForeign(scan, language)
  const whole = dictate.sentiment === null ? applyRating(own, item) : polarityOf(dictate.sentiment)
  const weigh: Weigh = ({ from, to }) => {
    if (dictate.sentiment !== null) return whole
    const words = scan.words.slice(from, to)
    return isEnglish ? weighEnglish(words, 0, item.feedbackType) : weighForeignSentiment(words, language)
  }
  const spoken = isEmptyTalk(scan.words) ? NO_FEATURES : found
  const features = dictate.themes.size > 0 ? judgeDictated(dictate, whole) : judgeFeatures(spoken, scan, whole, weigh)
  const { sentiment, milliScore } = concludePolarity(whole)
  const isSaid =
    whole.positive > 0 || whole.negative > 0 || dictate.sentiment !== null || readRating(item.rating) !== null
  return { sentiment, score: milliScore / 1_000, isUnjudged: !isSaid && !isJudged(language), features }
}

/** A stretch of a text that says one thing: `words[from..to)`. */
interface Segment {
  from: number
  to: number
  /** How it leans; found when it is first asked for. */
  polarity?: Polarity
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
