import { describe, expect } from 'vitest'
import { rule } from './rule.js'
import {
  createGroup,
  createSource,
  expectInvalid,
  expectRefusal,
  listedSource,
  openScene,
  payloadOf,
  push,
  pushBody,
} from './scene.js'

const PUBLISH = '/survey/publish'

describe('publishing a source', () => {
  rule('[PUB-2] publishing turns the mode from EDITING into ACCESSIBLE', async (org) => {
    const { draftId } = await openScene(org)
    expect((await listedSource(org, draftId)).mode).toBe('EDITING')
    const answer = payloadOf(await org.post(PUBLISH, { survey_id: draftId }))
    expect(answer).toMatchObject({
      survey_id: draftId,
      mode: 'ACCESSIBLE',
      already_published: false,
      published_at: expect.any(String),
    })
    const { already_published: _, ...record } = answer
    expect(await listedSource(org, draftId)).toEqual(record)
  })

  rule('[PUB-1, PSH-10] a draft takes no content; once published it does', async (org) => {
    const scene = await openScene(org)
    const body = {
      ...pushBody(scene, ['hello']),
      survey_id: scene.draftId,
      question: { question_id: scene.draftTextId, content: ['hello'] },
    }
    expectRefusal(await org.post('/content/push', body), 409, 'SOURCE_NOT_PUBLISHED')
    payloadOf(await org.post(PUBLISH, { survey_id: scene.draftId }))
    expect(payloadOf(await org.post('/content/push', body)).inserted).toBe(1)
  })

  rule('a second publish changes nothing and says so', async (org) => {
    const { sourceId } = await openScene(org)
    const before = await org.digest()
    expect(payloadOf(await org.post(PUBLISH, { survey_id: sourceId })).already_published).toBe(true)
    expect(await org.digest()).toBe(before)
  })

  rule('[PUB-3, AUT-11] publishing is open to create and all', async (org) => {
    const groupId = await createGroup(org)
    for (const key of ['create', 'all'] as const) {
      const { survey_id } = await createSource(org, groupId)
      payloadOf(await org.post(PUBLISH, { survey_id, survey_series_id: groupId }, { key }))
    }
  })

  for (const key of ['push', 'send', 'mcp_read'] as const) {
    rule(`[PUB-4] publishing refuses a ${key} key`, async (org) => {
      expectRefusal(await org.post(PUBLISH, { survey_id: '1' }, { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const survey_id of [undefined, null, 1, '', {}]) {
    rule(`survey_id is a required string: ${JSON.stringify(survey_id)} is refused`, async (org) => {
      expectInvalid(await org.post(PUBLISH, { survey_id }), 'survey_id')
    })
  }

  rule('a source that is unknown, or not in the group named, is not found', async (org) => {
    const { draftId } = await openScene(org)
    const other = await createGroup(org)
    expectRefusal(await org.post(PUBLISH, { survey_id: '987654321' }), 404, 'NOT_FOUND')
    expectRefusal(await org.post(PUBLISH, { survey_id: draftId, survey_series_id: other }), 404, 'NOT_FOUND')
    expectRefusal(await org.post(PUBLISH, { survey_id: draftId, survey_series_id: '987654321' }), 404, 'NOT_FOUND')
  })

  rule('a source published without a text question takes no content', async (org) => {
    const scene = await openScene(org)
    expectInvalid(await push(org, { ...scene, textId: scene.choiceId }, ['hello']), 'question.question_id')
  })
})
