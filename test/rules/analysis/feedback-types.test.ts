import { describe, expect, it } from 'vitest'
import { analyseText } from '../../../emulator/analysis/index.js'
import { FEEDBACK_TYPES } from '../../../src/contract/question-types.js'

const ofTicket = (text: string) => analyseText({ text, feedbackType: 'support_ticket' }, [])

describe('[ANA-5] the sentiment of messages to a service', () => {
  it.each([
    ['The refund is still outstanding.', 'negative'],
    ['The room was dirty.', 'negative'],
    ['Good morning, the blender leaks. Thanks in advance and kind regards', 'negative'],
    ['Hello team, I hope you are well. My order never came. Many thanks!', 'negative'],
    ['Waiting since Monday for an answer', 'negative'],
    ['How do I change my delivery address? Thanks!', 'neutral'],
    ['Brilliant service, the courier even carried it upstairs.', 'positive'],
  ])('%s: %s', (text, sentiment) => {
    expect(ofTicket(text).sentiment).toBe(sentiment)
  })

  it.each(['1', '00:00', 'n/a', 'nothing', 'none', 'no', 'keine', 'nada', 'no comment'])(
    '"%s" is no answer, and neither good nor bad',
    (text) => {
      for (const feedbackType of FEEDBACK_TYPES)
        expect(analyseText({ text, feedbackType }, [])).toMatchObject({ sentiment: 'neutral', score: 0 })
    },
  )

  it.each(['not working', 'never again', '😡'])('"%s" is negative, as short as it is', (text) => {
    expect(ofTicket(text).sentiment).toBe('negative')
  })

  it('a greeting moves a text by less than half of the way to the next sentiment', () => {
    for (const text of ['I have three questions.', 'The refund is still outstanding.', 'The kettle leaks.']) {
      expect(Math.abs(ofTicket(`Good morning, ${text}`).score - ofTicket(text).score)).toBeLessThan(0.5)
    }
  })

  it('a rating counts less in a survey, where it is of the whole', () => {
    const scoreOf = (feedbackType: 'survey' | 'app_review') =>
      analyseText({ text: 'The showers are cold', rating: 5, feedbackType }, []).score
    expect(scoreOf('survey')).toBeLessThan(scoreOf('app_review'))
  })

  it('any kind of source is judged, one that is not known like reviews', () => {
    const text = 'Works, but the hinge is loose'
    const scores = FEEDBACK_TYPES.map((feedbackType) => analyseText({ text, feedbackType }, []).score)
    expect(scores.every((score) => score >= -1 && score <= 1)).toBe(true)
    expect(analyseText({ text }, [])).toEqual(analyseText({ text, feedbackType: 'review' }, []))
  })
})
