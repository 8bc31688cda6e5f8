import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  bulkBody,
  createSource,
  expectInvalid,
  expectRefusal,
  feedbackOf,
  freshKey,
  items,
  openScene,
  payloadOf,
  publish,
  type Scene,
} from './scene.js'
import { finishedTask } from './tasks.js'

const BULK = '/content/push/bulk'
const SYNC = { sync: true }

/** A published source of many text questions. */
async function wideScene(org: Organization, width: number): Promise<Scene & { questionIds: string[] }> {
  const scene = await openScene(org)
  const questions = Array.from({ length: width }, (_, index) => ({
    type: 'TEXT',
    question_text: `Question ${index + 1}`,
  }))
  const source = await createSource(org, scene.groupId, { questions })
  await publish(org, source.survey_id)
  const questionIds = source.questions.map((question: Json) => question.question_id)
  return { ...scene, sourceId: source.survey_id, questionIds }
}

const refused = (title: string, change: (scene: Scene) => Record<string, unknown>, path?: string) =>
  rule(title, async (org) => {
    const scene = await openScene(org)
    expectInvalid(await org.post(BULK, { ...bulkBody(scene, [[scene.textId, ['fine']]]), ...change(scene) }), path)
  })

describe('bulk push as a task', () => {
  rule(
    '[BLK-1, BLK-13, AUT-9] without sync it answers 202 with a task, which works on after the answer',
    async (org) => {
      const scene = await openScene(org)
      const answer = await org.post(
        BULK,
        bulkBody(scene, [
          [scene.textId, items(2)],
          [scene.longId, ['a', 'b', 'c']],
        ]),
        { key: 'push' },
      )
      const accepted = payloadOf(answer, 202)
      expect(accepted).toMatchObject({
        task_id: expect.any(String),
        status: 'queued',
        progress: 0,
        status_url: expect.any(String),
      })
      const task = await finishedTask(org, accepted.task_id)
      expect(task).toMatchObject({
        kind: 'bulk',
        status: 'completed',
        progress: 100,
        task_id: accepted.task_id,
        completed_at: expect.any(String),
      })
      expect(task.result).toMatchObject({
        inserted: 5,
        duplicates: 0,
        rows_accepted: 5,
        survey_id: scene.sourceId,
        status: 'completed',
        aps_deducted: 0,
      })
      expect(await feedbackOf(org, scene)).toHaveLength(5)
    },
  )

  rule('[AUT-9] the scope push covers the status of the task, under the address the answer gave', async (org) => {
    const scene = await openScene(org)
    const { status_url } = payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, ['a']]])), 202)
    const { pathname } = new URL(status_url, org.target.baseUrl)
    for (const key of ['push', 'create', 'all'] as const) {
      expect(payloadOf(await org.request('GET', pathname, { key, mount: '' })).kind).toBe('bulk')
    }
  })

  rule('[BLK-2] bulk push is open to push', async (org) => {
    const scene = await openScene(org)
    payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, ['a']]]), { key: 'push' }), 202)
  })
  for (const key of ['send', 'mcp_read'] as const) {
    rule(`[BLK-3] bulk push refuses a ${key} key`, async (org) => {
      expectRefusal(await org.post(BULK, {}, { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const wrong of [undefined, null, 4, '']) {
    const shown = JSON.stringify(wrong)
    refused(
      `[BLK-4] survey_series_id is a required string: ${shown} is refused`,
      () => ({ survey_series_id: wrong }),
      'survey_series_id',
    )
    refused(`[BLK-5] survey_id is a required string: ${shown} is refused`, () => ({ survey_id: wrong }), 'survey_id')
    refused(
      `[BLK-7] question_id is a required string: ${shown} is refused`,
      () => ({ questions: [{ question_id: wrong, content: ['x'] }] }),
      'questions[0].question_id',
    )
  }
  for (const wrong of [undefined, null, {}, 'all', []]) {
    refused(
      `[BLK-6] questions is a required array: ${JSON.stringify(wrong)} is refused`,
      () => ({ questions: wrong }),
      'questions',
    )
  }
  for (const content of [undefined, null, 'text', 5]) {
    rule(`[BLK-7] content is an array of items: ${JSON.stringify(content)} is not accepted`, async (org) => {
      const scene = await openScene(org)
      const answer = await org.post(BULK, bulkBody(scene, [[scene.textId, content]], SYNC))
      expect(answer.status, answer.text).toBe(400)
    })
  }

  rule('[BLK-8, IDM-1] items may be plain strings', async (org) => {
    const scene = await openScene(org)
    const { task_id } = payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, ['a', 'b']]])), 202)
    expect((await finishedTask(org, task_id)).result.inserted).toBe(2)
    const keyed = await org.post(BULK, bulkBody(scene, [[scene.textId, ['c']]]), freshKey())
    expect((await finishedTask(org, payloadOf(keyed, 202).task_id)).result.inserted).toBe(1)
  })

  rule('[BLK-9] 100 questions are accepted', async (org) => {
    const scene = await wideScene(org, 100)
    const pairs = scene.questionIds.map((id): [string, unknown] => [id, ['x']])
    const { task_id } = payloadOf(await org.post(BULK, bulkBody(scene, pairs)), 202)
    expect((await finishedTask(org, task_id)).result).toMatchObject({ inserted: 100 })
  })
  refused(
    '[BLK-10] 101 questions are refused',
    () => ({
      questions: Array.from({ length: 101 }, (_, index) => ({ question_id: String(index + 1), content: ['x'] })),
    }),
    'questions',
  )

  rule('[BLK-11, BLK-12] source_reference is optional and is stored on every row', async (org) => {
    const scene = await openScene(org)
    const body = bulkBody(
      scene,
      [
        [scene.textId, ['a', 'b']],
        [scene.longId, ['c']],
      ],
      { source_reference: 'March export' },
    )
    await finishedTask(org, payloadOf(await org.post(BULK, body), 202).task_id)
    await finishedTask(org, payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, ['d']]])), 202).task_id)
    const references = (await feedbackOf(org, scene)).map((item) => [item.text, item.source_reference])
    expect(references).toEqual([
      ['a', 'March export'],
      ['b', 'March export'],
      ['c', 'March export'],
      ['d', null],
    ])
  })

  refused('a question may stand in a bulk push once', ({ textId }) => ({
    questions: [
      { question_id: textId, content: ['x'] },
      { question_id: textId, content: ['y'] },
    ],
  }))
  refused('[LIM-1] 1,001 items over all questions are refused', ({ textId, longId }) => ({
    questions: [
      { question_id: textId, content: items(501, 'a') },
      { question_id: longId, content: items(500, 'b') },
    ],
  }))
  rule(
    '1,000 items over all questions are accepted',
    async (org) => {
      const scene = await openScene(org)
      const body = bulkBody(scene, [
        [scene.textId, items(500, 'a')],
        [scene.longId, items(500, 'b')],
      ])
      const { task_id } = payloadOf(await org.post(BULK, body), 202)
      expect((await finishedTask(org, task_id)).result.inserted).toBe(1_000)
    },
    { readsOnly: false },
  )

  rule('[LIM-2] a bulk item of 10,001 characters is not stored; the other questions go in', async (org) => {
    const scene = await openScene(org)
    const body = bulkBody(scene, [
      [scene.textId, ['short', 'x'.repeat(10_001)]],
      [scene.longId, ['fine']],
    ])
    const { result } = await finishedTask(org, payloadOf(await org.post(BULK, body), 202).task_id)
    expect(result).toMatchObject({
      inserted: 1,
      results: [
        { status: 'rejected', inserted: 0 },
        { status: 'accepted', inserted: 1 },
      ],
    })
    expect(result.results[0].error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    expect((await feedbackOf(org, scene)).map((item) => item.text)).toEqual(['fine'])
  })

  rule('where every question is rejected the task fails with PUSH_FAILED', async (org) => {
    const scene = await openScene(org)
    const { task_id } = payloadOf(await org.post(BULK, bulkBody(scene, [[scene.choiceId, ['x']]])), 202)
    expect(await finishedTask(org, task_id)).toMatchObject({ status: 'failed', error: { code: 'PUSH_FAILED' } })
    expect(await feedbackOf(org, scene)).toEqual([])
  })

  rule('what refuses the whole request does so at acceptance', async (org) => {
    const scene = await openScene(org)
    const body = bulkBody(scene, [[scene.textId, ['x']]])
    expectRefusal(await org.post(BULK, { ...body, survey_id: '987654321' }), 404, 'NOT_FOUND')
    expectRefusal(await org.post(BULK, { ...body, survey_series_id: '987654321' }), 404, 'NOT_FOUND')
    const draft = bulkBody({ ...scene, sourceId: scene.draftId }, [[scene.draftTextId, ['x']]])
    expectRefusal(await org.post(BULK, draft), 409, 'SOURCE_NOT_PUBLISHED')
  })

  for (const id of ['0', 'nope', '%2e%2e', '__proto__']) {
    rule(`a task that was never given is not found: ${id}`, async (org) => {
      expectRefusal(await org.get(`/content/push/bulk/${id}`), 404, 'NOT_FOUND')
    })
  }
})

