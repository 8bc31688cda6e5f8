import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { type FoundFeature, findConceptFeatures, findForeignFeatures, findTextFeatures } from './find-features.js'
import { applyRules } from './rules.js'
import { isForService, weighEnglish } from './sentiment/english.js'
import { weighForeign } from './sentiment/foreign.js'
import {
  concludePolarity,
  encodePolarity,
  mixPolarities,
  type Polarity,
  polarityOf,
  type Stretch,
} from './sentiment/polarity.js'
import { applyRating, readRating } from './sentiment/rating.js'
import { detectLanguage, ENGLISH, isJudged } from './text/language.js'
import { type Scan, scanText } from './text/scan.js'
import { isEmptyTalk, isNoAnswer } from './text/stop-words.js'
import type { Feature, Finding, TextToAnalyse } from './types.js'

/** How much of a feature's sentiment comes from the stretch where it shows first; the rest from the whole item. */
const OWN_PART = 0.6

function encode(polarity: Polarity): number {
  const { sentiment, milliScore } = concludePolarity(polarity)
  return encodePolarity(sentiment, milliScore)
}

function judgeFeatures(found: readonly FoundFeature[], stretches: readonly Stretch[], whole: Polarity): Feature[] {
  let at = -1
  let polarity = encode(whole)
  return found.map(({ name, stem, times, link, place }) => {
    while (stretches.length > 1 && (at < 0 || stretches[at]!.to <= place)) {
      at++
      if (stretches[at]!.to > place) polarity = encode(mixPolarities(stretches[at]!.polarity, whole, OWN_PART))
    }
    return { name, stem, times, link, polarity }
  })
}

function featuresOfRules(themes: ReadonlyMap<string, string>, whole: Polarity): Feature[] {
  const names = [...themes.values()].map((label) => `!${label}`)
  return names.map((name) => ({ name, stem: name, times: 1, link: 0, polarity: encode(whole) }))
}

/** What a text speaks of; one without content of nothing, whatever single words of it mean elsewhere. */
function findFeatures({ words }: Scan, language: string, stretches: readonly Stretch[], whole: Polarity): Feature[] {
  if (isEmptyTalk(words)) return []
  const isEnglish = language === ENGLISH
  const said = isEnglish ? findTextFeatures(words) : findForeignFeatures(words, language)
  const features = judgeFeatures(said, stretches, whole)
  features.push(...judgeFeatures(findConceptFeatures(words, isEnglish, stretches.length > 1), stretches, whole))
  return features
}

function judge(
  scan: Scan,
  language: string,
  feedbackType: TextToAnalyse['feedbackType'],
): { whole: Polarity; stretches: Stretch[] } {
  if (isNoAnswer(scan.words)) return { whole: { positive: 0, negative: 0 }, stretches: [] }
  return language === ENGLISH
    ? weighEnglish(scan, feedbackType)
    : weighForeign(scan.words, language, isForService(feedbackType))
}

/**
 * What one text says: its sentiment and what it speaks of. Depends on nothing but the item and the rules, which win over
 * what is found ([ANA-5], [ANA-6]); takes time linear in the length of the text and refuses none.
 */
export function analyseText(item: TextToAnalyse, rules: readonly AnalysisRule[]): Finding {
  const dictate = applyRules(item.text, rules)
  const scan = scanText(item.text)
  const language = detectLanguage(scan.words, item.language)
  const said = judge(scan, language, item.feedbackType)
  const whole = dictate.sentiment === null ? applyRating(said.whole, item) : polarityOf(dictate.sentiment)
  const stretches = dictate.sentiment === null ? said.stretches : []
  const { sentiment, milliScore } = concludePolarity(whole)
  const isSaid =
    whole.positive > 0 || whole.negative > 0 || dictate.sentiment !== null || readRating(item.rating) !== null
  const features =
    dictate.themes.size > 0 ? featuresOfRules(dictate.themes, whole) : findFeatures(scan, language, stretches, whole)
  return { sentiment, score: milliScore / 1_000, isUnjudged: !isSaid && !isJudged(language), features }
}
