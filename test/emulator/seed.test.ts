import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { startEmulator } from '../../emulator/index.js'
import { readYaml } from '../../src/base/yaml.js'
import { seedSchema } from '../../src/contract/seed.js'
import { sign } from '../../src/webhooks/signature.js'
import { atEndOfFile } from '../end-of-file.js'
import { allItems, makePlace, pushBody, requireOk, startService } from './service.js'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const SHOP = (readYaml(fixture('shop.seed.yaml'), 64) as { value: Record<string, never> }).value

const field = (items: unknown[], more: object = {}) => ({ text: 'What happened?', items, ...more })
const withSource = (source: object) => ({ groups: [{ name: 'Shop', sources: [{ title: 'Reviews', ...source }] }] })

describe('a seed', () => {
  test('fills an organisation: groups, sources, fields, items, members, rules, settings', async () => {
    const service = await startService({ seed: SHOP })
    const { survey_series: groups } = requireOk(await service.call('GET', '/surveys/list'))
    const shown = groups.map(({ name, surveys }: never) => [
      name,
      (surveys as never[]).map(({ survey_title, mode, item_count }) => [survey_title, mode, item_count]),
    ])
    expect(shown).toEqual([
      [
        'Shop',
        [
          ['Reviews', 'ACCESSIBLE', 3],
          ['Complaints', 'EDITING', 0],
        ],
      ],
      ['Online', [['Support tickets', 'ACCESSIBLE', 2]]],
    ])
    const items = await allItems(service)
    expect(items.map(({ external_id }) => external_id)).toEqual(['r1', 'r2', 'r3', null, null])
    expect(items[2]).toMatchObject({ customer_id: 'c7', occurred_at: '2026-01-12T00:00:00.000Z' })
    expect(requireOk(await service.control('GET', ''))).toMatchObject({ name: 'Corner shop', plan: { limit: 500 } })
    expect(requireOk(await service.control('GET', '/members')).items.length).toBe(2)
  })

  test('is charged nothing and tells no subscriber; what comes later does', async () => {
    const sent: string[] = []
    const service = await startService({
      outbound: async ({ headers }) => {
        sent.push(headers['X-Service-Event']!)
        return { status: 200 }
      },
    })
    const url = 'http://127.0.0.1:1/hook'
    const subscriptions = [
      { url, events: ['content.pushed', 'survey.created'], local: true, secret: 'known to a test' },
    ]
    requireOk(await service.control('POST', '/seed', { ...SHOP, subscriptions }))
    await service.emulator.idle()
    expect(sent).toEqual([])
    expect(requireOk(await service.call('GET', '/me')).credits.used).toBe(0)
    await makePlace(service)
    await service.emulator.idle()
    expect(sent.length).toBe(1)
  })

  test('is what a reset goes back to, however often, and can be taken back', async () => {
    const service = await startService()
    requireOk(await service.control('POST', '/seed', SHOP))
    const seeded = await allItems(service)
    for (let round = 0; round < 2; round += 1) {
      const place = await makePlace(service)
      requireOk(await service.call('POST', '/content/push', pushBody(place, ['one more'])))
      expect((await allItems(service)).length).toBe(6)
      const before = requireOk(await service.call('GET', '/me')) && (await instanceOf(service))
      requireOk(await service.control('POST', '/reset'))
      expect(await allItems(service)).toEqual(seeded)
      expect(await instanceOf(service)).not.toBe(before)
    }
  })

  test('is kept apart from the snapshots, which nobody can name seed [H8]', async () => {
    const service = await startService({ seed: SHOP })
    const seeded = await allItems(service)
    expect(requireOk(await service.control('GET', '/snapshots')).items).toEqual([])
    const named = await service.control('POST', '/snapshots', { name: 'seed' })
    expect([named.status, Object.keys(named.json.error.details)]).toEqual([400, ['name']])
    expect((await service.control('DELETE', '/snapshots/seed')).status).toBe(404)
    expect((await service.control('POST', '/snapshots/seed/restore')).status).toBe(404)
    requireOk(await service.control('POST', '/reset'))
    expect(await allItems(service)).toEqual(seeded)
  })

  test('taken twice adds no item twice, with an external_id or without', async () => {
    const items = [{ text: 'Good', external_id: 'e1' }, 'Good', 'Good', { text: 'Good', rating: 5 }, 'Bad']
    const seed = withSource({ fields: [field(items)] })
    const service = await startService({ seed })
    const seeded = await allItems(service)
    requireOk(await service.control('POST', '/seed', seed))
    expect(await allItems(service)).toEqual(seeded)
    requireOk(await service.control('POST', '/seed', withSource({ fields: [field([...items, 'Good', 'New'])] })))
    expect((await allItems(service)).slice(seeded.length).map(({ text }) => text)).toEqual(['Good', 'New'])
  })

  test.each([
    ['members', { id: 7, name: 'Ada', email: 'ada@example.com', active: false }],
    ['members', { name: 'Ada', email: 'ada@example.com' }],
    ['keys', { api_key: `inpk_test_EMUSHOP001_${'A'.repeat(43)}=`, label: 'CI', scope: 'push' }],
    ['connections', { client_name: 'Claude' }],
    ['connections', { id: 'con_claude', client_name: 'Claude', access_token: `inpk_at_${'a'.repeat(16)}` }],
    ['subscriptions', { id: 5, url: 'https://example.com/hook', events: ['content.pushed', 'report.ready'] }],
    ['monitors', { id: 4, name: 'Late', query: ['late'], threshold: 3, alerts: true, source_id: 6 }],
    ['monitors', { name: 'Late', query: ['late'], threshold: 3, alerts: true }],
    ['reports', { id: 9, feedback_group_id: 3, produced: [{ period_key: '2026-W07', report_id: 70 }] }],
    ['faults', { operation: 'getMe', kind: 'status', status: 503, times: 2, match: { path: '/me' } }],
  ])('taken twice adds no row twice: %s %j', async (list, row) => {
    const groups = [{ id: 3, name: 'Shop', tracking: 'weekly', sources: [{ id: 6, title: 'Reviews' }] }]
    const seed = { groups, [list]: [row] }
    const service = await startService({ seed: seed as never })
    const seeded = requireOk(await service.control('GET', `/${list}`)).items
    requireOk(await service.control('POST', '/seed', seed))
    expect(requireOk(await service.control('GET', `/${list}`)).items).toEqual(seeded)
  })

  test('taken again gives a member the name it states now, and arms a fault that was used up', async () => {
    const fault = { operation: 'getMe', kind: 'status', status: 503, times: 1 }
    const seed = (name: string) => ({ members: [{ name, email: 'ada@example.com' }], faults: [fault] })
    const service = await startService({ seed: seed('Ada') as never })
    expect((await service.call('GET', '/me')).status).toBe(503)
    requireOk(await service.control('POST', '/seed', seed('Ada Lovelace')))
    const { items } = requireOk(await service.control('GET', '/members'))
    expect(items.map(({ name }: { name: string }) => name).slice(1)).toEqual(['Ada Lovelace'])
    expect((await service.call('GET', '/me')).status).toBe(503)
  })

  test('taken again signs for a subscription with the secret it states now', async () => {
    const now = 'known since today'
    const isSignedNow: boolean[] = []
    const service = await startService({
      outbound: async ({ headers, body }) => {
        isSignedNow.push(headers['X-Service-Signature'] === sign(now, body))
        return { status: 200 }
      },
    })
    const seed = (secret: string) => ({
      subscriptions: [{ url: 'https://example.com/hook', events: ['survey.created'], secret }],
    })
    for (const secret of ['known before', now]) requireOk(await service.control('POST', '/seed', seed(secret)))
    await makePlace(service)
    await service.emulator.idle()
    expect(isSignedNow).toEqual([true])
  })

  test.each([
    ['groups[0].nam', { groups: [{ nam: 'Shop' }] }],
    ['groups[0].name', { groups: [{}] }],
    ['groups[0].sources[0].fields[0].items[1].text', withSource({ fields: [field(['ok', { text: ' ' }])] })],
    ['groups[0].sources[0].fields[0].items', withSource({ fields: [field(['x'], { type: 'RATING' })] })],
    ['groups[0].sources[0].fields[0].options', withSource({ fields: [field([], { type: 'MCQ' })] })],
    ['groups[0].sources[0].fields[0].items', withSource({ published: false, fields: [field(['x'])] })],
    ['subscriptions[0].url', { subscriptions: [{ url: 'http://10.0.0.1/', events: ['content.pushed'] }] }],
    ['faults[0].status', { faults: [{ operation: 'getMe', kind: 'status', times: 1 }] }],
    ['clock.now', { clock: { mode: 'frozen', now: '2020-01-01' } }],
  ])('is refused as a whole, with the path of the fault: %s', async (path, seed) => {
    const service = await startService()
    const answer = await service.control('POST', '/seed', { ...SHOP, ...seed })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json.error.details)).toContain(path)
    expect(await allItems(service)).toEqual([])
    expect(requireOk(await service.control('GET', '/members')).items.length).toBe(1)
  })

  test('comes with a new organisation, or the organisation does not come', async () => {
    const { emulator, control } = await startService()
    const url = `${emulator.dashboardUrl}/_emulator/orgs`
    const create = async (seed: unknown) => {
      const headers = { 'content-type': 'application/json' }
      return (await emulator.handle({ method: 'POST', url, headers, body: JSON.stringify({ seed }) })).status
    }
    expect(await create(SHOP)).toBe(200)
    expect(await create(withSource({ fields: [field([''])] }))).toBe(400)
    expect((await control('GET', '')).status).toBe(200)
    const list = await emulator.handle({ method: 'GET', url, headers: {} })
    expect(JSON.parse(Buffer.from(list.body).toString()).items.length).toBe(2)
  })

  test('sets the clock of a new organisation to any time; one that is asked for wins, and a reset keeps it', async () => {
    const clock = { mode: 'frozen' as const, now: '2020-01-01T09:00:00.000Z' }
    const emulator = await startEmulator({ listen: false, seed: { ...withSource({}), clock } })
    atEndOfFile(() => emulator.close())
    expect(await emulator.control.getClock()).toMatchObject(clock)
    await emulator.control.resetOrganization()
    expect(await emulator.control.getClock()).toMatchObject(clock)
    const asked = { mode: 'frozen' as const, now: '2021-01-01T00:00:00.000Z' }
    const made = async (own: object) =>
      (await emulator.control.createOrganization({ body: { seed: { clock }, ...own } })).clock
    expect(await made({})).toMatchObject(clock)
    expect(await made({ clock: asked })).toMatchObject(asked)
    const wrong = { clock: { mode: 'frozen' as const, now: 'noon' } }
    await expect(emulator.control.createOrganization({ body: { seed: wrong } })).rejects.toThrow('clock: now must be')
  })
})

