import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { SCOPE_NAMES } from './routes.js'
import { rule } from './rule.js'
import { createGroup, createSource, expectInvalid, openScene, payloadOf, publish, push, type Scene } from './scene.js'

const list = async (org: Organization, query = '') => payloadOf(await org.get(`/surveys/list${query}`))

/** At least one group with sources and questions; its own on a service that may be changed. */
async function listed(org: Organization): Promise<{ scene: Scene; groups: Json[] }> {
  const scene = await openScene(org)
  return { scene, groups: (await list(org, `?survey_series_id=${scene.groupId}`)).survey_series }
}

/** The ids of every group, page by page. */
async function allGroupIds(org: Organization): Promise<string[]> {
  const ids: string[] = []
  let place = ''
  for (;;) {
    const page = await list(org, `?limit=200${place}`)
    ids.push(...page.survey_series.map((group: Json) => group.survey_series_id))
    if (!page.pagination.has_more) return ids
    place = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
  }
}

describe('listing of groups and sources', () => {
  rule(
    '[LST-1, LST-2, LST-3, LST-4] groups hold surveys, surveys hold questions, questions say whether they accept text',
    async (org) => {
      const { groups } = await listed(org)
      expect(groups.length).toBeGreaterThan(0)
      const sources = groups.flatMap((group) => group.surveys)
      expect(sources.length).toBeGreaterThan(0)
      const questions = sources.flatMap((source) => source.questions)
      expect(questions.length).toBeGreaterThan(0)
      for (const question of questions) expect(typeof question.accepts_text).toBe('boolean')
    },
  )

  rule('[LST-5] mode is ACCESSIBLE for a published source and EDITING for a draft', async (org) => {
    const { scene, groups } = await listed(org)
    const modes = new Map(
      groups.flatMap((group) => group.surveys.map((source: Json) => [source.survey_id, source.mode])),
    )
    expect(modes.get(scene.sourceId)).toBe('ACCESSIBLE')
    expect(modes.get(scene.draftId)).toBe('EDITING')
  })

  for (const scope of SCOPE_NAMES) {
    rule(`[LST-6] the listing is open to a ${scope} key`, async (org) => {
      payloadOf(await org.get('/surveys/list', { key: scope }))
    })
  }

  rule('[LST-7] survey_series_id narrows the listing to that group', async (org) => {
    const scene = await openScene(org)
    if (!org.target.readOnly) await createGroup(org)
    const { survey_series: groups } = await list(org, `?survey_series_id=${scene.groupId}`)
    expect(groups.map((group: Json) => group.survey_series_id)).toEqual([scene.groupId])
  })

  rule('[LST-8] survey_id narrows the listing to that source and keeps the group around it', async (org) => {
    const scene = await openScene(org)
    const { survey_series: groups } = await list(org, `?survey_id=${scene.sourceId}`)
    expect(groups.map((group: Json) => group.survey_series_id)).toEqual([scene.groupId])
    expect(groups[0].surveys.map((source: Json) => source.survey_id)).toEqual([scene.sourceId])
  })

  rule('[LST-9] without filters the listing is not narrowed', async (org) => {
    const scene = await openScene(org)
    const other = org.target.readOnly ? undefined : await createGroup(org)
    const ids = await allGroupIds(org)
    expect(ids).toContain(scene.groupId)
    if (other !== undefined) expect(ids).toContain(other)
  })

  for (const query of ['?survey_series_id=987654321', '?survey_id=987654321']) {
    rule(`[LST-7, LST-8] a filter that matches nothing gives an empty array: ${query}`, async (org) => {
      expect((await list(org, query)).survey_series).toEqual([])
    })
  }

  rule('both filters together narrow to both', async (org) => {
    const scene = await openScene(org)
    const other = await createGroup(org)
    const both = `?survey_series_id=${scene.groupId}&survey_id=${scene.sourceId}`
    expect((await list(org, both)).survey_series).toHaveLength(1)
    expect((await list(org, `?survey_series_id=${other}&survey_id=${scene.sourceId}`)).survey_series).toEqual([])
  })

  for (const value of ['abc', '1.5', '1e1', '%20', 'null']) {
    rule(`the filters are integers: ${value} is refused`, async (org) => {
      expectInvalid(await org.get(`/surveys/list?survey_series_id=${value}`), 'survey_series_id')
      expectInvalid(await org.get(`/surveys/list?survey_id=${value}`), 'survey_id')
    })
  }

  rule('the filters are named in the words of the route', async (org) => {
    expectInvalid(await org.get('/sources/list?feedback_group_id=abc'), 'feedback_group_id')
    expectInvalid(await org.get('/sources/list?survey_id=abc'), 'source_id')
    expectInvalid(await org.get('/surveys/list?source_id=abc'), 'survey_id')
  })

  rule('[LST-10, LST-12] without limit a page holds up to 50 and pagination says so', async (org) => {
    if (org.target.kind === 'emulator') for (let count = 0; count < 51; count += 1) await createGroup(org)
    const page = await list(org)
    expect(page.survey_series.length).toBeLessThanOrEqual(50)
    expect(page.pagination.limit).toBe(50)
    if (org.target.kind === 'emulator') {
      expect(page.survey_series).toHaveLength(50)
      expect(page.pagination).toEqual({
        limit: 50,
        cursor: null,
        next_cursor: expect.any(String),
        has_more: true,
        total: 51,
      })
    }
  })

  rule('[LST-11] limit 200 is honoured, and with a greater one no page holds more', async (org) => {
    if (org.target.kind === 'emulator') for (let count = 0; count < 201; count += 1) await createGroup(org)
    for (const limit of [200, 201, 100_000]) {
      const page = await list(org, `?limit=${limit}`)
      expect(page.pagination.limit).toBe(200)
      expect(page.survey_series.length).toBeLessThanOrEqual(200)
      if (org.target.kind === 'emulator') expect(page.survey_series).toHaveLength(200)
    }
  })

  for (const limit of ['0', '-1', '1.5', 'abc', '', '1e2', '+5', ' 5']) {
    rule(`[LST-11] limit is a positive integer: "${limit}" is refused`, async (org) => {
      expectInvalid(await org.get(`/surveys/list?limit=${encodeURIComponent(limit)}`), 'limit')
    })
  }

  rule('following the cursor shows every group once, oldest first', async (org) => {
    const made: string[] = []
    for (let count = 0; count < 7; count += 1) made.push(await createGroup(org))
    const seen: string[] = []
    let page = await list(org, '?limit=3')
    seen.push(...page.survey_series.map((group: Json) => group.survey_series_id))
    while (page.pagination.has_more) {
      const { next_cursor: cursor } = page.pagination
      page = await list(org, `?limit=3&cursor=${encodeURIComponent(cursor)}`)
      expect(page.pagination).toMatchObject({ limit: 3, cursor, total: 7 })
      seen.push(...page.survey_series.map((group: Json) => group.survey_series_id))
    }
    expect(page.pagination.next_cursor).toBeNull()
    expect(seen).toEqual(made)
  })

  rule('a last page that is full says there is no more', async (org) => {
    for (let count = 0; count < 4; count += 1) await createGroup(org)
    const first = (await list(org, '?limit=2')).pagination
    const last = (await list(org, `?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)).pagination
    expect([first.has_more, last.has_more, last.next_cursor]).toEqual([true, false, null])
  })

  for (const cursor of ['nonsense', '%00', '-1', 'eyJhIjoxfQ==', '..%2f..%2fetc']) {
    rule(`a cursor that was never given is refused: ${cursor}`, async (org) => {
      expectInvalid(await org.get(`/surveys/list?cursor=${cursor}`), 'cursor')
    })
  }

  rule('the records of the listing show what was created and pushed', async (org) => {
    const groupId = await createGroup(org, 'Shops')
    const source = await createSource(org, groupId, {
      survey_title: 'Tickets',
      survey_description: 'All of them',
      feedback_type: 'support_ticket',
    })
    await publish(org, source.survey_id)
    const [text] = source.questions
    const scene = { groupId, sourceId: source.survey_id, textId: text.question_id } as Scene
    payloadOf(await push(org, scene, ['one', 'two']))
    const [group] = (await list(org)).survey_series
    expect(group).toMatchObject({
      survey_series_id: groupId,
      name: 'Shops',
      tracking: 'none',
      created_at: expect.any(String),
    })
    expect(group.surveys[0]).toMatchObject({
      survey_id: source.survey_id,
      survey_series_id: groupId,
      survey_title: 'Tickets',
      survey_description: 'All of them',
      feedback_type: 'support_ticket',
      mode: 'ACCESSIBLE',
      item_count: 2,
      published_at: expect.any(String),
    })
    expect(
      group.surveys[0].questions.map((question: Json) => [
        question.type,
        question.accepts_text,
        question.options,
        question.item_count,
      ]),
    ).toEqual([
      ['TEXT', true, [], 2],
      ['DEPTH_TEXT', true, [], 0],
      ['SCQ', false, ['North', 'South'], 0],
    ])
  })
})
