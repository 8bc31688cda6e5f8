import { readText } from '../../emulator/analysis/sentiment/english.js'
import {
  namesOf,
  readModel,
  SCALE,
  type StoredModel,
  type StoredWeights,
  sumOdds,
} from '../../emulator/analysis/sentiment/model.js'
import type { LeftOut } from '../../emulator/analysis/sentiment/read-sums.js'
import { DENSE_FEATURES, toDense } from '../../emulator/analysis/sentiment/sums.js'
import { type Scan, scanText } from '../../emulator/analysis/text/scan.js'
import type { Class } from './labelled-texts.js'
import { type Example, type LearningSettings, learnWeights } from './learn-weights.js'

/** A text with the class it is to be given. */
export interface ClassedText {
  text: string
  label: Class
}

// Chosen by cross-validation over all four sets; neutral is the rare class in three of them.
const GENERAL: LearningSettings = { epochs: 14, rate: 0.015, decay: 1e-4, classWeights: [1, 1.6, 1] }
/** Chosen by leaving out each development source in turn: about as many of them all are neutral as people say, and macro-F1 stays. */
const FEEDBACK: LearningSettings = { epochs: 10, rate: 0.02, decay: 1e-3, classWeights: [1, 1.25, 1] }
const CHAT: LearningSettings = { ...FEEDBACK, classWeights: [1, 1, 1] }
const MIN_TEXTS = 3
const MAX_GENERAL = 14_000
const MAX_FEEDBACK = 2_500

interface Read {
  names: string[]
  counts: number[]
  examples: Example[]
}

function listFeatures({ words, shouted }: Scan, leftOut: LeftOut): { names: Set<string>; dense: number[] } {
  const names = new Set<string>()
  const { whole } = readText(words, leftOut, (_, word, isNegated, before) => {
    for (const name of namesOf(word, isNegated)) names.add(name)
    if (before !== null) names.add(`${before.text} ${word.text}`)
  })
  return { names, dense: [...toDense(whole, shouted)] }
}

type Known = Example['known']
const NOTHING_KNOWN = [0, 0, 0] as const

function readExamples(texts: readonly ClassedText[], leftOut: LeftOut, known: (scan: Scan) => Known): Read {
  const read = texts.map(({ text, label }) => {
    const scan = scanText(text)
    return { label, known: known(scan), ...listFeatures(scan, leftOut) }
  })
  const countOf = new Map<string, number>()
  for (const { names } of read) for (const name of names) countOf.set(name, (countOf.get(name) ?? 0) + 1)
  const kept = [...countOf].filter(([name, count]) => count >= MIN_TEXTS && !name.includes('|'))
  const idOf = new Map(kept.map(([name], id) => [name, id]))
  const examples = read.map(({ names, ...rest }) => ({
    ...rest,
    features: Int32Array.from([...names].flatMap((name) => idOf.get(name) ?? [])),
  }))
  return { examples, names: kept.map(([name]) => name), counts: kept.map(([, count]) => count) }
}

/** Of words none count. */
const NO_FEATURES = new Int32Array(0)

type Values = [positive: number, negative: number]

function againstNeutral(weights: Float64Array, index: number): Values {
  const neutral = weights[index * 3 + 1]!
  return [weights[index * 3 + 2]! - neutral, weights[index * 3]! - neutral]
}

/** The features that matter most, by their rounded weights. */
function storeWords({ names, counts }: Read, sparse: Float64Array, most: number): Record<string, string> {
  const rated = names.map((name, index) => {
    const [positive, negative] = againstNeutral(sparse, index)
    const size = Math.max(Math.abs(positive), Math.abs(negative), Math.abs(positive - negative))
    const values = [positive, negative].map((value) => Math.round(value * SCALE))
    return { name, values, gain: size * Math.sqrt(counts[index]!) }
  })
  const best = rated
    .filter(({ values }) => values.some((value) => value !== 0))
    .sort((a, b) => b.gain - a.gain || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const byValues = new Map<string, string[]>()
  for (const { name, values } of best) {
    const key = values.join(' ')
    byValues.set(key, [...(byValues.get(key) ?? []), name])
  }
  const sorted = [...byValues].sort(([first], [second]) => (first < second ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, list]) => [key, list.join('|')]))
}

function train(read: Read, settings: LearningSettings, most: number): StoredWeights {
  const examples = most > 0 ? read.examples : read.examples.map((example) => ({ ...example, features: NO_FEATURES }))
  const { sparse, dense } = learnWeights(examples, read.names.length, settings)
  const denseWeights = DENSE_FEATURES.map((name, index): [string, Values] => {
    const [positive, negative] = againstNeutral(dense, index)
    return [name, [Number(positive.toFixed(3)), Number(negative.toFixed(3))]]
  })
  return { dense: Object.fromEntries(denseWeights), words: storeWords(read, sparse, most) }
}

/** Learns the weights that any text is judged by; the same for the same texts. */
export function trainGeneral(texts: readonly ClassedText[]): StoredWeights {
  return train(
    readExamples(texts, 'nothing', () => NOTHING_KNOWN),
    GENERAL,
    MAX_GENERAL,
  )
}

function trainOnTop(known: readonly StoredWeights[], texts: readonly ClassedText[], most: number): StoredWeights {
  const model = readModel(...known)
  const read = readExamples(texts, 'greetings', ({ words, shouted }) => {
    const [positive, negative] = sumOdds(model, readText(words, 'greetings', model.take).whole, shouted)
    return [negative, 0, positive]
  })
  return train(read, most > 0 ? FEEDBACK : CHAT, most)
}

/** Learns what feedback addressed to a service adds to general weights, and chats to that. */
export function trainFeedback(
  general: StoredWeights,
  texts: readonly ClassedText[],
  chats: readonly ClassedText[],
): StoredModel {
  const feedback = trainOnTop([general], texts, MAX_FEEDBACK)
  // In chats not the words differ, but what it means that something is told.
  return { general, feedback, chat: trainOnTop([general, feedback], chats, 0) }
}
