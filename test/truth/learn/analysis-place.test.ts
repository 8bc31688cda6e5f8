import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'

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

test('a record below several members is found where all of it is', () => {
  const quota = object({ cap: COUNT, remaining: COUNT, period_end: TEXT })
  const entity = object({ present: { type: 'boolean' }, variables: listOf(TEXT), quota })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/invite-template',
    answer: object({ result: object({ entity }) }),
  })
  expect(facts['result:getInviteTemplate']).toMatchObject({ at: 'result.entity' })
  expect(JSON.stringify(facts['result:getInviteTemplate'])).not.toContain('"/')
})
