import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const publish = (body: Record<string, object>) =>
  factsFrom({ method: 'post', path: '/api/input/survey/publish', body: object(body as never), answer: object({}) })

test('a list that is called after the one value of a request stands for it', () => {
  const fact = { name: 'survey_ids', list: { listed: true } }
  expect(publish({ survey_ids: listOf(TEXT) })['body:publishSource.survey_id']).toMatchObject(fact)
  expect(publish({ survey_ids: listOf(COUNT) })['body:publishSource.survey_id']).toMatchObject({
    ...fact,
    type: 'integer',
  })
  const sent = seen('POST /api/input/survey/publish', { survey_id: '5' }, { body: { survey_ids: ['5'] } })
  expect(factsSeen([sent])['body:publishSource.survey_id']).toMatchObject(fact)
})

test('a list that is called otherwise, or that needs several entries, is no such value', () => {
  expect(publish({ tags: listOf(TEXT) })['body:publishSource.survey_id']?.list).toBeUndefined()
  const pairs = { ...listOf(TEXT), minItems: 2 }
  expect(publish({ survey_ids: pairs })['body:publishSource.survey_id']?.list).toBeUndefined()
})

const sent = (answer: Record<string, object>) =>
  factsFrom({
    method: 'post',
    path: '/api/input/sources/{id}/invites',
    body: object({ recipients: listOf(object({ email: TEXT })) }),
    answer: object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), ...answer } as never),
  })['result:sendInvites']

test('a number called after what was skipped says how many were', () => {
  expect(sent({ accepted: COUNT, skipped: COUNT })).toMatchObject({ lists: { skipped: { counted: true } } })
  expect(sent({ accepted_count: COUNT, skipped_count: COUNT })).toMatchObject({
    names: { accepted: 'accepted_count', skipped: 'skipped_count' },
    lists: { skipped: { counted: true } },
  })
})

test('a number that counts some of those who were skipped alone, or a share, is not how many were', () => {
  expect(sent({ accepted: COUNT, already_invited: COUNT })?.lists).toBeUndefined()
  expect(sent({ accepted: COUNT, skipped: { type: 'number' } })?.lists).toBeUndefined()
})
