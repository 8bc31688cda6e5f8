import type { TextToAnalyse } from '../../emulator/analysis/index.js'
import { readText } from '../../emulator/analysis/sentiment/english.js'
import { readModel, type StoredWeights, weigh } from '../../emulator/analysis/sentiment/model.js'
import { concludePolarity } from '../../emulator/analysis/sentiment/polarity.js'
import { applyRating } from '../../emulator/analysis/sentiment/rating.js'
import { scanText } from '../../emulator/analysis/text/scan.js'
import { DEVELOPMENT_NAMES, HELD_OUT_NAMES, readClassedTexts, readHeldOutTexts } from './development-texts.js'
import { FIXTURE_NAMES, readJudgedTexts } from './fixture-themes.js'
import { type Class, macroF1 } from './labelled-texts.js'
import { trainFeedback } from './train-sentiment.js'

const CLASSES = { negative: 0, neutral: 1, positive: 2 } as const
const NEAR = 0.05
type ClassedItem = TextToAnalyse & { label: Class }
type Guess = readonly [truth: Class, guess: Class]

const isEnglish = ({ language }: TextToAnalyse) => !language || language.startsWith('en')

/** Guesses of a source's texts by weights that were learned from others. */
function guess(items: readonly ClassedItem[], others: readonly ClassedItem[], general: StoredWeights): Guess[] {
  const isChat = items[0]?.feedbackType === 'chat'
  const chats = others.filter(({ feedbackType }) => feedbackType === 'chat')
  const { feedback, chat } = trainFeedback(general, others, chats)
  const model = isChat ? readModel(general, feedback, chat) : readModel(general, feedback)
  return items.map((item): Guess => {
    const { words, shouted } = scanText(item.text)
    const { whole } = readText(words, 'greetings', model.take)
    const polarity = applyRating(weigh(model, whole, shouted), item)
    return [item.label, CLASSES[concludePolarity(polarity).sentiment]]
  })
}

function neutralShare(guesses: readonly Guess[], place: 0 | 1): number {
  return guesses.filter((pair) => pair[place] === 1).length / guesses.length
}

function describe(name: string, guesses: readonly Guess[]): string {
  const [people, ours] = [neutralShare(guesses, 0), neutralShare(guesses, 1)]
  const shares = [ours, people].map((share) => `${(100 * share).toFixed(1)} %`.padStart(8)).join('  ')
  const near = Math.abs(ours - people) <= NEAR ? '' : '   more than 5 points off'
  return `${name.padEnd(30)} ${macroF1(guesses).toFixed(3)}  ${shares}${near}`
}

/** Feedback addressed to a service: each development source learned without it, the others learned without any of them. */
export function reportFeedback(general: StoredWeights): string[] {
  const sources = DEVELOPMENT_NAMES.map(readClassedTexts)
  const all = sources.flat()
  const developed = sources.map((items) => {
    const others = sources.filter((source) => source !== items).flat()
    return guess(items, others, general)
  })
  const judged = (texts: ReturnType<typeof readHeldOutTexts>): ClassedItem[] =>
    texts.map(({ item, sentiment }) => ({ ...item, label: CLASSES[sentiment] })).filter(isEnglish)
  const held = HELD_OUT_NAMES.map((name) => guess(judged(readHeldOutTexts(name)), all, general))
  const fixtures = FIXTURE_NAMES.map((name) => guess(judged(readJudgedTexts(name)), all, general))
  return [
    'feedback of kinds, in English    macro-F1  neutral  people say',
    ...developed.map((guesses, index) => describe(DEVELOPMENT_NAMES[index]!, guesses)),
    describe('development, each left out', developed.flat()),
    ...held.map((guesses, index) => describe(HELD_OUT_NAMES[index]!, guesses)),
    describe('held out', held.flat()),
    ...fixtures.map((guesses, index) => describe(FIXTURE_NAMES[index]!, guesses)),
    describe('fixtures', fixtures.flat()),
  ]
}
