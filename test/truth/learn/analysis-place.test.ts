import { expect, test } from 'vitest'
import { COUNT, factsFrom, object, oneOf, TEXT } from './document.js'

const side = object({ count: COUNT, share: { type: 'number', maximum: 1 } })

test('a whole analysis below one member is found, however much of it is nested deeper', () => {
  const analysis = object({
    analysis_status: oneOf('ready', 'pending'),
    sourceId: TEXT,
    sentiment: object({ positive: side, neutral: side, negative: side }),
  })
  const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer: object({ analysis }) })
  expect(facts['result:getAnalysis']).toEqual({ at: 'analysis' })
  expect(facts['result:getAnalysis.survey_id']).toMatchObject({ name: 'sourceId' })
})
