import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  createSource,
  expectInvalid,
  expectRefusal,
  items,
  openScene,
  payloadOf,
  publish,
  push,
  type Scene,
} from './scene.js'

const TEXTS = [
  'The delivery was late and the parcel was damaged.',
  'Late delivery again, very disappointed.',
  'Great support, friendly and quick answers!',
  'The support team was wonderful.',
  'The delivery came on Tuesday.',
  'Terrible delivery, never again.',
]

const read = async (org: Organization, sourceId: string, query = '') =>
  payloadOf(await org.get(`/sources/${sourceId}/analysis${query}`))

async function analysed(org: Organization): Promise<{ scene: Scene; analysis: Json }> {
  const scene = await openScene(org)
  if (org.target.kind === 'emulator') {
    payloadOf(await push(org, scene, TEXTS))
    await org.advance('2s')
  }
  return { scene, analysis: await read(org, scene.sourceId) }
}

const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
function expectSentiment(sentiment: Json, total: number): void {
  const kinds = ['positive', 'neutral', 'negative'].map((kind) => sentiment[kind])
  for (const { count, share } of kinds) expect(Number.isInteger(count) && count >= 0 && isShare(share)).toBe(true)
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  if (total > 0) expect(kinds.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 3)
  expect(Math.abs(sentiment.score)).toBeLessThanOrEqual(1)
}

describe('analysis read-back', () => {
  rule(
    '[ANA-8, ANA-3, ANA-4, ANA-5, ANA-6, ANA-7] it has a status, an id, a sentiment distribution, themes and monitor matches',
    async (org) => {
      const { scene, analysis } = await analysed(org)
      expect(['none', 'available']).toContain(analysis.analysis_status)
      expect(analysis.analysis_id === null || typeof analysis.analysis_id === 'string').toBe(true)
      expect(analysis.source_id).toBe(scene.sourceId)
      expectSentiment(analysis.sentiment, analysis.item_count)
      expect(Array.isArray(analysis.themes) && Array.isArray(analysis.monitor_matches)).toBe(true)
      if (org.target.kind === 'emulator')
        expect(analysis).toMatchObject({ analysis_status: 'available', item_count: TEXTS.length })
    },
  )

  rule('themes are labelled, counted and shared out of the items', async (org) => {
    const { analysis } = await analysed(org)
    expect(analysis.themes.length).toBeGreaterThan(0)
    for (const theme of analysis.themes) {
      expect(theme.item_count).toBeGreaterThan(0)
      expect(theme.item_count).toBeLessThanOrEqual(analysis.item_count)
      expect(theme.share).toBeCloseTo(theme.item_count / analysis.item_count, 3)
      expect(theme.label.length).toBeGreaterThan(0)
      expect(theme.keywords.length).toBeGreaterThan(0)
      expectSentiment(theme.sentiment, theme.item_count)
    }
  })

  rule('[ANA-3, ANA-4] before the first pass the status is none, the id null and every count zero', async (org) => {
    const scene = await openScene(org)
    if (org.target.kind === 'remote') org.skip('this source may have been analysed')
    for (const sourceId of [scene.sourceId, scene.draftId]) {
      const analysis = await read(org, sourceId)
      expect(analysis).toMatchObject({
        analysis_status: 'none',
        analysis_id: null,
        item_count: 0,
        analysed_at: null,
        period_key: null,
        themes: [],
      })
      expectSentiment(analysis.sentiment, 0)
    }
  })

  for (const key of ['push', 'create', 'all'] as const) {
    rule(
      `[ANA-9, AUT-10] it is open to a ${key} key`,
      async (org) => {
        const scene = await openScene(org)
        payloadOf(await org.get(`/sources/${scene.sourceId}/analysis`, { key }))
      },
      { readsOnly: true },
    )
  }
  for (const key of ['send', 'mcp_read'] as const) {
    rule(`[ANA-10] it refuses a ${key} key`, async (org) => {
      expectRefusal(await org.get('/sources/1/analysis', { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const id of ['987654321', '0', '-1', 'abc', '01', '1.0', '%2e%2e', '1%00', '__proto__']) {
    rule(`the analysis of a source unknown to the organisation is not found: ${id}`, async (org) => {
      await openScene(org)
      const answer = await org.get(`/sources/${id}/analysis`)
      expect([400, 404], answer.text).toContain(answer.status)
      if (/^\d+$/.test(id)) expectRefusal(answer, 404, 'NOT_FOUND')
    })
  }

  for (const period of ['2026-W08', '2026-02', '2026-Q1', 'nonsense', '2026-W54', '2026-13', '']) {
    rule(`a period of a group that is not tracked is refused: ${period}`, async (org) => {
      const scene = await openScene(org)
      expectInvalid(await org.get(`/sources/${scene.sourceId}/analysis?period_key=${period}`), 'period_key')
    })
  }

  rule('a pass starts two seconds after the last push', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, ['The delivery was late.']))
    await org.advance('1s')
    payloadOf(await push(org, scene, ['The delivery was early.']))
    await org.advance('1999ms')
    expect((await read(org, scene.sourceId)).analysis_status).toBe('none')
    await org.advance('1ms')
    expect(await read(org, scene.sourceId)).toMatchObject({ analysis_status: 'available', item_count: 2 })
  })

  rule('a pass starts at the latest 30 seconds after the first item it has not seen', async (org) => {
    const scene = await openScene(org)
    for (let second = 0; second < 30; second += 1) {
      payloadOf(await push(org, scene, [`The delivery of day ${second} was late.`]))
      expect((await read(org, scene.sourceId)).analysis_status).toBe('none')
      await org.advance('1s')
    }
    expect(await read(org, scene.sourceId)).toMatchObject({ analysis_status: 'available', item_count: 30 })
  })

  rule('what a pass finds does not depend on how the items were batched', async (org) => {
    const scene = await openScene(org)
    const found = []
    for (const size of [1, 2, 6]) {
      const source = await createSource(org, scene.groupId)
      await publish(org, source.survey_id)
      const place = { ...scene, sourceId: source.survey_id, textId: source.questions[0].question_id }
      for (let start = 0; start < TEXTS.length; start += size) {
        payloadOf(await push(org, place, TEXTS.slice(start, start + size)))
        if (size === 2) await org.advance('10s')
      }
      await org.advance('1m')
      const { sentiment, themes, item_count } = await read(org, source.survey_id)
      found.push({ sentiment, item_count, themes: themes.map(({ theme_id: _, ...theme }: Json) => theme) })
    }
    expect(found[1]).toEqual(found[0])
    expect(found[2]).toEqual(found[0])
  })

  rule('duplicates and refused items are not analysed', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, items(3)))
    payloadOf(await push(org, scene, items(3)))
    await push(org, scene, ['fine', ''])
    await org.advance('2s')
    expect((await read(org, scene.sourceId)).item_count).toBe(3)
  })
})
