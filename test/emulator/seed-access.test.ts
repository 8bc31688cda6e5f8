import { describe, expect, test } from 'vitest'
import type { SeedDocument } from '../../emulator/index.js'
import { type Answer, type Json, requireOk, START, startService } from './service.js'

const SECRET = `${'A'.repeat(43)}=`
const KEY = `inpk_test_EMUSHOP001_${SECRET}`
const ACCESS = `inpk_at_${'a'.repeat(16)}`
const REFRESH = `inpk_rt_${'r'.repeat(16)}`

const key = (more: object = {}) => ({ api_key: KEY, label: 'CI', scope: 'push' as const, ...more })
const connection = (more: object = {}) => ({ client_name: 'Claude', access_token: ACCESS, ...more })
const group = (more: object = {}) => ({ name: 'Shop', tracking: 'weekly' as const, ...more })
const report = (more: object = {}) => ({ groups: [group({ id: 3 })], reports: [{ feedback_group_id: 3, ...more }] })
const withFields = (fields: object[]) => ({
  groups: [{ name: 'Shop', sources: [{ title: 'Reviews', fields: fields as [] }] }],
})

const callTools = (service: Awaited<ReturnType<typeof startService>>, bearer: string): Promise<Answer> => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
  return service.call('POST', '/mcp', body, { key: bearer, headers })
}

describe('keys of a seed', () => {
  test('work as they are written: a test can have them in its own files', async () => {
    const seed: SeedDocument = {
      members: [{ id: 7, name: 'Gone', email: 'gone@example.com', active: false }],
      keys: [
        key({ rate_limit_per_minute: 300 }),
        key({ api_key: `inpk_live_EMUSHOP002_${SECRET}`, state: 'revoked' }),
        key({ api_key: `inpk_test_EMUSHOP003_${SECRET}`, scope: 'mcp_read', member_id: '7' }),
      ],
    }
    const service = await startService({ seed })
    const me = requireOk(await service.call('GET', '/me', undefined, { key: KEY }))
    expect(me.key).toMatchObject({ id: 'EMUSHOP001', name: 'CI', environment: 'test', permissions: ['push'] })
    expect(me.rate_limits.per_key_per_minute).toBe(300)
    expect((await service.call('GET', '/me', undefined, { key: seed.keys![1]!.api_key })).status).toBe(401)
    const { items } = requireOk(await service.control('GET', '/keys'))
    const states = Object.fromEntries(items.slice(-3).map(({ id, state }: Json) => [id, state]))
    expect(states).toEqual({ EMUSHOP001: 'active', EMUSHOP002: 'revoked', EMUSHOP003: 'stopped' })
    expect(JSON.stringify(requireOk(await service.control('GET', '/export')))).not.toContain(SECRET)
  })

  test('leave the initial keys what they are in an import', async () => {
    const live = `inpk_live_EMU1234567_${SECRET}`
    const service = await startService({ seed: { keys: [key({ api_key: live, scope: 'all' })] } })
    const other = await startService()
    requireOk(await other.control('POST', '/import', requireOk(await service.control('GET', '/export'))))
    expect((await other.call('GET', '/me', undefined, { key: live })).status).toBe(200)
    expect((await other.call('GET', '/me')).status).toBe(200)
  })

  test('belong to one organisation only', async () => {
    const { emulator } = await startService({ seed: { keys: [key()], connections: [connection()] } })
    const refused = (seed: SeedDocument) => emulator.createOrganization({ seed }).catch((error: Error) => error.message)
    expect(await refused({ keys: [key()] })).toMatch(
      /^keys\[0\].api_key must have another id: organisation 1 already has a key EMUSHOP001/,
    )
    expect(await refused({ connections: [connection()] })).toMatch(/^connections\[0\].access_token must be unique/)
  })
})

