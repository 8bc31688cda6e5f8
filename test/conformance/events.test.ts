import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { onlyData, settle, subscribe } from './receiver.js'
import {
  allFeedback,
  bulkBody,
  createGroup,
  createSource,
  items,
  openScene,
  payloadOf,
  publish,
  push,
  pushBody,
  type Scene,
} from './scene.js'
import { finishedTask } from './tasks.js'
import { webhookRule } from './webhook-rule.js'

const idsOf = (scene: Scene) => ({ survey_series_id: Number(scene.groupId), survey_id: Number(scene.sourceId) })
const analysisOf = async (org: Organization, scene: Scene) =>
  payloadOf(await org.get(`/sources/${scene.sourceId}/analysis`))

describe('events', () => {
  webhookRule(
    '[ANA-2] the chain runs through: group, source, publish, push, analysis.completed arrives, results can be read',
    async (org, receiver) => {
      await subscribe(org)
      const groupId = await createGroup(org)
      const source = await createSource(org, groupId)
      await publish(org, source.survey_id)
      const scene = { groupId, sourceId: source.survey_id, textId: source.questions[0].question_id } as Scene
      payloadOf(await push(org, scene, ['The delivery was late and the parcel was damaged.', 'Great support!']))
      await org.advance('10s')
      expect(receiver.received.map((delivery) => delivery.json.event).sort()).toEqual([
        'analysis.completed',
        'content.pushed',
        'series.created',
        'survey.created',
        'survey.published',
      ])
      expect(await analysisOf(org, scene)).toMatchObject({ analysis_status: 'available', item_count: 2 })
    },
  )

  webhookRule('[EVT-3] series.created fires when a group was created', async (org, receiver) => {
    await subscribe(org, ['series.created'])
    const groupId = await createGroup(org, 'Shops')
    await settle(org)
    expect(onlyData(receiver, 'series.created')).toEqual({ survey_series_id: Number(groupId), name: 'Shops' })
  })

  webhookRule('[GRP-6] a call that returns an existing group emits no series.created', async (org, receiver) => {
    await createGroup(org, 'Shops')
    await subscribe(org)
    expect(payloadOf(await org.post('/survey_series/create', { name: 'Shops' })).created).toBe(false)
    await org.advance('10m')
    expect(receiver.received).toEqual([])
  })

  webhookRule('[EVT-4] survey.created fires when a source was created', async (org, receiver) => {
    const groupId = await createGroup(org)
    await subscribe(org)
    const source = await createSource(org, groupId, { survey_title: 'Tickets' })
    await settle(org)
    expect(onlyData(receiver, 'survey.created')).toEqual({
      survey_series_id: Number(groupId),
      survey_id: Number(source.survey_id),
      survey_name: 'Tickets',
    })
    expect(receiver.received).toHaveLength(1)
  })

  webhookRule(
    '[EVT-5] survey.published fires when a source was published, and not at a second publish',
    async (org, receiver) => {
      const groupId = await createGroup(org)
      const source = await createSource(org, groupId, { survey_title: 'Tickets' })
      await subscribe(org)
      for (let time = 0; time < 2; time += 1) await publish(org, source.survey_id)
      await settle(org)
      expect(onlyData(receiver, 'survey.published')).toEqual({
        survey_series_id: Number(groupId),
        survey_id: Number(source.survey_id),
        survey_name: 'Tickets',
      })
    },
  )

  webhookRule('[EVT-2] content.pushed fires when a push landed items', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['content.pushed'])
    payloadOf(await push(org, scene, items(2)))
    payloadOf(await org.post('/content/push', pushBody(scene, items(3), { source_reference: 'batch 2' })))
    await settle(org)
    const data = { ...idsOf(scene), question_ids: [Number(scene.textId)] }
    expect(receiver.of('content.pushed').map((delivery) => delivery.json.data)).toEqual([
      { ...data, inserted: 2, duplicates: 0, source_reference: null },
      { ...data, inserted: 1, duplicates: 2, source_reference: 'batch 2' },
    ])
  })

  webhookRule(
    '[EVT-2] content.pushed fires for bulk pushes too, once, naming every question that took items',
    async (org, receiver) => {
      const scene = await openScene(org)
      await subscribe(org, ['content.pushed'])
      const body = bulkBody(scene, [
        [scene.textId, items(1)],
        [scene.choiceId, ['x']],
        [scene.longId, items(2)],
      ])
      await finishedTask(org, payloadOf(await org.post('/content/push/bulk', body), 202).task_id)
      await settle(org)
      const data = onlyData(receiver, 'content.pushed')
      expect({ ...data, question_ids: [...data.question_ids].sort() }).toEqual({
        ...idsOf(scene),
        question_ids: [Number(scene.textId), Number(scene.longId)].sort(),
        inserted: 3,
        duplicates: 0,
        source_reference: null,
      })
    },
  )

  webhookRule('a push that landed nothing emits nothing: duplicates, refusals, replays', async (org, receiver) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, items(2), { idempotencyKey: 'first' }))
    await org.advance('1m')
    await subscribe(org)
    org.watchDeliveries()
    payloadOf(await push(org, scene, items(2)))
    payloadOf(await push(org, scene, items(2), { idempotencyKey: 'first' }))
    await push(org, scene, ['fine', ''])
    await push(org, { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }, ['fine'])
    await org.post('/survey_series/create', { name: '' })
    await org.post('/feedback_groups/create', { name: 'Not allowed' }, { key: 'push' })
    await org.advance('10m')
    expect(receiver.received).toEqual([])
    expect(await allFeedback(org)).toHaveLength(2)
  })

  webhookRule(
    '[EVT-6, EVT-17] analysis.completed fires when a pass is done, with integer ids and the name of the source',
    async (org, receiver) => {
      const scene = await openScene(org)
      await subscribe(org, ['analysis.completed'])
      payloadOf(await push(org, scene, ['The delivery was late.']))
      await org.advance('1999ms')
      expect(receiver.received).toEqual([])
      await org.advance('1s')
      const data = onlyData(receiver, 'analysis.completed')
      expect(data).toEqual({
        ...idsOf(scene),
        analysis_id: expect.any(Number),
        survey_name: expect.stringMatching(/^Source /),
      })
      expect(Number.isInteger(data.analysis_id)).toBe(true)
      expect((await analysisOf(org, scene)).analysis_id).toBe(String(data.analysis_id))
    },
  )

  webhookRule('[EVT-7] when analysis.completed arrives the results can already be read', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['analysis.completed'])
    const seen: Json[] = []
    const { outbound } = receiver
    receiver.script = []
    const original = receiver.received.push.bind(receiver.received)
    const reading: Promise<void>[] = []
    receiver.received.push = (...deliveries) => {
      reading.push(analysisOf(org, scene).then((analysis) => void seen.push(analysis)))
      return original(...deliveries)
    }
    expect(outbound).toBeTypeOf('function')
    payloadOf(await push(org, scene, ['The delivery was late.']))
    await org.advance('5s')
    await Promise.all(reading)
    expect(seen).toEqual([expect.objectContaining({ analysis_status: 'available', item_count: 1 })])
  })

  webhookRule('a second push leads to a second pass with an analysis of its own', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['analysis.completed'])
    for (const text of ['The delivery was late.', 'The support was great.']) {
      payloadOf(await push(org, scene, [text]))
      await org.advance('5s')
    }
    const ids = receiver.of('analysis.completed').map((delivery) => delivery.json.data.analysis_id)
    expect(new Set(ids).size).toBe(2)
  })

  webhookRule(
    '[EVT-14, VOC-1, VOC-2] event names and members stay classic when the call was made in recommended words',
    async (org, receiver) => {
      await subscribe(org)
      const { feedback_group_id } = payloadOf(await org.post('/feedback_groups/create', { name: 'Words' }))
      const source = payloadOf(
        await org.post('/sources/create', {
          feedback_group_id,
          source_title: 'Words',
          fields: [{ type: 'long_answer', field_text: 'Why?' }],
        }),
      )
      payloadOf(await org.post('/sources/publish', { source_id: source.source_id }))
      const { field_id } = source.fields[0]
      payloadOf(
        await org.post('/feedback/push', {
          feedback_group_id,
          source_id: source.source_id,
          field: { field_id, content: ['Late again.'] },
        }),
      )
      await org.advance('10s')
      const events = receiver.received.map((delivery) => delivery.json.event).sort()
      expect(events).toEqual([
        'analysis.completed',
        'content.pushed',
        'series.created',
        'survey.created',
        'survey.published',
      ])
      for (const { json } of receiver.received) {
        expect(Object.keys(json.data).join()).not.toMatch(/feedback_group|source_id|field/)
        expect(json.data.survey_series_id).toBe(Number(feedback_group_id))
      }
    },
  )

  webhookRule('[EVT-1] the events that can be subscribed to are those introspection lists', async (org) => {
    const { webhook_events } = payloadOf(await org.get('/me'))
    const made = await subscribe(org, webhook_events)
    expect([...made.events].sort()).toEqual([...webhook_events].sort())
    for (const event of ['content.erased', 'test', '', 'Content.Pushed']) {
      expect(
        (await org.control('POST', '/subscriptions', { url: 'https://127.0.0.1:9443/', events: [event] })).status,
      ).toBe(400)
    }
  })
})
