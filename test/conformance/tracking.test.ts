import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import type { Json } from './exchange.js'
import { type Organization, openOrganization, organizationOf } from './organization.js'
import { makeReceiver, onlyData, settle, subscribe } from './receiver.js'
import { rule } from './rule.js'
import { expectInvalid, expectRefusal, openScene, payloadOf, push, type Scene } from './scene.js'
import { emulatorTarget, START, targetOf } from './target.js'
import { webhookRule } from './webhook-rule.js'

const track = async (org: Organization, scene: Scene, tracking: string) =>
  payloadOf(await org.control('PATCH', `/groups/${scene.groupId}`, { tracking }))
const read = async (org: Organization, scene: Scene, period?: string) =>
  payloadOf(await org.get(`/sources/${scene.sourceId}/analysis${period ? `?period_key=${period}` : ''}`))
const at = (occurred_at: string, text = 'The delivery was late.') => ({ text, occurred_at })
const subscribeReport = async (org: Organization, scene: Scene) =>
  payloadOf(await org.control('POST', '/reports', { feedback_group_id: scene.groupId }))

async function openTracked(org: Organization, tracking: string): Promise<Scene> {
  const scene = await openScene(org)
  expect((await track(org, scene, tracking)).tracking).toBe(tracking)
  return scene
}

async function feed(org: Organization, scene: Scene, content: unknown): Promise<void> {
  payloadOf(await push(org, scene, content))
  await org.advance('2s')
}

