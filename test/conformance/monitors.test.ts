import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { onlyData, settle, subscribe } from './receiver.js'
import { rule } from './rule.js'
import { createSource, expectInvalid, expectRefusal, openScene, payloadOf, publish, push, type Scene } from './scene.js'
import { webhookRule } from './webhook-rule.js'

const REFUND = { name: 'Refunds', query: ['refund', '"money back"'], threshold: 3, alerts: true }
const create = async (org: Organization, members: Json = {}) =>
  payloadOf(await org.control('POST', '/monitors', { ...REFUND, ...members }))
const shown = async (org: Organization, id: string) => payloadOf(await org.control('GET', `/monitors/${id}`))
const analysis = async (org: Organization, sourceId: string) =>
  payloadOf(await org.get(`/sources/${sourceId}/analysis`))
const texts = (count: number) => Array.from({ length: count }, (_, place) => `Give me a refund, number ${place}.`)
const ids = (scene: Scene) => ({ survey_series_id: Number(scene.groupId), survey_id: Number(scene.sourceId) })

/** Pushes and lets the pass run. */
async function feed(org: Organization, scene: Scene, content: unknown): Promise<void> {
  payloadOf(await push(org, scene, content))
  await org.advance('2s')
}

async function secondSource(org: Organization, scene: Scene): Promise<Scene> {
  const source = await createSource(org, scene.groupId)
  await publish(org, source.survey_id)
  return { ...scene, sourceId: source.survey_id, textId: source.questions[0].question_id }
}

