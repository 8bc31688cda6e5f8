import { describe, expect } from 'vitest'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  allFeedback,
  bulkBody,
  creditsUsed,
  expectRefusal,
  items,
  openScene,
  payloadOf,
  push,
  pushBody,
} from './scene.js'
import { finishedTask } from './tasks.js'

const LIVE = { key: 'live.push' as const }
/** What a text costs: a token for each 4 UTF-8 bytes begun, 1,000 tokens an APS. */
const cost = (...texts: string[]) =>
  texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0) / 1_000
const credits = async (org: Organization) => payloadOf(await org.get('/me')).credits

describe('credits', () => {
  rule('[APS-1, PSH-9] a live push uses up APS: credits.used rises by what the push reports', async (org) => {
    const scene = await openScene(org)
    const before = await creditsUsed(org)
    const { aps_deducted } = payloadOf(await push(org, scene, ['The queue was long.', { text: 'Übung 😀' }], LIVE))
    expect(aps_deducted).toBeGreaterThan(0)
    expect(await creditsUsed(org)).toBeCloseTo(before + aps_deducted, 6)
  })

  rule('[APS-2] a push with a test key costs nothing', async (org) => {
    const scene = await openScene(org)
    const before = await creditsUsed(org)
    const key =
      org.target.kind === 'remote' && org.keyOf('push').startsWith('inpk_live_')
        ? org.skip('no test key was given')
        : ('push' as const)
    expect(payloadOf(await push(org, scene, ['The queue was long.'], { key })).aps_deducted).toBe(0)
    expect(await creditsUsed(org)).toBe(before)
  })

  for (const text of ['a', 'abcd', 'abcde', 'é', 'éé', 'ééé', '😀', '😀a', 'x'.repeat(9_999), '漢'.repeat(10_000)]) {
    rule(`a text of ${Buffer.byteLength(text)} bytes costs ${cost(text)} APS`, async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, [text], LIVE)).aps_deducted).toBe(cost(text))
      expect(await credits(org)).toMatchObject({
        used: cost(text),
        remaining: Number((10_000 - cost(text)).toFixed(6)),
      })
    })
  }

  rule('many fractions add up exactly', async (org) => {
    const scene = await openScene(org)
    for (let count = 0; count < 30; count += 1) payloadOf(await push(org, scene, ['abcdef'], LIVE))
    expect(await creditsUsed(org)).toBe(0.06)
  })

  rule('duplicates are not charged', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, items(3), LIVE))
    const before = await creditsUsed(org)
    expect(payloadOf(await push(org, scene, items(3), LIVE)).aps_deducted).toBe(0)
    const one = { text: 'only this one', external_id: 'new' }
    expect(payloadOf(await push(org, scene, [...items(2), one, one], LIVE)).aps_deducted).toBe(cost(one.text))
    expect(await creditsUsed(org)).toBeCloseTo(before + cost(one.text), 6)
  })

  rule('a refused push is not charged', async (org) => {
    const scene = await openScene(org)
    await push(org, scene, ['long enough', ''], LIVE)
    await push(org, { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }, ['long enough'], LIVE)
    expect(await creditsUsed(org)).toBe(0)
  })

  rule('a bulk push is charged for what went in', async (org) => {
    const scene = await openScene(org)
    const body = bulkBody(scene, [
      [scene.textId, ['abcd', 'abcde']],
      [scene.choiceId, ['rejected']],
    ])
    const { task_id } = payloadOf(await org.post('/content/push/bulk', body, LIVE), 202)
    expect((await finishedTask(org, task_id)).result.aps_deducted).toBe(0.003)
    const sync = bulkBody(scene, [[scene.textId, items(2)]], { sync: true })
    expect(payloadOf(await org.post('/content/push/bulk', sync, LIVE)).aps_deducted).toBe(
      cost(...items(2).map((item) => item.text)),
    )
    expect(await creditsUsed(org)).toBeCloseTo(0.003 + cost(...items(2).map((item) => item.text)), 6)
  })

  rule(
    'a live push beyond the quota is refused whole with 402, a test push is not',
    async (org) => {
      const scene = await openScene(org)
      payloadOf(await push(org, scene, ['abcdefgh'], LIVE))
      expectRefusal(await push(org, scene, ['x', 'abcdefgh'], LIVE), 402, 'APS_EXHAUSTED')
      expectRefusal(await push(org, scene, ['abcdefgh'], LIVE), 402, 'APS_EXHAUSTED')
      payloadOf(await push(org, scene, ['abcdefgh'], { key: 'push' }))
      payloadOf(await push(org, scene, ['abcd'], LIVE))
      expect(await credits(org)).toMatchObject({ limit: 0.003, used: 0.003, remaining: 0 })
      expectRefusal(await push(org, scene, ['x'], LIVE), 402, 'APS_EXHAUSTED')
      expect((await allFeedback(org)).map((item) => item.text)).toEqual(['abcdefgh', 'abcdefgh', 'abcd'])
    },
    { organization: { plan: { limit: 0.003 } } },
  )

  rule(
    'a bulk push beyond the quota is refused at acceptance',
    async (org) => {
      const scene = await openScene(org)
      const body = bulkBody(scene, [
        [scene.textId, ['abcdefgh']],
        [scene.longId, ['abcdefgh']],
      ])
      expectRefusal(await org.post('/content/push/bulk', body, LIVE), 402, 'APS_EXHAUSTED')
      const sync = bulkBody(scene, [[scene.textId, [{ text: 'abcdefghijklmnop', external_id: 'a' }]]], { sync: true })
      expectRefusal(await org.post('/content/push/bulk', sync, LIVE), 402, 'APS_EXHAUSTED')
      expect(await allFeedback(org)).toEqual([])
    },
    { organization: { plan: { limit: 0.003 } } },
  )

  rule(
    'the free plan is never refused',
    async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, ['x'.repeat(10_000)], LIVE)).aps_deducted).toBe(2.5)
      expect(await credits(org)).toMatchObject({ limit: null, remaining: null })
    },
    { organization: { plan: 'free' } },
  )

  rule(
    'the quota begins anew with the calendar month',
    async (org) => {
      const scene = await openScene(org)
      payloadOf(await push(org, scene, ['abcdefghijkl'], LIVE))
      expectRefusal(await push(org, scene, ['x'], LIVE), 402, 'APS_EXHAUSTED')
      payloadOf(await org.control('POST', '/clock/advance', { to: '2026-04-01T00:00:00Z' }))
      expect(await credits(org)).toMatchObject({
        used: 0,
        period_start: '2026-04-01T00:00:00.000Z',
        period_end: '2026-05-01T00:00:00.000Z',
      })
      expect(payloadOf(await org.post('/content/push', pushBody(scene, ['x']), LIVE)).inserted).toBe(1)
    },
    { organization: { plan: { limit: 0.003 } } },
  )

  rule(
    'a quota of fractions can be used up to its last token',
    async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, ['x'.repeat(4_004)], LIVE)).aps_deducted).toBe(1.001)
      expect(await credits(org)).toMatchObject({ limit: 1.001, used: 1.001, remaining: 0 })
    },
    { organization: { plan: { limit: 1.001 } } },
  )

  rule(
    'pushes at once never go beyond the quota together',
    async (org) => {
      const scene = await openScene(org)
      const ask = { ...LIVE, observe: false }
      const answers = await Promise.all(Array.from({ length: 20 }, () => push(org, scene, ['abcd'], ask)))
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
      expect(answers.filter((answer) => answer.status === 402)).toHaveLength(17)
      expect(await credits(org)).toMatchObject({ used: 0.003, remaining: 0 })
    },
    { organization: { plan: { limit: 0.003 } } },
  )
})
