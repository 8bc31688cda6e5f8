import { describe, expect } from 'vitest'
import { API } from './organization.js'
import { rule } from './rule.js'
import {
  bulkBody,
  creditsUsed,
  expectInvalid,
  expectRefusal,
  feedbackOf,
  freshKey,
  items,
  openScene,
  payloadOf,
  push,
  pushBody,
  uniqueName,
} from './scene.js'

const PUSH = '/content/push'

describe('idempotency', () => {
  rule('[IDM-1] pushes work with an Idempotency-Key and without', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    for (const ask of [{}, key]) expect(payloadOf(await push(org, scene, ['a'], ask)).inserted).toBe(1)
    for (const ask of [{}, freshKey()]) {
      payloadOf(await org.post('/content/push/bulk', bulkBody(scene, [[scene.textId, ['a']]]), ask), 202)
    }
  })

  rule('[IDM-2] the first request with a key is carried out', async (org) => {
    const key = freshKey()
    const answer = await push(org, await openScene(org), ['a'], key)
    expect(payloadOf(answer).inserted).toBe(1)
    expect(answer.headers['idempotent-replayed']).toBeUndefined()
  })

  rule(
    '[IDM-4, IDM-5] the same key and payload get the kept response and insert nothing, not even plain strings',
    async (org) => {
      const key = freshKey()
      const scene = await openScene(org)
      const first = await push(org, scene, ['plain', 'strings'], key)
      for (let again = 0; again < 3; again += 1) {
        const replay = await push(org, scene, ['plain', 'strings'], key)
        expect([replay.status, replay.text]).toEqual([first.status, first.text])
        if (org.target.kind === 'emulator') expect(replay.headers['idempotent-replayed']).toBe('true')
      }
      expect(await feedbackOf(org, scene)).toHaveLength(2)
    },
  )

  rule('[IDM-4] a replayed bulk push names the same task', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const body = bulkBody(scene, [[scene.textId, ['a', 'b']]])
    const [first, replay] = [
      await org.post('/content/push/bulk', body, key),
      await org.post('/content/push/bulk', body, key),
    ]
    expect(payloadOf(replay, 202).task_id).toBe(payloadOf(first, 202).task_id)
    expect(await feedbackOf(org, scene)).toHaveLength(2)
  })

  rule('a replay charges nothing and carries fresh headers', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const ask = { ...key, key: 'live.all' as const }
    const first = await push(org, scene, ['Something that costs.'], ask)
    const used = await creditsUsed(org)
    const replay = await push(org, scene, ['Something that costs.'], ask)
    expect(await creditsUsed(org)).toBe(used)
    expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  rule('[IDM-6] the same key with a different payload answers 409 and stores nothing', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    payloadOf(await push(org, scene, ['a'], key))
    for (const content of [['b'], ['a', 'a'], [], 'not an array']) {
      const answer = await push(org, scene, content, key)
      expect(answer.status, answer.text).toBe(409)
      if (org.target.kind === 'emulator') expectRefusal(answer, 409, 'IDEMPOTENCY_KEY_REUSED')
    }
    expect(await feedbackOf(org, scene)).toHaveLength(1)
  })

  rule('the payload is the raw body: white space or another order of members is another payload', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const json = JSON.stringify(pushBody(scene, ['a']))
    payloadOf(await org.request('POST', PUSH, { ...key, rawBody: json }))
    payloadOf(await org.request('POST', PUSH, { ...key, rawBody: json }))
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(pushBody(scene, ['a'])).reverse()))
    for (const rawBody of [`${json} `, json.replace(':', ': '), reordered]) {
      expectRefusal(await org.request('POST', PUSH, { ...key, rawBody }), 409, 'IDEMPOTENCY_KEY_REUSED')
    }
  })

  rule('a key belongs to one API key and one operation', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    payloadOf(await push(org, scene, ['a'], key))
    for (const other of ['push', 'create', 'live.all', 'live.push'] as const) {
      expect(payloadOf(await push(org, scene, ['b'], { ...key, key: other })).inserted).toBe(1)
    }
    payloadOf(await org.post('/content/push/bulk', bulkBody(scene, [[scene.textId, ['c']]]), key), 202)
    expect(payloadOf(await org.post('/survey_series/create', { name: uniqueName() }, key)).created).toBe(true)
    expect(payloadOf(await org.post('/feedback/erase', { external_ids: ['none'] }, key)).erased).toBe(0)
  })

  rule('an operation is the same under every mount and in both words', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const rawBody = JSON.stringify(pushBody(scene, ['a']))
    payloadOf(await org.request('POST', PUSH, { ...key, rawBody, mount: API }))
    for (const mount of ['/api/v1', '']) {
      const replay = await org.request('POST', PUSH, { ...key, rawBody, mount })
      expect(replay.headers['idempotent-replayed']).toBe('true')
    }
    payloadOf(await org.request('POST', '/feedback/push', { ...key, rawBody }))
    expect(await feedbackOf(org, scene)).toHaveLength(1)
  })

  rule('any POST takes a key: a group made twice with it is answered as made', async (org) => {
    const key = freshKey()
    const name = uniqueName()
    for (let time = 0; time < 2; time += 1) {
      expect(payloadOf(await org.post('/survey_series/create', { name }, key)).created).toBe(true)
    }
    expect(payloadOf(await org.post('/survey_series/create', { name })).created).toBe(false)
  })

  rule('a refusal is not kept, so that a corrected request can go through with the same key', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const draft = { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }
    expectInvalid(await push(org, scene, [''], key))
    expectRefusal(await push(org, draft, ['a'], key), 409, 'SOURCE_NOT_PUBLISHED')
    expectRefusal(await push(org, { ...scene, textId: '987654321' }, ['a'], key), 404, 'NOT_FOUND')
    expectRefusal(await org.request('POST', PUSH, { ...key, rawBody: '{' }), 400, 'INVALID_JSON')
    payloadOf(await org.post('/survey/publish', { survey_id: scene.draftId }))
    expect(payloadOf(await push(org, draft, ['a'], key)).inserted).toBe(1)
    expectRefusal(await push(org, draft, ['b'], key), 409, 'IDEMPOTENCY_KEY_REUSED')
  })

  rule(
    '[IDM-3] a response is kept for 24 hours: a replay just before gets it, after them the request counts as new',
    async (org) => {
      const key = freshKey()
      const scene = await openScene(org)
      payloadOf(await push(org, scene, ['a'], key))
      await org.advance('23h')
      expect((await push(org, scene, ['a'], key)).headers['idempotent-replayed']).toBe('true')
      await org.advance('59m59s')
      expect((await push(org, scene, ['a'], key)).headers['idempotent-replayed'], 'a replay does not prolong it').toBe(
        'true',
      )
      expectRefusal(await push(org, scene, ['b'], key), 409, 'IDEMPOTENCY_KEY_REUSED')
      await org.advance('2s')
      const renewed = await push(org, scene, ['b'], key)
      expect(payloadOf(renewed).inserted).toBe(1)
      expect(renewed.headers['idempotent-replayed']).toBeUndefined()
      expect((await push(org, scene, ['b'], key)).headers['idempotent-replayed']).toBe('true')
      expect((await feedbackOf(org, scene)).map((item) => item.text)).toEqual(['a', 'b'])
    },
  )

  rule('[IDM-5] fifty requests at once with one key insert once and get fifty equal answers', async (org) => {
    const scene = await openScene(org)
    const rounds = process.env.INPK_SOAK ? 200 : 5
    for (let round = 0; round < rounds; round += 1) {
      const ask = { ...freshKey(), observe: false }
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => push(org, scene, [`round ${round}`, 'x'], ask)),
      )
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
      expect(answers[0]!.status).toBe(200)
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] !== 'true')).toHaveLength(1)
    }
    expect(await feedbackOf(org, scene)).toHaveLength(rounds * 2)
  })

  rule('of fifty requests at once with one key and fifty payloads one is carried out', async (org) => {
    const key = freshKey()
    const scene = await openScene(org)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => push(org, scene, [`number ${index}`], { ...key, observe: false })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
    expect(await feedbackOf(org, scene)).toHaveLength(1)
  })

  for (const wrong of [
    '',
    ' ',
    'a b',
    'a, b',
    'a\tb',
    'a\u0001',
    'ünï',
    '\u007f',
    'x'.repeat(256),
    'x'.repeat(10_240),
    '日本',
    'a\u00a0',
  ]) {
    rule(
      `a key is 1 to 255 visible ASCII characters: ${JSON.stringify(wrong).slice(0, 24)} (${wrong.length}) is refused`,
      async (org) => {
        const scene = await openScene(org)
        expectInvalid(await push(org, scene, items(1), { idempotencyKey: wrong }))
      },
    )
  }
  for (const right of [
    'x',
    '!',
    '~',
    'x'.repeat(255),
    '__proto__',
    'constructor',
    'a:b/c?d=e&f',
    '"quoted"',
    '../..',
    '{}',
  ]) {
    rule(
      `a key is 1 to 255 visible ASCII characters: ${right.slice(0, 24)} (${right.length}) is accepted`,
      async (org) => {
        const scene = await openScene(org)
        const ask = { idempotencyKey: right }
        expect(payloadOf(await push(org, scene, ['a'], ask)).inserted).toBe(1)
        expect((await push(org, scene, ['a'], ask)).headers['idempotent-replayed']).toBe('true')
        expectRefusal(await push(org, scene, ['b'], ask), 409, 'IDEMPOTENCY_KEY_REUSED')
      },
    )
  }
})