describe('monitors', () => {
  rule('a monitor is created, listed, shown, changed and deleted', async (org) => {
    const scene = await openScene(org)
    const made = await create(org, { source_id: scene.sourceId })
    expect(made).toEqual({
      id: '1',
      ...REFUND,
      source_id: scene.sourceId,
      match_count: 0,
      created_at: '2026-03-02T09:00:00.000Z',
    })
    expect(await shown(org, '1')).toEqual(made)
    const changes = { name: 'Money', query: ['money'], threshold: 9, source_id: null, alerts: false }
    expect(payloadOf(await org.control('PATCH', '/monitors/1', changes))).toEqual({ ...made, ...changes })
    expect(payloadOf(await org.control('GET', '/monitors')).items).toEqual([{ ...made, ...changes }])
    expect((await org.control('DELETE', '/monitors/1')).status).toBe(204)
    expect(payloadOf(await org.control('GET', '/monitors')).items).toEqual([])
    for (const method of ['GET', 'DELETE']) expectRefusal(await org.control(method, '/monitors/1'), 404, 'NOT_FOUND')
    expect((await create(org)).id).toBe('2')
  })

  rule('a monitor of no words, no threshold or an unknown source is refused', async (org) => {
    await openScene(org)
    expectInvalid(await org.control('POST', '/monitors', { ...REFUND, query: ['refund', '""'] }), 'query[1]')
    expectInvalid(await org.control('POST', '/monitors', { ...REFUND, query: [] }), 'query')
    expectInvalid(await org.control('POST', '/monitors', { ...REFUND, threshold: 0 }), 'threshold')
    expectInvalid(await org.control('POST', '/monitors', { ...REFUND, colour: 'red' }), 'colour')
    expectRefusal(await org.control('POST', '/monitors', { ...REFUND, source_id: '99' }), 404, 'NOT_FOUND')
    await create(org)
    expectInvalid(await org.control('PATCH', '/monitors/1', { query: ['—'] }), 'query[0]')
    expectRefusal(await org.control('PATCH', '/monitors/1', { source_id: '0' }), 404, 'NOT_FOUND')
  })

  rule('[ANA-7] the read-back has the matches of each monitor that watches the source', async (org) => {
    const scene = await openScene(org)
    const other = await secondSource(org, scene)
    await create(org)
    await create(org, { name: 'Here', query: ['late'], source_id: scene.sourceId })
    await create(org, { name: 'There', source_id: other.sourceId })
    payloadOf(await push(org, scene, ['A REFUND, please', 'I want my money back!', 'late', 'refunded', 'fine']))
    expect((await analysis(org, scene.sourceId)).monitor_matches).toMatchObject([{ match_count: 0 }, { share: 0 }])
    await org.advance('2s')
    expect((await analysis(org, scene.sourceId)).monitor_matches).toEqual([
      { monitor_id: '1', name: 'Refunds', query: REFUND.query, match_count: 2, share: 0.4 },
      { monitor_id: '2', name: 'Here', query: ['late'], match_count: 1, share: 0.2 },
    ])
    await feed(org, other, ['refund', 'refund'])
    expect((await analysis(org, other.sourceId)).monitor_matches).toMatchObject([
      { monitor_id: '1', match_count: 2, share: 1 },
      { monitor_id: '3', match_count: 2, share: 1 },
    ])
    expect((await shown(org, '1')).match_count).toBe(4)
  })

  webhookRule('[EVT-8] flag.raised fires when the count of a monitor crosses its threshold', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    await create(org)
    await feed(org, scene, texts(2))
    expect(receiver.received).toEqual([])
    await feed(org, scene, ['money back', 'fine'])
    await settle(org)
    expect(onlyData(receiver, 'flag.raised')).toEqual({
      monitor_id: 1,
      monitor_name: 'Refunds',
      ...ids(scene),
      match_count: 3,
      threshold: 3,
    })
  })

  webhookRule('[EVT-8] it fires once a crossing, however far the count rises', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    await create(org)
    await feed(org, scene, texts(7))
    for (let round = 0; round < 3; round += 1) await feed(org, scene, texts(4))
    await settle(org)
    expect(onlyData(receiver, 'flag.raised').match_count).toBe(7)
    expect((await shown(org, '1')).match_count).toBe(19)
  })

  webhookRule('[EVT-9] without alerts it does not fire, whoever subscribed', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    await create(org, { alerts: false })
    await create(org, { name: 'Loud', threshold: 5 })
    await feed(org, scene, texts(6))
    await settle(org)
    expect(onlyData(receiver, 'flag.raised').monitor_id).toBe(2)
    payloadOf(await org.control('PATCH', '/monitors/1', { alerts: true }))
    await feed(org, scene, texts(1))
    await settle(org)
    expect(receiver.received).toHaveLength(1)
  })

  webhookRule(
    'a monitor of all sources counts them together; one of a source counts that one',
    async (org, receiver) => {
      const scene = await openScene(org)
      const other = await secondSource(org, scene)
      await subscribe(org, ['flag.raised'])
      await create(org, { threshold: 4 })
      await create(org, { threshold: 4, source_id: other.sourceId })
      await feed(org, scene, texts(2))
      await feed(org, other, texts(3))
      await settle(org)
      expect(onlyData(receiver, 'flag.raised')).toMatchObject({ monitor_id: 1, ...ids(other), match_count: 5 })
    },
  )

  webhookRule('what was analysed before a monitor counts, and raises no flag by itself', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    await feed(org, scene, texts(5))
    expect((await create(org)).match_count).toBe(5)
    await feed(org, scene, texts(1))
    await settle(org)
    expect(receiver.received).toEqual([])
    payloadOf(await org.control('PATCH', '/monitors/1', { threshold: 7 }))
    await feed(org, scene, texts(1))
    await settle(org)
    expect(onlyData(receiver, 'flag.raised').match_count).toBe(7)
  })

  webhookRule('erased items no longer count, and the count can cross again', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    await create(org)
    const content = texts(3).map((text, place) => ({ text, external_id: `r-${place}` }))
    await feed(org, scene, content)
    payloadOf(await org.post('/feedback/erase', { external_ids: ['r-0', 'r-2'] }))
    expect((await shown(org, '1')).match_count).toBe(1)
    expect((await analysis(org, scene.sourceId)).monitor_matches[0]).toMatchObject({ match_count: 1, share: 1 })
    await feed(org, scene, content)
    await settle(org)
    expect((await shown(org, '1')).match_count).toBe(3)
    expect(receiver.of('flag.raised').map((each) => each.json.data.match_count)).toEqual([3, 3])
  })

  rule('undo and reset leave the counts right', async (org) => {
    const scene = await openScene(org)
    await create(org)
    await feed(org, scene, texts(2))
    const { seq } = payloadOf(await org.control('GET', '/log?limit=1')).items[0]
    await feed(org, scene, texts(3))
    expect((await shown(org, '1')).match_count).toBe(5)
    payloadOf(await org.control('POST', '/undo', { to: seq }))
    expect((await shown(org, '1')).match_count).toBe(2)
    await feed(org, scene, texts(1))
    expect((await shown(org, '1')).match_count).toBe(3)
    payloadOf(await org.control('POST', '/reset'))
    expect(payloadOf(await org.control('GET', '/monitors')).items).toEqual([])
  })

  webhookRule('what a monitor counts does not depend on how the items were batched', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['flag.raised'])
    const content = Array.from({ length: 12 }, (_, place) => (place % 3 === 0 ? `refund ${place}` : `fine ${place}`))
    const found: Json[] = []
    for (const size of [1, 5, 12]) {
      const place = await secondSource(org, scene)
      const { id } = await create(org, { source_id: place.sourceId })
      for (let start = 0; start < content.length; start += size)
        await feed(org, place, content.slice(start, start + size))
      const [match] = (await analysis(org, place.sourceId)).monitor_matches
      found.push([match.match_count, match.share, (await shown(org, id)).match_count])
    }
    await settle(org)
    expect(found).toEqual([4, 4, 4].map((count) => [count, 0.3333, count]))
    expect(receiver.of('flag.raised').map((each) => each.json.data.monitor_id)).toEqual([1, 2, 3])
  })
})