test('a misspelt question type is refused with the nearest one', async () => {
  const seed = {
    groups: [{ name: 'Shop', sources: [{ title: 'S', fields: [{ text: 'How?', type: 'rating_scal' }] }] }],
  }
  await expect(startEmulator({ listen: false, seed: seed as never })).rejects.toThrow(
    /must be one of .*; did you mean "rating"\?/,
  )
})

test('a start that finds its port taken seeds nothing, so that the next one can', async () => {
  const files = createMemoryFiles()
  const first = await startEmulator({ port: 0 })
  atEndOfFile(() => first.close())
  const start = (port: number) =>
    startEmulator({ port, dashboardPort: 0, files, dataDirectory: '/data', seed: withSource({}) })
  await expect(start(Number(new URL(first.baseUrl).port))).rejects.toThrow('EADDRINUSE')
  const second = await start(0)
  atEndOfFile(() => second.close())
  expect((await second.control.listGroups()).items.map(({ name }) => name)).toEqual(['Shop'])
})

test('the schema for editors is the one the emulator checks seeds with', async () => {
  const schema = `${JSON.stringify(seedSchema(), null, 2)}\n`
  await expect(schema).toMatchFileSnapshot('../../fixtures/seed.schema.json')
})

async function instanceOf(service: Awaited<ReturnType<typeof startService>>): Promise<string> {
  return (await service.call('GET', '/me')).headers['x-emulator-instance']!
}
