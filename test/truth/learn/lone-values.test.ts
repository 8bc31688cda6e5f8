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

const erase = (body: object) => {
  const { names, lists } =
    factsFrom({
      method: 'post',
      path: '/api/input/feedback/erase',
      body: { ...object(body as never), required: [] },
      answer: object({ erased: COUNT }),
    })['body:eraseFeedback'] ?? {}
  return { names, lists }
}

test.each(['survey_ids', 'source_ids'])(
  'a list of sources beside lists of ours stands for the one of an erase: %s',
  (name) => {
    for (const others of [
      { external_ids: listOf(TEXT), customer_ids: listOf(TEXT) },
      { by: oneOf('external_id', 'customer_id'), values: listOf(TEXT) },
      { filter: object({ external_id: listOf(TEXT), customer_id: listOf(TEXT) }) },
    ]) {
      expect(erase({ ...others, [name]: listOf(TEXT) })).toMatchObject({
        names: { survey_id: name },
        lists: { survey_id: { listed: true } },
      })
    }
  },
)

test('what stands beside the object that an erase is in may name the source', () => {
  const filter = object({ external_id: listOf(TEXT), customer_id: listOf(TEXT) })
  expect(erase({ filter }).names).toMatchObject({ survey_id: null })
  expect(erase({ filter, where: TEXT }).names).not.toHaveProperty('survey_id')
})

test('a list that may be a list of ours stands for no value', () => {
  expect(JSON.stringify(erase({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }))).not.toContain('listed')
})
