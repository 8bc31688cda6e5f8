import type { Word } from './text/words.js'
import type { Mention } from './topics/find-topics.js'
import { TOPIC_KEYS, topicOf } from './topics/topics.js'

/** A feature before it is known how the item speaks there. */
export interface FoundFeature {
  name: string
  weight: number
  places: readonly number[]
}

export const WEIGHT_SCALE = 16
const MAX_WEIGHT = 255
/** Long texts say what they are about early. */
const MAX_WORDS = 24
const MAX_PHRASES = 6
const MAX_LENGTH = 24
const NAMES = new Map(TOPIC_KEYS.map((key) => [key, `#${key}`]))

function toWeight(weight: number): number {
  return Math.min(MAX_WEIGHT, Math.round(weight * WEIGHT_SCALE))
}

/** Topics that were mentioned, each with its leaf beside it where the text names one. */
export function toTopicFeatures(mentions: readonly Mention[]): FoundFeature[] {
  return mentions.flatMap(({ key, weight, places }) => {
    const topic = topicOf(key)
    const feature = { name: NAMES.get(topic)!, weight: toWeight(weight), places }
    return topic === key ? [feature] : [feature, { name: NAMES.get(key)!, weight: feature.weight, places }]
  })
}

function isTelling(word: Word): boolean {
  return word.kind === 'word' && !word.isSilent && word.isLatin && word.text.length <= MAX_LENGTH
}

function findWordFeatures(words: readonly Word[]): FoundFeature[] {
  const found = new Map<string, FoundFeature>()
  for (let at = 0; at < words.length && found.size < MAX_WORDS; at++) {
    const word = words[at]!
    if (!isTelling(word) || found.has(word.stem)) continue
    found.set(word.stem, { name: word.singular, weight: WEIGHT_SCALE, places: [at] })
  }
  return [...found.values()]
}

function canStandInName(word: Word | undefined): word is Word {
  return word !== undefined && isTelling(word) && !word.isVague
}

/** Two names side by side and no third: what a label may show instead of one word. */
function findPhraseFeatures(words: readonly Word[]): FoundFeature[] {
  const found = new Map<string, FoundFeature>()
  for (let at = 1; at < words.length && found.size < MAX_PHRASES; at++) {
    const first = words[at - 1]
    const second = words[at]
    if (!canStandInName(first) || !canStandInName(second)) continue
    const name = `${first.singular} ${second.singular}`
    if (!found.has(name)) found.set(name, { name, weight: WEIGHT_SCALE, places: [at] })
  }
  return [...found.values()]
}

/** The words of an English text that say what it is about, and pairs of names. */
export function findTextFeatures(words: readonly Word[]): FoundFeature[] {
  return [...findWordFeatures(words), ...findPhraseFeatures(words)]
}