describe('groups that track feedback over time', () => {
  rule('[ANA-11, ANA-12] their read-back is available, of all analysed periods, without an id', async (org) => {
    const scene = await openTracked(org, 'monthly')
    expect(await read(org, scene)).toMatchObject({ analysis_status: 'none', analysis_id: null, item_count: 0 })
    await feed(org, scene, [at('2025-11-30T23:59:59Z'), at('2026-01-15', 'Great support!'), 'Late again.'])
    expect(await read(org, scene)).toMatchObject({
      analysis_status: 'available',
      analysis_id: null,
      period_key: null,
      item_count: 3,
      analysed_at: '2026-03-02T09:00:02.000Z',
    })
    await track(org, scene, 'none')
    expect(await read(org, scene)).toMatchObject({ analysis_status: 'available', analysis_id: '1', item_count: 3 })
  })

  for (const [tracking, days] of [
    ['weekly', { '2026-W09': ['2026-02-23', '2026-03-01T23:59:59.999Z'], '2026-W01': ['2025-12-29', '2026-01-01'] }],
    ['monthly', { '2024-02': ['2024-02-29', '2024-02-01'], '2025-12': ['2025-12-31T23:59:59Z'] }],
    ['quarterly', { '2025-Q4': ['2025-10-01', '2025-12-31'], '2026-Q1': ['2026-02-01T00:30:00+01:00', '2026-03-02'] }],
  ] as const) {
    rule(`[PSH-3] an item is in the period of its occurred_at: ${tracking}`, async (org) => {
      const scene = await openTracked(org, tracking)
      const moments: string[] = Object.values(days).flat()
      await feed(
        org,
        scene,
        moments.map((moment) => at(moment)),
      )
      for (const [key, inside] of Object.entries(days)) {
        const analysis = await read(org, scene, key)
        expect(analysis).toMatchObject({ analysis_status: 'available', analysis_id: null, period_key: key })
        expect(analysis.item_count).toBe(inside.length)
        expect(analysis.sentiment.negative.count).toBe(inside.length)
        expect(analysis.themes[0].item_count).toBe(inside.length)
      }
      expect((await read(org, scene)).item_count).toBe(moments.length)
    })
  }

  rule('[PSH-3] an item without occurred_at is in the period of its arrival', async (org) => {
    const scene = await openTracked(org, 'weekly')
    await feed(org, scene, ['Late.'])
    await org.advance('7d')
    await feed(org, scene, ['Late.', 'Late.', at('2026-03-08T23:59:59Z')])
    expect((await read(org, scene, '2026-W10')).item_count).toBe(2)
    expect((await read(org, scene, '2026-W11')).item_count).toBe(2)
  })

  rule('a period without items has no analysis', async (org) => {
    const scene = await openTracked(org, 'monthly')
    await feed(org, scene, ['Late.'])
    expect(await read(org, scene, '2019-07')).toMatchObject({
      analysis_status: 'none',
      analysis_id: null,
      item_count: 0,
      analysed_at: null,
      period_key: '2019-07',
      themes: [],
    })
  })

  for (const [tracking, keys] of [
    ['weekly', ['2026-02', '2026-Q1', '2026-W54', '2025-W53', 'nonsense', '']],
    ['monthly', ['2026-W08', '2026-Q1', '2026-13', '2026-00', '2026-2']],
    ['quarterly', ['2026-W08', '2026-02', '2026-Q5', '2026-q1']],
  ] as const) {
    rule(`a period of another kind is refused where the group tracks ${tracking}`, async (org) => {
      const scene = await openTracked(org, tracking)
      for (const key of keys)
        expectInvalid(await org.get(`/sources/${scene.sourceId}/analysis?period_key=${key}`), 'period_key')
    })
  }

  rule('themes, monitor matches and sentiment of the periods add up to those of the whole', async (org) => {
    const scene = await openTracked(org, 'monthly')
    payloadOf(await org.control('POST', '/monitors', { name: 'Late', query: ['late'], threshold: 99, alerts: false }))
    const content = Array.from({ length: 30 }, (_, place) =>
      at(
        `2025-${String((place % 12) + 1).padStart(2, '0')}-10`,
        place % 2 ? 'The delivery was late.' : 'Great support!',
      ),
    )
    await feed(org, scene, content)
    const whole = await read(org, scene)
    const keys = Array.from({ length: 12 }, (_, place) => `2025-${String(place + 1).padStart(2, '0')}`)
    const parts = await Promise.all(keys.map((key) => read(org, scene, key)))
    const sum = (count: (part: Json) => number) => parts.reduce((total, part) => total + count(part), 0)
    expect(sum((part) => part.item_count)).toBe(30)
    expect(sum((part) => part.monitor_matches[0].match_count)).toBe(whole.monitor_matches[0].match_count)
    expect(sum((part) => part.sentiment.positive.count)).toBe(whole.sentiment.positive.count)
    for (const theme of whole.themes) {
      const inPart = (part: Json) => part.themes.find(({ theme_id }: Json) => theme_id === theme.theme_id)
      expect(sum((part) => inPart(part)?.item_count ?? 0)).toBe(theme.item_count)
    }
  })

  rule('what a period shows does not depend on batches; an erase takes out of it', async (org) => {
    const scene = await openTracked(org, 'monthly')
    const content = Array.from({ length: 6 }, (_, place) => ({
      ...at(place % 2 ? '2026-01-05' : '2026-02-05', `The delivery ${place} was late.`),
      external_id: `d-${place}`,
    }))
    await feed(org, scene, content)
    const one = await read(org, scene, '2026-02')
    payloadOf(await org.post('/feedback/erase', { external_ids: content.map(({ external_id }) => external_id) }))
    expect((await read(org, scene, '2026-02')).item_count).toBe(0)
    for (const item of content) await feed(org, scene, [item])
    const { analysed_at: _one, ...first } = one
    const { analysed_at: _other, ...second } = await read(org, scene, '2026-02')
    expect(second).toEqual(first)
    payloadOf(await org.post('/feedback/erase', { external_ids: ['d-0'] }))
    expect((await read(org, scene, '2026-02')).item_count).toBe(2)
    expect((await read(org, scene, '2026-01')).item_count).toBe(3)
  })

  rule('groups are listed and shown with their tracking', async (org) => {
    const scene = await openTracked(org, 'weekly')
    const shown = payloadOf(await org.control('GET', `/groups/${scene.groupId}`))
    expect(shown).toMatchObject({ feedback_group_id: scene.groupId, tracking: 'weekly' })
    expect(payloadOf(await org.control('GET', '/groups')).items).toEqual([shown])
    expectRefusal(await org.control('GET', '/groups/77'), 404, 'NOT_FOUND')
  })
})

