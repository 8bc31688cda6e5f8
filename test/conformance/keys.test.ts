import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readAll } from './disk.js'
import type { Json } from './exchange.js'
import { API, type Organization, openOrganization } from './organization.js'
import { SCOPE_NAMES } from './routes.js'
import { emulatorRule, rule } from './rule.js'
import { expectInvalid, openScene, payloadOf, push, uniqueName } from './scene.js'

const KEY = /^inpk_(live|test)_([A-Za-z0-9]{10})_([A-Za-z0-9+/]{43}=)$/

async function createKey(org: Organization, members: Record<string, unknown> = {}): Promise<Json> {
  const body = { label: uniqueName('Key'), environment: 'test', scope: 'all', ...members }
  return payloadOf(await org.control('POST', '/keys', body))
}

describe('API keys', () => {
  rule('[KEY-1] a key has the label that was chosen when it was created', async (org) => {
    const made = await createKey(org, { label: 'Nightly import' })
    expect(made.label).toBe('Nightly import')
    expect(payloadOf(await org.get('/me', { key: made.api_key })).key.name).toBe('Nightly import')
  })

  rule('[KEY-2, KEY-11] the environment is live or test and is the word in the key string', async (org) => {
    for (const name of ['all', 'live.all'] as const) {
      if (org.target.kind === 'remote' && name === 'live.all') continue
      const { environment } = payloadOf(await org.get('/me', { key: name })).key
      expect(['live', 'test']).toContain(environment)
      expect(org.keyOf(name).split('_')[1]).toBe(environment)
    }
  })

  rule('a key of another environment than live or test cannot be made', async (org) => {
    for (const environment of ['staging', '', 'LIVE', null]) {
      expectInvalid(await org.control('POST', '/keys', { label: 'x', environment, scope: 'all' }))
    }
  })

  rule('[KEY-3] apart from charging, a test key and a live key get the same statuses and payloads', async (org) => {
    if (org.target.kind === 'remote') org.skip('needs two organisations that are alike')
    const live = await openOrganization(org.target, org.skip)
    const seen = await Promise.all([walk(org, 'all'), walk(live, 'live.all')])
    expect(seen[1]).toEqual(seen[0])
  })

  rule('[KEY-4] a key has exactly one of the five scopes; another word is refused at creation', async (org) => {
    for (const scope of SCOPE_NAMES) {
      const made = await createKey(org, { scope })
      expect(payloadOf(await org.get('/me', { key: made.api_key })).key.permissions).toEqual([scope])
    }
    for (const scope of ['admin', 'PUSH', '', 'push,create', ['push'], ['push', 'send'], null, 1]) {
      expectInvalid(await org.control('POST', '/keys', { label: 'x', environment: 'test', scope }))
    }
  })

  rule('[KEY-5] a new key without a chosen limit has 60 requests per minute', async (org) => {
    const made = await createKey(org)
    expect(made.rate_limit_per_minute).toBe(60)
    expect(payloadOf(await org.get('/me', { key: made.api_key })).rate_limits.per_key_per_minute).toBe(60)
  })

  rule('[KEY-6, KEY-7] the limit set at creation is an integer from 1 to 300', async (org) => {
    for (const limit of [1, 300])
      expect((await createKey(org, { rate_limit_per_minute: limit })).rate_limit_per_minute).toBe(limit)
    for (const limit of [0, -1, 301, 1.5, '60']) {
      const body = { label: 'x', environment: 'test', scope: 'all', rate_limit_per_minute: limit }
      expectInvalid(await org.control('POST', '/keys', body))
    }
  })

  rule(
    '[KEY-6, KEY-8] the limit can be changed later, within its range, and introspection shows the new number',
    async (org) => {
      const made = await createKey(org)
      for (const limit of [1, 300, 120]) {
        payloadOf(await org.control('PATCH', `/keys/${made.id}`, { rate_limit_per_minute: limit }))
        expect(payloadOf(await org.get('/me', { key: made.api_key })).rate_limits.per_key_per_minute).toBe(limit)
      }
      for (const limit of [0, 301, 1.5]) {
        expectInvalid(await org.control('PATCH', `/keys/${made.id}`, { rate_limit_per_minute: limit }))
      }
      expect(payloadOf(await org.control('GET', `/keys/${made.id}`)).rate_limit_per_minute).toBe(120)
    },
  )

  rule('[KEY-9] usage statistics count the statuses that were really sent', async (org) => {
    const { id, api_key: key } = await createKey(org, { scope: 'push' })
    await org.get('/me', { key })
    await org.get('/me', { key })
    await org.post('/content/push', {}, { key })
    await org.post('/survey/create', {}, { key })
    await org.get('/nowhere', { key })
    await org.get('/content/push', { key })
    const { usage } = payloadOf(await org.control('GET', `/keys/${id}`))
    expect(usage).toEqual({ total: 6, by_status: { 200: 2, 400: 1, 403: 1, 404: 1, 405: 1 } })
  })

  rule(
    '[KEY-10] a key is its prefix, its environment, a 10-character identifier and a base64 secret of 44 characters',
    async (org) => {
      const strings = Object.values(org.keys).flatMap((ring) => Object.values(ring))
      if (org.target.kind === 'emulator') strings.push((await createKey(org)).api_key)
      for (const key of strings) {
        const match = KEY.exec(key)
        expect(match, 'shape').not.toBeNull()
        expect(Buffer.from(match![3]!, 'base64')).toHaveLength(32)
        expect(payloadOf(await org.get('/me', { key: key as `inpk_${string}` })).key.id).toBe(match![2])
      }
    },
  )

  rule('[KEY-12] no later reading of a key shows its secret', async (org) => {
    const made = await createKey(org)
    const secret = KEY.exec(made.api_key)![3]!
    const readings = [
      await org.control('GET', '/keys'),
      await org.control('GET', `/keys/${made.id}`),
      await org.control('PATCH', `/keys/${made.id}`, { label: 'Other' }),
      await org.get('/me', { key: made.api_key }),
      await org.control('GET', '/requests'),
    ]
    for (const reading of readings) {
      expect(reading.status).toBe(200)
      expect(reading.text).not.toContain(secret)
      expect(reading.text).not.toContain('api_key')
    }
  })

  rule('the request log shows no key, wherever it was sent', async (org) => {
    const key = org.keyOf('all')
    const secret = KEY.exec(key)![3]!
    await org.get('/me', { headers: { 'x-api-key': key, cookie: `key=${key}` } })
    await org.get(`/me?api_key=${encodeURIComponent(key)}`)
    await org.get(`/me?api_key=${key}`)
    await org.get(`/${key}`)
    await org.post('/survey_series/create', { name: 'ok', api_key: key })
    const log = await org.control('GET', '/requests')
    expect(log.status).toBe(200)
    for (const text of [secret, encodeURIComponent(secret)]) expect(log.text).not.toContain(text)
  })

  rule('[KEY-14] keys of the organisation keep working after their creator has left', async (org) => {
    const member = payloadOf(await org.control('POST', '/members', { name: 'Kim', email: 'kim@example.com' }))
    const keys = []
    for (const scope of ['push', 'create', 'send', 'all'])
      keys.push(await createKey(org, { scope, member_id: member.id }))
    payloadOf(await org.control('PATCH', `/members/${member.id}`, { active: false }))
    for (const { api_key: key } of keys) expect((await org.get('/me', { key })).status).toBe(200)
  })

  rule('[AUT-4] a rotated key keeps its identifier, its new secret works and the old one dies at once', async (org) => {
    const made = await createKey(org)
    const rotated = payloadOf(await org.control('POST', `/keys/${made.id}/rotate`))
    expect(rotated.id).toBe(made.id)
    expect(rotated.api_key).not.toBe(made.api_key)
    expect((await org.get('/me', { key: made.api_key })).status).toBe(401)
    expect((await org.get('/me', { key: rotated.api_key })).status).toBe(200)
    expect((await org.control('GET', `/keys/${made.id}`)).text).not.toContain(KEY.exec(rotated.api_key)![3]!)
  })

  rule('a revoked key is refused like an unknown one', async (org) => {
    const made = await createKey(org)
    expect((await org.control('DELETE', `/keys/${made.id}`)).status).toBe(204)
    expect((await org.get('/me', { key: made.api_key })).status).toBe(401)
  })

  const folder = mkdtempSync(join(tmpdir(), 'inpk-keys-'))
  emulatorRule(
    '[KEY-13] the secret of a key is nowhere in what the service stores',
    { dataDirectory: folder },
    async (org) => {
      const made = await createKey(org)
      const rotated = payloadOf(await org.control('POST', `/keys/${made.id}/rotate`))
      const scene = await openScene(org)
      for (const key of [made.api_key, rotated.api_key, org.keyOf('all'), org.keyOf('live.push')]) {
        await push(org, scene, ['a text'], { key, headers: { 'x-copy': key } })
      }
      await org.request('GET', `/me?api_key=${encodeURIComponent(rotated.api_key)}`)
      const stored = readAll(folder)
      expect(stored.length).toBeGreaterThan(100)
      for (const key of [made.api_key, rotated.api_key, org.keyOf('all'), org.keyOf('live.push')]) {
        const secret = KEY.exec(key)![3]!
        expect(stored.includes(secret), 'the secret on disk').toBe(false)
        expect(stored.includes(Buffer.from(secret, 'base64').toString('hex')), 'its bytes in hex').toBe(false)
      }
    },
  )
})