describe('synchronous bulk push', () => {
  rule(
    '[BLK-14] with sync, within the bounds and an external_id on every row, it answers 200 with the result',
    async (org) => {
      const scene = await openScene(org)
      const body = bulkBody(
        scene,
        [
          [scene.textId, items(3)],
          [scene.longId, items(2)],
        ],
        SYNC,
      )
      payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, items(1)]], SYNC)))
      expect(payloadOf(await org.post(BULK, body))).toEqual({
        survey_series_id: scene.groupId,
        survey_id: scene.sourceId,
        status: 'completed',
        results: [
          { question_id: scene.textId, status: 'accepted', inserted: 2, duplicates: 1, rows_accepted: 3 },
          { question_id: scene.longId, status: 'accepted', inserted: 2, duplicates: 0, rows_accepted: 2 },
        ],
        inserted: 4,
        duplicates: 1,
        rows_accepted: 5,
        aps_deducted: 0,
      })
    },
  )

  rule('[BLK-15] 50 items over 20 fields answer 200', async (org) => {
    const scene = await wideScene(org, 20)
    const pairs = scene.questionIds.map((id, index): [string, unknown] => [id, items(index < 10 ? 3 : 2, id)])
    expect(payloadOf(await org.post(BULK, bulkBody(scene, pairs, SYNC)))).toMatchObject({
      inserted: 50,
      status: 'completed',
    })
  })

  rule('[BLK-16] a row without external_id is refused', async (org) => {
    const scene = await openScene(org)
    for (const content of [['plain'], [...items(2), { text: 'no id' }], [{ text: 'null', external_id: null }]]) {
      expectRefusal(
        await org.post(BULK, bulkBody(scene, [[scene.textId, content]], SYNC)),
        400,
        'SYNC_REQUIRES_EXTERNAL_ID',
      )
    }
  })

  for (const withIds of [true, false]) {
    rule(`[BLK-17] 51 items ${withIds ? '' : 'without ids '}fall back to the asynchronous 202`, async (org) => {
      const scene = await openScene(org)
      const content = withIds ? items(51) : Array.from({ length: 51 }, () => 'plain')
      const { task_id } = payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, content]], SYNC)), 202)
      expect((await finishedTask(org, task_id)).result.inserted).toBe(51)
    })
  }

  rule('[BLK-18] 21 fields fall back to the asynchronous 202', async (org) => {
    const scene = await wideScene(org, 21)
    const pairs = scene.questionIds.map((id): [string, unknown] => [id, items(1, id)])
    payloadOf(await org.post(BULK, bulkBody(scene, pairs, SYNC)), 202)
  })

  rule('[BLK-19] a busy moment falls back to the asynchronous 202', async (org) => {
    const scene = await openScene(org)
    payloadOf(await org.control('POST', '/faults', { operation: 'pushBulk', kind: 'busy', times: 1 }))
    const { task_id } = payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, items(2)]], SYNC)), 202)
    expect((await finishedTask(org, task_id)).result.inserted).toBe(2)
    payloadOf(await org.post(BULK, bulkBody(scene, [[scene.textId, items(2, 'later')]], SYNC)))
  })

  rule('[BLK-20] where no field accepted anything it answers PUSH_FAILED', async (org) => {
    const scene = await openScene(org)
    for (const pairs of [
      [[scene.choiceId, items(1)]],
      [
        ['987654321', items(1)],
        [scene.choiceId, items(1)],
      ],
      [[scene.textId, [{ text: '', external_id: 'e' }]]],
    ] as [string, unknown][][]) {
      expectRefusal(await org.post(BULK, bulkBody(scene, pairs, SYNC)), 400, 'PUSH_FAILED')
    }
  })

  rule('a question that is unknown, does not accept text or holds a bad item is rejected alone', async (org) => {
    const scene = await openScene(org)
    const bad = [
      { text: 'x', external_id: 'good' },
      { text: 'x', external_id: 'bad', rating: 'five' },
    ]
    const pairs: [string, unknown][] = [
      ['987654321', items(1)],
      [scene.choiceId, items(1)],
      [scene.longId, bad],
      [scene.textId, items(1)],
    ]
    const { results, inserted } = payloadOf(await org.post(BULK, bulkBody(scene, pairs, SYNC)))
    expect(results.map((result: Json) => [result.question_id, result.status, result.inserted])).toEqual([
      ['987654321', 'rejected', 0],
      [scene.choiceId, 'rejected', 0],
      [scene.longId, 'rejected', 0],
      [scene.textId, 'accepted', 1],
    ])
    expect(inserted).toBe(1)
    expect(await feedbackOf(org, scene)).toHaveLength(1)
  })

  rule('[BLK-21] a synchronous push over its budget answers 504 and stores nothing', async (org) => {
    const scene = await openScene(org)
    payloadOf(await org.control('POST', '/faults', { operation: 'pushBulk', kind: 'sync_timeout', times: 1 }))
    const body = bulkBody(scene, [[scene.textId, items(2)]], SYNC)
    expectRefusal(await org.post(BULK, body), 504, 'SYNC_PUSH_TIMEOUT')
    expect(payloadOf(await org.post(BULK, body)).inserted).toBe(2)
  })

  for (const sync of ['true', 1, {}]) {
    refused(`sync is a boolean: ${JSON.stringify(sync)} is refused`, () => ({ sync }), 'sync')
  }
})