describe('reports', () => {
  webhookRule(
    '[EVT-10] report.ready fires when a period has ended and its report was produced',
    async (org, receiver) => {
      const scene = await openTracked(org, 'monthly')
      await subscribe(org, ['report.ready'])
      const made = await subscribeReport(org, scene)
      expect(made).toMatchObject({ id: '1', feedback_group_id: scene.groupId, produced: [] })
      await org.advance('29d')
      expect(receiver.received).toEqual([])
      const advanced = payloadOf(await org.control('POST', '/clock/advance', { to: '2026-04-01T00:00:00Z' }))
      expect(advanced.fired).toMatchObject([
        { at: '2026-04-01T00:00:00.000Z', kind: 'report', id: '1' },
        { kind: 'attempt' },
      ])
      expect(onlyData(receiver, 'report.ready')).toEqual({
        report_id: 1,
        survey_series_id: Number(scene.groupId),
        period_key: '2026-03',
      })
      const produced = [{ report_id: '1', period_key: '2026-03', produced_at: '2026-04-01T00:00:00.000Z' }]
      expect(payloadOf(await org.control('GET', '/reports/1')).produced).toEqual(produced)
      expect(payloadOf(await org.control('GET', '/reports')).items).toEqual([{ ...made, produced }])
    },
  )

  webhookRule('a year of periods runs in one step, in order', async (org, receiver) => {
    const scene = await openTracked(org, 'weekly')
    await subscribe(org, ['report.ready'])
    await subscribeReport(org, scene)
    const { fired } = payloadOf(await org.control('POST', '/clock/advance', { by: '365d' }))
    const times = fired.map((each: Json) => each.at)
    expect(times).toEqual(times.toSorted())
    const keys = receiver.of('report.ready').map((each) => each.json.data.period_key)
    expect(keys).toHaveLength(52)
    expect([keys[0], keys[43], keys[44], keys[51]]).toEqual(['2026-W10', '2026-W53', '2027-W01', '2027-W08'])
    expect(new Set(keys).size).toBe(52)
  })

  rule('what came in before the end of the period belongs to the report: its pass comes first', async (org) => {
    const scene = await openTracked(org, 'monthly')
    await subscribeReport(org, scene)
    payloadOf(await org.control('POST', '/clock/advance', { to: '2026-03-31T23:59:59Z' }))
    payloadOf(await push(org, scene, ['Late.']))
    const { fired } = payloadOf(await org.control('POST', '/clock/advance', { by: '1m' }))
    expect(fired.map(({ kind, at }: Json) => [kind, at.slice(11, 23)])).toEqual([
      ['analyse', '00:00:01.000'],
      ['report', '00:00:01.001'],
    ])
    const { produced } = payloadOf(await org.control('GET', '/reports/1'))
    expect(produced).toMatchObject([{ period_key: '2026-03', produced_at: '2026-04-01T00:00:01.001Z' }])
  })

  rule('a group that tracks nothing has no reports; neither has one there is not', async (org) => {
    const scene = await openScene(org)
    const refused = await org.control('POST', '/reports', { feedback_group_id: scene.groupId })
    expectInvalid(refused, 'feedback_group_id')
    expectRefusal(await org.control('POST', '/reports', { feedback_group_id: '99' }), 404, 'NOT_FOUND')
    expectRefusal(await org.control('GET', '/reports/1'), 404, 'NOT_FOUND')
  })

  webhookRule(
    'another tracking moves the next close, none stops it, an ended subscription is silent',
    async (org, receiver) => {
      const scene = await openTracked(org, 'monthly')
      await subscribe(org, ['report.ready'])
      await subscribeReport(org, scene)
      await track(org, scene, 'weekly')
      await org.advance('8d')
      await track(org, scene, 'none')
      await org.advance('60d')
      await track(org, scene, 'quarterly')
      await org.advance('60d')
      expect((await org.control('DELETE', '/reports/1')).status).toBe(204)
      expectRefusal(await org.control('DELETE', '/reports/1'), 404, 'NOT_FOUND')
      await org.advance('365d')
      await settle(org)
      expect(receiver.of('report.ready').map((each) => each.json.data.period_key)).toEqual(['2026-W10', '2026-Q2'])
    },
  )

  it('reports, monitors and periods survive a restart; closes that were missed are made up for', async (context) => {
    if (process.env.INPK_CONFORMANCE_URL) context.skip('needs an emulator of its own')
    const skip = context.skip as never
    const receiver = makeReceiver()
    const dataDirectory = mkdtempSync(join(tmpdir(), 'inpk-reports-'))
    const clock = { mode: 'frozen', now: START } as const
    const options = { listen: false, clock, dataDirectory, outbound: receiver.outbound }
    const first = await startEmulator(options)
    const before = await openOrganization(targetOf(first), skip)
    const scene = await openTracked(before, 'monthly')
    await subscribe(before, ['report.ready'])
    await subscribeReport(before, scene)
    payloadOf(await before.control('POST', '/monitors', { name: 'Late', query: ['late'], threshold: 1, alerts: true }))
    await feed(before, scene, [at('2026-01-05'), at('2026-02-05')])
    const shown = [await read(before, scene), await read(before, scene, '2026-02')]
    await first.close()
    const org = organizationOf(await emulatorTarget(options), before.orgId, before.keys, skip)
    expect([await read(org, scene), await read(org, scene, '2026-02')]).toEqual(shown)
    expect(payloadOf(await org.control('GET', '/monitors/1')).match_count).toBe(2)
    payloadOf(await org.control('PUT', '/clock', { mode: 'frozen', now: '2026-06-10T00:00:00Z' }))
    await settle(org)
    const keys = receiver.of('report.ready').map((each) => each.json.data.period_key)
    expect(keys).toEqual(['2026-03', '2026-04', '2026-05'])
  })
})