/** What one key meets on the usual way through the service, without ids of the key and without charges. */
async function walk(org: Organization, key: 'all' | 'live.all') {
  const seen: unknown[] = []
  const keep = (answer: { status: number; text: string }) => {
    const text = answer.text.replace(/"aps_deducted":[\d.]+/g, '"aps_deducted":0').replace(/"request_id":"[^"]+"/g, '')
    seen.push([answer.status, text])
    return JSON.parse(answer.text)
  }
  const ask = { key }
  const group = keep(await org.post('/survey_series/create', { name: 'Alike' }, ask)).survey_series_id
  const create = {
    survey_series_id: group,
    survey_title: 'Alike',
    questions: [{ type: 'TEXT', question_text: 'Why?' }],
  }
  const source = keep(await org.post('/survey/create', create, ask))
  const body = (content: unknown) => ({
    survey_series_id: group,
    survey_id: source.survey_id,
    question: { question_id: source.questions[0].question_id, content },
  })
  keep(await org.post('/content/push', body(['early']), ask))
  keep(await org.post('/survey/publish', { survey_id: source.survey_id }, ask))
  keep(
    await org.post(
      '/content/push',
      body(['one', { text: 'two', external_id: '2' }, { text: 'two', external_id: '2' }]),
      ask,
    ),
  )
  keep(await org.post('/content/push', body([]), ask))
  keep(await org.get('/surveys/list', ask))
  keep(await org.get('/feedback', ask))
  keep(await org.get(`/sources/${source.survey_id}/analysis`, ask))
  keep(await org.get('/sources/99/analysis', ask))
  keep(await org.request('DELETE', '/feedback', ask))
  keep(await org.post('/feedback/erase', { external_ids: ['2', '3'] }, ask))
  keep(await org.post('/feedback/erase', {}, { ...ask, mount: API }))
  return seen
}
