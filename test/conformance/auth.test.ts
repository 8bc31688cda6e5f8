import { describe, expect } from 'vitest'
import { openOrganization } from './organization.js'
import { ADDRESSES, fillAddress } from './routes.js'
import { rule } from './rule.js'
import { createGroup, createSource, expectRefusal, openScene, payloadOf, publish, push } from './scene.js'
import { finishedTask } from './tasks.js'

const GUARDED = ADDRESSES.filter((row) => row.scopes !== 'open')

/** Wrong ways to present a key, made from a right one. */
const WRONG: [string, (key: string) => string][] = [
  ['an empty value', () => ''],
  ['the word alone', () => 'Bearer'],
  ['an empty key', () => 'Bearer '],
  ['no scheme', (key) => key],
  ['another scheme', (key) => `Basic ${key}`],
  ['basic credentials', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['something after the key', (key) => `Bearer ${key} x`],
  ['two keys', (key) => `Bearer ${key}, Bearer ${key}`],
  ['quotes', (key) => `Bearer "${key}"`],
  ['a missing prefix', (key) => `Bearer ${key.replace('inpk_', '')}`],
  ['another prefix', (key) => `Bearer ${key.replace('inpk_', 'sk_')}`],
  [
    'the other environment',
    (key) => `Bearer ${key.replace(/_(live|test)_/, (_, word) => (word === 'live' ? '_test_' : '_live_'))}`,
  ],
  ['an unknown environment', (key) => `Bearer ${key.replace(/_(live|test)_/, '_prod_')}`],
  ['an unknown identifier', (key) => `Bearer ${key.replace(/_([A-Za-z0-9]{10})_/, '_0000000000_')}`],
  ['a shorter secret', (key) => `Bearer ${key.slice(0, -1)}`],
  ['a longer secret', (key) => `Bearer ${key}A`],
  [
    'another first character of the secret',
    (key) => `Bearer ${key.slice(0, -44)}${key.at(-44) === 'A' ? 'B' : 'A'}${key.slice(-43)}`,
  ],
  [
    'another character near the end',
    (key) => `Bearer ${key.slice(0, -3)}${key.at(-3) === 'A' ? 'E' : 'A'}${key.slice(-2)}`,
  ],
  ['the secret in lower case', (key) => `Bearer ${key.slice(0, -44)}${key.slice(-44).toLowerCase()}`],
  ['the identifier alone', (key) => `Bearer ${key.split('_')[2]}`],
  ['the secret alone', (key) => `Bearer ${key.slice(-44)}`],
  ['a secret of zeros', (key) => `Bearer ${key.slice(0, -44)}${'A'.repeat(43)}=`],
  ['10 KB', () => `Bearer ${'a'.repeat(10_000)}`],
  ['__proto__', () => 'Bearer inpk_test___proto__'],
]

describe('authentication', () => {
  rule('[AUT-1] the one header Authorization: Bearer is enough', async (org) => {
    const authorization = `Bearer ${org.keyOf('all')}`
    payloadOf(await org.get('/me', { key: null, headers: { authorization } }))
  })

  rule('[AUT-2] responses set no cookie, and a cookie authenticates nothing', async (org) => {
    const right = await org.get('/me')
    expect(right.headers['set-cookie']).toBeUndefined()
    const cookie = `api_key=${org.keyOf('all')}; session=${org.keyOf('all')}`
    expectRefusal(await org.get('/me', { key: null, headers: { cookie } }), 401, 'UNAUTHORIZED')
  })

  rule('[AUT-5] a call without credentials answers 401 on every route', async (org) => {
    for (const row of GUARDED) {
      const answer = await org.request(row.method, fillAddress(row), {
        key: null,
        mount: '',
        ...(row.method === 'POST' ? { body: {} } : {}),
      })
      expectRefusal(answer, 401, 'UNAUTHORIZED')
      if (org.target.kind === 'emulator') expect(answer.headers['www-authenticate'], row.address).toMatch(/^Bearer/)
    }
  })

  for (const [what, make] of WRONG) {
    rule(`[AUT-6] invalid credentials answer 401: ${what}`, async (org) => {
      const authorization = make(org.keyOf('all'))
      expectRefusal(await org.get('/me', { key: null, headers: { authorization } }), 401, 'UNAUTHORIZED')
    })
  }

  rule('[AUT-6] missing, malformed, unknown and wrong credentials get one and the same message', async (org) => {
    const messages = new Set<string>()
    for (const [, make] of WRONG) {
      const answer = await org.get('/me', { key: null, headers: { authorization: make(org.keyOf('all')) } })
      messages.add(answer.json.error.message)
    }
    messages.add((await org.get('/me', { key: null })).json.error.message)
    expect([...messages]).toHaveLength(1)
  })

  rule('[AUT-6] the secret of one key does not open another', async (org) => {
    const [push, all] = [org.keyOf('push'), org.keyOf('all')]
    const mixed = `inpk_${all.slice(5, -44)}${push.slice(-44)}` as const
    expectRefusal(await org.get('/me', { key: mixed }), 401, 'UNAUTHORIZED')
  })

  rule('[AUT-1] a key in the query string authenticates nothing', async (org) => {
    const key = encodeURIComponent(org.keyOf('all'))
    for (const name of ['api_key', 'key', 'token', 'access_token', 'authorization']) {
      expectRefusal(await org.get(`/me?${name}=${key}`, { key: null }), 401, 'UNAUTHORIZED')
    }
  })

  rule('a key opens its own organisation alone', async (org) => {
    const other = await openOrganization(org.target, org.skip)
    const scene = await openScene(other)
    payloadOf(await push(other, scene, ['hello']))
    const { task_id } = payloadOf(
      await other.post('/content/push/bulk', {
        survey_series_id: scene.groupId,
        survey_id: scene.sourceId,
        questions: [{ question_id: scene.textId, content: ['x'] }],
      }),
      202,
    )
    expect(payloadOf(await org.get('/surveys/list')).survey_series).toEqual([])
    expect(payloadOf(await org.get('/feedback')).items).toEqual([])
    expectRefusal(await push(org, scene, ['mine now']), 404, 'NOT_FOUND')
    expectRefusal(await org.post('/survey/publish', { survey_id: scene.draftId }), 404, 'NOT_FOUND')
    expectRefusal(await org.get(`/sources/${scene.sourceId}/analysis`), 404, 'NOT_FOUND')
    expectRefusal(await org.get(`/content/push/bulk/${task_id}`), 404, 'NOT_FOUND')
    await finishedTask(other, task_id)
  })
})

describe('what scopes imply', () => {
  rule('[AUT-7] a call outside the scope answers 403 INSUFFICIENT_PERMISSION', async (org) => {
    expectRefusal(
      await org.post('/survey_series/create', { name: 'Out of scope' }, { key: 'push' }),
      403,
      'INSUFFICIENT_PERMISSION',
    )
  })

  rule('[AUT-8] an mcp_read key is refused at each write', async (org) => {
    for (const row of ADDRESSES.filter((row) => row.method === 'POST' && row.operation !== 'mcp')) {
      const answer = await org.request('POST', fillAddress(row), { key: 'mcp_read', mount: '', body: {} })
      expectRefusal(answer, 403, 'INSUFFICIENT_PERMISSION')
    }
  })

  rule('[AUT-10] a create key is accepted wherever a push key is', async (org) => {
    for (const row of ADDRESSES.filter((row) => row.scopes !== 'open')) {
      const ask = { mount: '', ...(row.method === 'POST' ? { body: {} } : {}) }
      const [asPush, asCreate] = [
        await org.request(row.method, fillAddress(row), { ...ask, key: 'push' }),
        await org.request(row.method, fillAddress(row), { ...ask, key: 'create' }),
      ]
      if (asPush.status !== 403) expect(asCreate.status, row.address).toBe(asPush.status)
    }
  })

  rule('[AUT-11] a create key creates and publishes sources with fields in groups that exist', async (org) => {
    const groupId = await createGroup(org)
    const body = {
      survey_series_id: groupId,
      survey_title: 'Mine',
      questions: [{ type: 'TEXT', question_text: 'Why?' }],
    }
    const source = payloadOf(await org.post('/survey/create', body, { key: 'create' }))
    payloadOf(await org.post('/survey/publish', { survey_id: source.survey_id }, { key: 'create' }))
  })

  rule('[AUT-12] an all key is accepted wherever another key is', async (org) => {
    const source = await createSource(org, await createGroup(org))
    await publish(org, source.survey_id)
    for (const row of ADDRESSES) {
      const ask = { mount: '', ...(row.method === 'POST' ? { body: {} } : {}) }
      const answer = await org.request(row.method, fillAddress(row, source.survey_id), { ...ask, key: 'all' })
      expect(answer.json?.error?.code, row.address).not.toBe('INSUFFICIENT_PERMISSION')
    }
  })
})

describe('what no API key opens', () => {
  rule(
    '[AUT-3, ADR-3, SUB-15] no call of the API manages keys, members, settings, surveys or subscriptions',
    async (org) => {
      const things = [
        'keys',
        'api_keys',
        'members',
        'users',
        'orgs',
        'orgs/1',
        'settings',
        'organization',
        'subscriptions',
        'webhooks',
        'surveys',
        'surveys/1',
        'monitors',
        'reports',
      ]
      for (const path of things.flatMap((thing) => [
        `/${thing}`,
        `/_emulator/${thing}`,
        `/_emulator/orgs/${org.orgId}/${thing}`,
      ])) {
        for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
          for (const mount of ['/api/input', '/api/v1', '']) {
            const answer = await org.request(method, path, {
              mount,
              observe: false,
              ...(method === 'GET' ? {} : { body: {} }),
            })
            expectRefusal(answer, 404, 'NOT_FOUND')
          }
        }
      }
    },
  )
})
