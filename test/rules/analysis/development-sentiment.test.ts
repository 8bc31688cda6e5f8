import { describe, expect, it } from 'vitest'
import { analyseText } from '../../../emulator/analysis/index.js'
import { HELD_OUT_NAMES, readHeldOutTexts } from '../../bench/development-texts.js'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'
import { type Class, macroF1 } from '../../bench/labelled-texts.js'

const CLASSES = { negative: 0, neutral: 1, positive: 2 } as const

function judge(texts: ReturnType<typeof readHeldOutTexts>): (readonly [Class, Class])[] {
  return texts
    .filter(({ item }) => !item.language || item.language.startsWith('en'))
    .map(({ item, sentiment }) => [CLASSES[sentiment], CLASSES[analyseText(item, []).sentiment]] as const)
}

// No weight was learned from any of these texts.
describe('[ANA-5] sentiment agrees with people in sources that nothing was learned from', () => {
  it.each([
    ['sources held out', HELD_OUT_NAMES.flatMap(readHeldOutTexts), 0.72],
    ['fixtures', FIXTURE_NAMES.flatMap(readJudgedTexts), 0.72],
    ['tickets alone', readJudgedTexts('support-tickets'), 0.72],
    ['a chat alone', readJudgedTexts('chat-log'), 0.8],
  ])('%s', (_, texts, least) => {
    expect(macroF1(judge(texts))).toBeGreaterThan(least)
  })

  it.each([
    ['sources held out', HELD_OUT_NAMES.flatMap(readHeldOutTexts)],
    ['tickets', readJudgedTexts('support-tickets')],
    ['app reviews', readJudgedTexts('app-reviews')],
    ['a survey', readJudgedTexts('customer-survey')],
  ])('%s: the share of neutral is within five points of what people say', (_, texts) => {
    const guesses = judge(texts)
    const shareOf = (place: 0 | 1) => guesses.filter((pair) => pair[place] === 1).length / guesses.length
    expect(Math.abs(shareOf(0) - shareOf(1))).toBeLessThan(0.05)
  })
})