describe('connections of a seed', () => {
  test('let an assistant in until their token expires, and renew it', async () => {
    const expires_at = new Date(START + 120_000).toISOString()
    const seed = {
      connections: [connection({ id: 'con_claude', client_id: 'claude', refresh_token: REFRESH, expires_at })],
    }
    const service = await startService({ seed })
    expect((await callTools(service, ACCESS)).status).toBe(200)
    requireOk(await service.control('POST', '/clock/advance', { by: '3m' }))
    expect((await callTools(service, ACCESS)).status).toBe(401)
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: REFRESH, client_id: 'claude' })
    const answer = await service.emulator.handle({
      method: 'POST',
      url: `${service.emulator.dashboardUrl}/oauth/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    const { access_token } = JSON.parse(Buffer.from(answer.body).toString())
    expect((await callTools(service, access_token)).status).toBe(200)
    expect(requireOk(await service.control('GET', '/connections')).items).toMatchObject([
      { id: 'con_claude', client_name: 'Claude', member_id: '1', state: 'approved' },
    ])
    requireOk(await service.control('DELETE', '/connections/con_claude'))
    expect((await callTools(service, access_token)).status).toBe(401)
  })
})

describe('a seed that is taken again', () => {
  const id = 'con_claude'
  test.each([
    ['another scope', { keys: [key()] }, { keys: [key({ scope: 'all' })] }],
    ['another label', { keys: [key()] }, { keys: [key({ label: 'Shop' })] }],
    ['another limit', { keys: [key()] }, { keys: [key({ rate_limit_per_minute: 300 })] }],
    ['another state', { keys: [key()] }, { keys: [key({ state: 'revoked' })] }],
    [
      'another expiry',
      { connections: [connection({ id })] },
      { connections: [connection({ id, expires_at: '2027-01-01' })] },
    ],
  ])('is refused where it says of what is there that it has %s', async (_, seed, other) => {
    const service = await startService({ seed })
    expect((await service.control('POST', '/seed', other)).status).toBe(400)
    requireOk(await service.control('POST', '/seed', seed))
  })

  test.each([
    ['/keys/EMUSHOP001', { keys: [key()] }],
    ['/connections/con_claude', { connections: [{ id, client_name: 'Claude' }] }],
  ])('is refused where what it describes was revoked: %s', async (path, seed) => {
    const service = await startService({ seed })
    requireOk(await service.control('DELETE', path))
    expect((await service.control('POST', '/seed', seed)).status).toBe(400)
  })
})

describe('ids of a seed', () => {
  test('stay apart from those that are given out: these come after all of them', async () => {
    const groups = [{ name: 'First' }, { id: 34, name: 'Second' }, { name: 'Third' }]
    const service = await startService({ seed: { groups } })
    const { items } = requireOk(await service.control('GET', '/groups'))
    const ids = Object.fromEntries(items.map(({ name, feedback_group_id: id }: Json) => [name, id]))
    expect(ids).toEqual({ First: '35', Second: '34', Third: '36' })
    const { survey_series_id } = requireOk(await service.call('POST', '/survey_series/create', { name: 'Fourth' }))
    expect(survey_series_id).toBe('37')
  })

  test('of rows that go by their names may be stated again', async () => {
    const seed = {
      groups: [{ id: 34, name: 'Shop', sources: [{ id: 5, title: 'Reviews', fields: [{ id: 9, text: 'Why?' }] }] }],
    }
    const service = await startService({ seed })
    requireOk(await service.control('POST', '/seed', seed))
    requireOk(await service.control('POST', '/seed', { groups: [...seed.groups, ...seed.groups] }))
    expect(requireOk(await service.control('GET', '/groups')).items.length).toBe(1)
  })

  test('are also those of reports, which come from periods that have ended', async () => {
    const produced = [{ period_key: '2026-W07', report_id: 70 }, { period_key: '2026-W08' }]
    const service = await startService({ seed: report({ id: 4, produced }) })
    expect(requireOk(await service.control('GET', '/reports/4'))).toMatchObject({
      feedback_group_id: '3',
      produced: [
        { report_id: '70', period_key: '2026-W07', produced_at: '2026-02-16T00:00:00.000Z' },
        { report_id: '71', period_key: '2026-W08', produced_at: '2026-02-23T00:00:00.000Z' },
      ],
    })
    requireOk(await service.control('POST', '/clock/advance', { by: '7d' }))
    await service.emulator.idle()
    expect(requireOk(await service.control('GET', '/reports/4')).produced.at(-1).report_id).toBe('72')
  })

  test.each([
    ['groups[1].id', 'must differ from groups[0].id', { groups: [group({ id: 3 }), { id: 3, name: 'Other' }] }],
    ['groups[0].id', 'must be at least 1', { groups: [group({ id: 0 })] }],
    ['groups[0].id', 'must be a whole number from 1 to 999,999,999', { groups: [group({ id: 'x' })] }],
    ['groups[0].id', 'must be 1: group "Known" already exists with this id', { groups: [{ id: 9, name: 'Known' }] }],
    ['groups[0].id', 'must be at least 2: lower ids are taken in this organisation', { groups: [group({ id: 1 })] }],
    [
      'groups[0].sources[0].fields[1].id',
      'must differ from groups[0].sources[0].fields[0].id',
      withFields([
        { text: 'A', id: 8 },
        { text: 'B', id: '8' },
      ]),
    ],
    ['members[0].id', 'must be at least 2', { members: [{ id: 1, name: 'Ada', email: 'a@b.c' }] }],
    ['keys[0].api_key', 'must be inpk_test_', { keys: [key({ api_key: KEY.replace('EMU', 'ABC') })] }],
    ['keys[0].environment', 'must be test', { keys: [key({ environment: 'live' })] }],
    ['keys[0].member_id', 'must be the id of a member', { keys: [key({ member_id: 9 })] }],
    ['keys[1].api_key', 'this organisation already has a key EMUSHOP001', { keys: [key(), key()] }],
    ['connections[0].expires_at', 'must be an ISO-8601', { connections: [connection({ expires_at: 'soon' })] }],
    ['connections[1].access_token', 'must be unique', { connections: [connection(), connection()] }],
    [
      'connections[1].client_name',
      'must be "A", the assistant with this client_id',
      {
        connections: [
          { client_name: 'A', client_id: 'c' },
          { client_name: 'B', client_id: 'c' },
        ],
      },
    ],
    ['reports[0].produced[0].period_key', 'must be a weekly period', report({ produced: [{ period_key: '2026-02' }] })],
    ['reports[0].produced[0].period_key', 'has ended', report({ produced: [{ period_key: '2026-W10' }] })],
    [
      'reports[0].feedback_group_id',
      'a group that tracks',
      { groups: [{ id: 3, name: 'No' }], reports: [{ feedback_group_id: 3 }] },
    ],
  ] as [string, string, object][])(
    'that cannot be are refused with the path and the reason: %s %s',
    async (path, reason, seed) => {
      const service = await startService({ seed: { groups: [{ name: 'Known' }] } })
      const answer = await service.control('POST', '/seed', seed)
      expect(answer.status).toBe(400)
      expect(answer.json.error.details[path]?.join()).toContain(reason)
      expect(requireOk(await service.control('GET', '/groups')).items.length).toBe(1)
    },
  )
})
