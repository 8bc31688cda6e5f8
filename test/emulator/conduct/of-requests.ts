import { expect } from 'vitest'
import { type Json, makePlace, pushBody, requireOk } from '../service.js'
import { makeGroup, makeSource, type Plays, play, pushTo } from './play.js'

const limited = { rateLimits: true } as const

/** What requests about groups, sources and items show at once. */
export const OF_REQUESTS: Plays = {
  'order-of-checks credentials-first': play(async ({ call }) => {
    for (let count = 0; count < 601; count += 1) {
      expect((await call('GET', '/me', undefined, { key: 'none' })).status).toBe(401)
    }
  }, limited),
  'mounts canonical-only': play(async ({ call, emulator }) => {
    const headers = { authorization: `Bearer ${emulator.apiKeys.live.all}` }
    const at = (mount: string) =>
      emulator.handle({ method: 'GET', url: `${emulator.baseUrl}${mount}/sources/list`, headers })
    expect((await call('GET', '/sources/list')).status).toBe(200)
    expect([(await at('')).status, (await at('/api/v1')).status]).toEqual([404, 404])
  }),
  'mcp-errors protocol': play(async ({ call }) => {
    const { status, json } = await call('POST', '/mcp', {}, { key: 'none' })
    expect([status, json.jsonrpc, json.error.data.code]).toEqual([401, '2.0', 'UNAUTHORIZED'])
  }),
  'unknown-members refused': play(async ({ call }) => {
    const { status, json } = await call('POST', '/survey_series/create', { name: 'Group A', colour: 'red' })
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['colour']])
  }),
  'null-is-absent refused': play(async (service) => {
    const body = {
      survey_series_id: await makeGroup(service, 'Group A'),
      survey_title: 'Reviews',
      survey_description: null,
    }
    expect((await service.call('POST', '/survey/create', body)).status).toBe(400)
    const pushed = await service.call(
      'POST',
      '/content/push',
      pushBody(await makePlace(service), [{ text: 'a', channel: null }]),
    )
    expect(Object.keys(pushed.json.error.details)).toEqual(['question.content[0].channel'])
  }),
  'word-clash classic': play(async (service) => {
    const [first] = [await makeGroup(service, 'Group A'), await makeGroup(service, 'Group B')]
    const body = { survey_title: 'Reviews', feedback_group_id: '2', survey_series_id: first }
    expect(requireOk(await service.call('POST', '/survey/create', body)).survey_series_id).toBe('1')
  }),
  'word-clash recommended': play(async (service) => {
    const [first] = [await makeGroup(service, 'Group A'), await makeGroup(service, 'Group B')]
    const body = { survey_title: 'Reviews', feedback_group_id: '2', survey_series_id: first }
    expect(requireOk(await service.call('POST', '/survey/create', body)).survey_series_id).toBe('2')
  }),
  'answers-in-route-words classic': play(async ({ call }) => {
    const { json } = await call('POST', '/feedback_groups/create', { name: 'Group A' })
    expect([json.survey_series_id, json.feedback_group_id]).toEqual(['1', undefined])
  }),
  'answers-in-route-words recommended': play(async ({ call }) => {
    const { json } = await call('POST', '/survey_series/create', { name: 'Group A' })
    expect([json.survey_series_id, json.feedback_group_id]).toEqual([undefined, '1'])
  }),
  'code-points utf16-units': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    expect((await pushTo(service, source, ['é'.repeat(10_000)])).status).toBe(200)
    expect((await pushTo(service, source, ['😀'.repeat(5_001)])).status).toBe(400)
    expect((await service.call('POST', '/survey_series/create', { name: '😀'.repeat(200) })).status).toBe(400)
  }),
  'code-points bytes': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    expect((await pushTo(service, source, ['é'.repeat(5_000)])).status).toBe(200)
    expect((await pushTo(service, source, ['é'.repeat(5_001)])).status).toBe(400)
  }),
  'trimming kept': play(async (service) => {
    requireOk(await service.call('POST', '/survey_series/create', { name: ' Group A ' }))
    expect(await makeGroup(service, 'Group A')).toBe('2')
  }),
  'lone-surrogates replaced': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group \ud800'))
    requireOk(await pushTo(service, source, ['b\ud800']))
    expect(requireOk(await service.call('GET', '/feedback')).items[0].text).toBe('b\ufffd')
  }),
  'white-text accepted': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    expect(requireOk(await pushTo(service, source, ['  '])).inserted).toBe(1)
    expect((await pushTo(service, source, [''])).status).toBe(400)
  }),
  'group-names-exact without-case': play(async (service) => {
    expect([await makeGroup(service, 'Shops'), await makeGroup(service, 'SHOPS')]).toEqual(['1', '1'])
  }),
  'draft-at-creation published': play(async (service) => {
    const survey_series_id = await makeGroup(service, 'Group A')
    const questions = [{ type: 'TEXT', question_text: 'Q' }]
    const body = { survey_series_id, survey_title: 'Reviews', questions }
    const source = requireOk(await service.call('POST', '/survey/create', body))
    expect([source.mode, requireOk(await pushTo(service, source, ['a'])).inserted]).toEqual(['ACCESSIBLE', 1])
  }),
  'publish-twice refused': play(async (service) => {
    const { survey_id } = await makePlace(service)
    const { status, json } = await service.call('POST', '/survey/publish', { survey_id })
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['survey_id']])
  }),
  'pages-of-groups newest-first': play(async (service) => {
    for (const name of ['Group A', 'Group B', 'Group C']) await makeGroup(service, name)
    const first = requireOk(await service.call('GET', '/surveys/list?limit=2'))
    const next = requireOk(await service.call('GET', `/surveys/list?limit=2&cursor=${first.pagination.next_cursor}`))
    const names = [first, next].map(({ survey_series }) => survey_series.map(({ name }: Json) => name))
    expect(names).toEqual([['Group C', 'Group B'], ['Group A']])
  }),
  'stable-cursor by-position': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    requireOk(
      await pushTo(
        service,
        source,
        ['a', 'b', 'c', 'd'].map((text) => ({ text, external_id: text })),
      ),
    )
    const first = requireOk(await service.call('GET', '/feedback?limit=2'))
    requireOk(await service.call('POST', '/feedback/erase', { external_ids: ['a'] }))
    const next = requireOk(await service.call('GET', `/feedback?limit=2&cursor=${first.pagination.next_cursor}`))
    expect(next.items.map(({ text }: Json) => text)).toEqual(['d'])
  }),
  'atomic-push each-item': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    expect(requireOk(await pushTo(service, source, ['a', '', { text: 'b' }])).inserted).toBe(2)
    expect((await pushTo(service, source, ['', ''])).status).toBe(400)
  }),
  'duplicate-scope source': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'), 2)
    const other = await makeSource(service, source.survey_series_id)
    const item = [{ text: 'a', external_id: 'x' }]
    expect(requireOk(await pushTo(service, source, item)).inserted).toBe(1)
    expect(requireOk(await pushTo(service, source, item, 1)).duplicates).toBe(1)
    expect(requireOk(await pushTo(service, other, item)).inserted).toBe(1)
    const { survey_series_id, survey_id } = source
    const twice = source.questions.map(({ question_id }: Json) => ({
      question_id,
      content: [{ text: 'b', external_id: 'y' }],
    }))
    const bulk = { survey_series_id, survey_id, questions: twice, sync: true }
    expect(requireOk(await service.call('POST', '/content/push/bulk', bulk))).toMatchObject({
      inserted: 1,
      duplicates: 1,
    })
  }),
  'duplicate-scope group': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    const other = await makeSource(service, source.survey_series_id)
    const stranger = await makeSource(service, await makeGroup(service, 'Group B'))
    const item = [{ text: 'a', external_id: 'x' }]
    const pushed = [source, other, stranger].map(async (each) => requireOk(await pushTo(service, each, item)).inserted)
    expect(await Promise.all(pushed)).toEqual([1, 0, 1])
  }),
  'bulk-partial all-or-nothing': play(async (service) => {
    const { survey_series_id, survey_id, questions } = await makeSource(service, await makeGroup(service, 'Group A'), 2)
    const [good, bad] = questions.map(({ question_id }: Json, index: number) => ({
      question_id,
      content: [{ text: index === 0 ? 'a' : '', external_id: 'x' }],
    }))
    const body = { survey_series_id, survey_id, questions: [good, bad], sync: true }
    const { status, json } = await service.call('POST', '/content/push/bulk', body)
    expect([status, json.error.code]).toEqual([400, 'PUSH_FAILED'])
    expect(requireOk(await service.call('GET', '/feedback')).items).toEqual([])
  }),
  'bulk-check-order ids-first': play(async (service) => {
    const { survey_series_id, survey_id, questions } = await makeSource(service, await makeGroup(service, 'Group A'))
    const content = Array.from({ length: 51 }, (_, index) => `text ${index}`)
    const body = {
      survey_series_id,
      survey_id,
      questions: [{ question_id: questions[0].question_id, content }],
      sync: true,
    }
    const { json } = await service.call('POST', '/content/push/bulk', body)
    expect(json.error.code).toBe('SYNC_REQUIRES_EXTERNAL_ID')
  }),
  'erase-union refused': play(async ({ call }) => {
    const { status, json } = await call('POST', '/feedback/erase', { external_ids: ['a'], customer_ids: ['b'] })
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['customer_ids']])
  }),
  'unauthorized-uniform told-apart': play(async ({ call, control }) => {
    const made = requireOk(await control('POST', '/keys', { label: 'K', environment: 'test', scope: 'all' }))
    requireOk(await control('DELETE', `/keys/${made.id}`))
    const headers = { authorization: '' }
    const answers = [
      await call('GET', '/me', undefined, { headers }),
      await call('GET', '/me', undefined, { key: made.api_key.replace(/.$/, '_') }),
      await call('GET', '/me', undefined, { key: made.api_key }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(answers.map(({ json }) => json.error.message)).size).toBe(3)
  }),
  'revoked-keys gone': play(async ({ control }) => {
    const made = requireOk(await control('POST', '/keys', { label: 'K', environment: 'test', scope: 'all' }))
    requireOk(await control('DELETE', `/keys/${made.id}`))
    const { items } = requireOk(await control('GET', '/keys'))
    expect(items.some(({ id }: Json) => id === made.id)).toBe(false)
    expect((await control('GET', `/keys/${made.id}`)).status).toBe(404)
  }),
  'migration-headers present': play(async ({ emulator }) => {
    const { headers } = await emulator.handle({ method: 'GET', url: `${emulator.baseUrl}/openapi.json`, headers: {} })
    expect([headers.deprecation, headers.sunset === undefined]).toEqual(['true', false])
  }),
}
