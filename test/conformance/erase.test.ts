import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readAll } from './disk.js'
import type { Organization } from './organization.js'
import { emulatorRule, rule } from './rule.js'
import {
  allFeedback,
  bulkBody,
  expectInvalid,
  expectRefusal,
  feedbackOf,
  items,
  listedSource,
  openScene,
  payloadOf,
  push,
  pushBody,
  type Scene,
  uniqueName,
} from './scene.js'
import { finishedTask } from './tasks.js'

const ERASE = '/feedback/erase'
const texts = async (org: Organization, scene: Scene) => (await feedbackOf(org, scene)).map((item) => item.text).join()

describe('erasing', () => {
  rule('[ERS-1] many items are erased in one call by external_id', async (org) => {
    const scene = await openScene(org)
    const [a, b, c, d, e] = items(5, uniqueName('id')).map((item) => item.external_id)
    payloadOf(
      await push(
        org,
        scene,
        [a, b, c, d, e].map((external_id) => ({ text: 'x', external_id })),
      ),
    )
    const missing = uniqueName('missing')
    const answer = payloadOf(await org.post(ERASE, { external_ids: [a, c, missing] }))
    expect(answer).toEqual({ erased: 2, not_found: [{ external_id: missing }] })
    expect((await feedbackOf(org, scene)).map((item) => item.external_id)).toEqual([b, d, e])
  })

  rule('[ERS-2] many items are erased in one call by customer_id', async (org) => {
    const scene = await openScene(org)
    const [kim, lee, nobody] = ['kim', 'lee', 'nobody'].map(uniqueName)
    const content = [
      { text: 'a', customer_id: kim },
      { text: 'b', customer_id: lee },
      { text: 'c', customer_id: kim },
      'd',
    ]
    payloadOf(await push(org, scene, content))
    const answer = payloadOf(await org.post(ERASE, { customer_ids: [kim, nobody] }))
    expect(answer).toEqual({ erased: 2, not_found: [{ customer_id: nobody }] })
    expect(await texts(org, scene)).toBe('b,d')
  })

  rule('[ERS-1, ERS-2] both lists together erase the union', async (org) => {
    const scene = await openScene(org)
    const [one, two, kim] = ['one', 'two', 'kim'].map(uniqueName)
    const content = [
      { text: 'a', external_id: one, customer_id: kim },
      { text: 'b', external_id: two },
      { text: 'c', customer_id: kim },
      'd',
    ]
    payloadOf(await push(org, scene, content))
    const answer = payloadOf(await org.post(ERASE, { external_ids: [one, two], customer_ids: [kim] }))
    expect(answer).toEqual({ erased: 3, not_found: [] })
    expect(await texts(org, scene)).toBe('d')
  })

  rule('source_id bounds the erasing to one source, in either word', async (org) => {
    const scene = await openScene(org)
    payloadOf(await org.post('/survey/publish', { survey_id: scene.draftId }))
    const other = { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }
    for (const place of [scene, other]) payloadOf(await push(org, place, items(2)))
    expect(payloadOf(await org.post(ERASE, { external_ids: ['item-1'], source_id: scene.sourceId })).erased).toBe(1)
    expect(payloadOf(await org.post(ERASE, { external_ids: ['item-1'], survey_id: scene.sourceId }))).toMatchObject({
      erased: 0,
    })
    expect((await allFeedback(org, '&external_id=item-1')).map((item) => item.source_id)).toEqual([other.sourceId])
    expect(payloadOf(await org.post(ERASE, { external_ids: ['item-2'] })).erased).toBe(2)
    expectRefusal(await org.post(ERASE, { external_ids: ['item-1'], source_id: '987654321' }), 404, 'NOT_FOUND')
  })

  rule('counts go down, and an erased external_id may be pushed again', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, items(3)))
    payloadOf(await org.post(ERASE, { external_ids: ['item-2'] }))
    expect((await listedSource(org, scene.sourceId)).item_count).toBe(2)
    expect((await listedSource(org, scene.sourceId)).questions[0].item_count).toBe(2)
    expect(payloadOf(await push(org, scene, items(3)))).toMatchObject({ inserted: 1, duplicates: 2 })
  })

  for (const key of ['push', 'create', 'all'] as const) {
    rule(`[ERS-3, AUT-10] erasing is open to a ${key} key`, async (org) => {
      const external_id = uniqueName('nothing')
      const answer = payloadOf(await org.post(ERASE, { external_ids: [external_id] }, { key }))
      expect(answer).toEqual({ erased: 0, not_found: [{ external_id }] })
    })
  }
  for (const key of ['send', 'mcp_read'] as const) {
    rule(`[ERS-4] erasing refuses a ${key} key`, async (org) => {
      expectRefusal(await org.post(ERASE, { external_ids: ['nothing'] }, { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const body of [{}, { external_ids: null, customer_ids: null }, { source_id: '1' }]) {
    rule(`at least one list is needed: ${JSON.stringify(body)} is refused`, async (org) =>
      expectInvalid(await org.post(ERASE, body)),
    )
  }
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index))
  for (const member of ['external_ids', 'customer_ids']) {
    for (const [what, wrong] of [
      ['no ids', []],
      ['1,001 ids', ids],
      ['a number', [5]],
      ['an empty id', ['']],
      ['a string', 'a'],
    ] as const) {
      rule(`${member} holds 1 to 1,000 strings: ${what} is refused`, async (org) => {
        expectInvalid(await org.post(ERASE, { [member]: wrong }))
      })
    }
  }

  rule(
    'a retry with the idempotency key of an erased push inserts nothing and shows nothing of the text',
    async (org) => {
      const scene = await openScene(org)
      const secret = 'Zanzibar-forty-seven'
      const ask = { idempotencyKey: 'erase-me' }
      payloadOf(await push(org, scene, [{ text: secret, external_id: 'z', customer_id: 'kim' }], ask))
      payloadOf(await org.post(ERASE, { customer_ids: ['kim'] }))
      const again = await push(org, scene, [{ text: secret, external_id: 'z', customer_id: 'kim' }], ask)
      expect(again.status).toBe(200)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(again.text).not.toContain(secret)
      expect(await allFeedback(org)).toEqual([])
    },
  )

  rule('erased text is gone from the request log and from the analysis', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, ['The Zurich deliveries were on time']))
    payloadOf(await push(org, scene, [{ text: 'Zanzibar deliveries were late again', external_id: 'z' }]))
    await org.advance('1m')
    await org.get('/feedback')
    await org.get(`/sources/${scene.sourceId}/analysis`)
    expect((await org.control('GET', '/requests')).text).toContain('Zanzibar')
    payloadOf(await org.post(ERASE, { external_ids: ['z'] }))
    await org.advance('1m')
    const log = await org.control('GET', '/requests')
    expect(log.status).toBe(200)
    expect(log.text.toLowerCase()).not.toContain('zanzibar')
    const analysis = await org.get(`/sources/${scene.sourceId}/analysis`)
    expect(analysis.text.toLowerCase()).not.toContain('zanzibar')
    expect(payloadOf(analysis).item_count).toBe(1)
  })

  const folder = mkdtempSync(join(tmpdir(), 'inpk-erase-'))
  emulatorRule(
    'erased text is gone from every file on disk when the answer is sent',
    { dataDirectory: folder },
    async (org) => {
      const scene = await openScene(org)
      const content = [
        { text: 'Zanzibar was wonderful', external_id: 'z', customer_id: 'Kimberley-77' },
        { text: 'Zurich was wonderful', external_id: 'y' },
      ]
      payloadOf(await org.post('/content/push', pushBody(scene, content), { idempotencyKey: 'disk' }))
      const bulk = bulkBody(scene, [[scene.longId, [{ text: 'Zanzibar by task', customer_id: 'Kimberley-77' }]]])
      await finishedTask(org, payloadOf(await org.post('/content/push/bulk', bulk), 202).task_id)
      await org.advance('1m')
      expect(readAll(folder)).toContain('Zanzibar')
      payloadOf(await org.post(ERASE, { customer_ids: ['Kimberley-77'] }))
      const stored = readAll(folder)
      expect(stored).toContain('Zurich')
      expect(stored.toLowerCase()).not.toContain('zanzibar')
    },
  )
})
