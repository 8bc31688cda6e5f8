import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { emulatorRule, rule } from './rule.js'
import {
  expectInvalid,
  expectRefusal,
  feedbackOf,
  items,
  openScene,
  payloadOf,
  push,
  pushBody,
  type Scene,
} from './scene.js'
import { START } from './target.js'

const PUSH = '/content/push'
const DAY = 24 * 60 * 60_000
const FULL_ITEM = {
  text: 'The queue was long.',
  external_id: 'T-1',
  customer_id: 'C-9',
  channel: 'phone',
  language: 'en-GB',
  rating: 2.5,
  occurred_at: '2026-02-28T23:30:00+01:00',
}

/** A push that is right but for what `change` does to its body. */
const refused = (title: string, change: (scene: Scene) => Record<string, unknown>, path: string) =>
  rule(title, async (org) => {
    const scene = await openScene(org)
    expectInvalid(await org.post(PUSH, { ...pushBody(scene, ['fine']), ...change(scene) }), path)
  })

/** One item that is refused, second in a request whose first item is fine. */
const refusedItem = (title: string, item: unknown, member = '') =>
  rule(title, async (org) => {
    const scene = await openScene(org)
    expectInvalid(await push(org, scene, ['fine', item]), `question.content[1]${member === '' ? '' : `.${member}`}`)
  })

async function pushed(org: Organization, content: unknown[]): Promise<Json[]> {
  const scene = await openScene(org)
  payloadOf(await push(org, scene, content))
  return feedbackOf(org, scene)
}

describe('push', () => {
  rule(
    '[PSH-11, PSH-5, PSH-6, PSH-7, PSH-8, PSH-9, IDM-1] a push answers 200 with counts, rows_accepted, ids and aps_deducted',
    async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, ['one', ...items(2), ...items(1)]))).toEqual({
        survey_series_id: scene.groupId,
        survey_id: scene.sourceId,
        question_id: scene.textId,
        inserted: 3,
        duplicates: 1,
        rows_accepted: 4,
        aps_deducted: 0,
      })
    },
  )

  for (const key of ['push', 'create', 'all'] as const) {
    rule(`[PSH-12, AUT-10] push is open to a ${key} key`, async (org) => {
      expect(payloadOf(await push(org, await openScene(org), ['hello'], { key })).inserted).toBe(1)
    })
  }
  for (const key of ['send', 'mcp_read'] as const) {
    rule(`[PSH-13] push refuses a ${key} key`, async (org) => {
      expectRefusal(await push(org, await openScene(org), ['hello'], { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  for (const wrong of [undefined, null, 1, '', ['1']]) {
    const shown = JSON.stringify(wrong)
    refused(
      `[PSH-14] survey_series_id is a required string: ${shown} is refused`,
      () => ({ survey_series_id: wrong }),
      'survey_series_id',
    )
    refused(
      `[PSH-15, ADR-5] survey_id is a required string: ${shown} is refused`,
      () => ({ survey_id: wrong }),
      'survey_id',
    )
    refused(
      `[PSH-16] question.question_id is a required string: ${shown} is refused`,
      () => ({ question: { question_id: wrong, content: ['x'] } }),
      'question.question_id',
    )
  }
  for (const wrong of [undefined, null, 'text', 7, { 0: 'text' }]) {
    refused(
      `[PSH-18] question.content is a required array: ${JSON.stringify(wrong)} is refused`,
      ({ textId }) => ({ question: { question_id: textId, content: wrong } }),
      'question.content',
    )
  }
  for (const wrong of [undefined, null, 'question', [], 1]) {
    rule(`question is a required object: ${JSON.stringify(wrong)} is refused`, async (org) => {
      expectInvalid(await org.post(PUSH, { ...pushBody(await openScene(org), ['x']), question: wrong }))
    })
  }
  refused(
    'a push of no items is refused',
    ({ textId }) => ({ question: { question_id: textId, content: [] } }),
    'question.content',
  )
  refused(
    '[PSH-17] a push to a question that does not accept text is refused',
    ({ choiceId }) => ({ question: { question_id: choiceId, content: ['x'] } }),
    'question.question_id',
  )

  for (const member of ['survey_series_id', 'survey_id'] as const) {
    rule(`a ${member} unknown to the organisation is not found`, async (org) => {
      const scene = await openScene(org)
      expectRefusal(await org.post(PUSH, { ...pushBody(scene, ['x']), [member]: '987654321' }), 404, 'NOT_FOUND')
    })
  }
  rule('a question of another source is not found', async (org) => {
    const scene = await openScene(org)
    expectRefusal(await push(org, { ...scene, textId: scene.draftTextId }, ['x']), 404, 'NOT_FOUND')
    expectRefusal(await push(org, { ...scene, textId: '987654321' }, ['x']), 404, 'NOT_FOUND')
  })
  rule('[PSH-10] a push to a draft is refused and stores nothing', async (org) => {
    const scene = await openScene(org)
    const draft = { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }
    expectRefusal(await push(org, draft, ['x']), 409, 'SOURCE_NOT_PUBLISHED')
    expect(await feedbackOf(org, draft)).toEqual([])
  })
})

describe('pushed items', () => {
  rule('[PSH-19] items may be plain strings', async (org) => {
    expect((await pushed(org, ['one', 'two'])).map((item) => [item.text, item.external_id])).toEqual([
      ['one', null],
      ['two', null],
    ])
  })

  rule('[PSH-1] an item may be an object with all its members, and keeps them', async (org) => {
    const [item] = await pushed(org, [FULL_ITEM])
    expect(item).toMatchObject({ ...FULL_ITEM, occurred_at: '2026-02-28T22:30:00.000Z' })
  })

  rule('strings and objects may stand in one request, and null members count as absent', async (org) => {
    const nulls = Object.fromEntries(Object.keys(FULL_ITEM).map((member) => [member, null]))
    const found = await pushed(org, ['plain', { ...nulls, text: 'object' }])
    expect(found.map((item) => [item.text, item.external_id, item.rating, item.occurred_at])).toEqual([
      ['plain', null, null, null],
      ['object', null, null, null],
    ])
  })

  rule(
    '[PSH-2] an item whose external_id was pushed before is not stored again and counts as a duplicate',
    async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, items(3)))).toMatchObject({ inserted: 3, duplicates: 0 })
      const again = items(3).map((item) => ({ ...item, text: 'another text' }))
      expect(payloadOf(await push(org, scene, again))).toMatchObject({ inserted: 0, duplicates: 3, rows_accepted: 3 })
      expect((await feedbackOf(org, scene)).map((item) => item.text)).toEqual(items(3).map((item) => item.text))
    },
  )

  rule('[PSH-6] the same external_id twice in one request counts once', async (org) => {
    const scene = await openScene(org)
    const content = [
      { text: 'first', external_id: 'a' },
      { text: 'second', external_id: 'a' },
    ]
    expect(payloadOf(await push(org, scene, content))).toMatchObject({ inserted: 1, duplicates: 1, rows_accepted: 2 })
    expect((await feedbackOf(org, scene)).map((item) => item.text)).toEqual(['first'])
  })

  rule('duplicates are sought in the same source and question alone', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, items(1)))
    expect(payloadOf(await push(org, { ...scene, textId: scene.longId }, items(1))).inserted).toBe(1)
    payloadOf(await org.post('/survey/publish', { survey_id: scene.draftId }))
    expect(
      payloadOf(await push(org, { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }, items(1))).inserted,
    ).toBe(1)
  })

  rule('plain strings are never duplicates', async (org) => {
    const scene = await openScene(org)
    expect(payloadOf(await push(org, scene, ['same', 'same']))).toMatchObject({ inserted: 2, duplicates: 0 })
    expect(payloadOf(await push(org, scene, ['same']))).toMatchObject({ inserted: 1, duplicates: 0 })
  })

  rule('[PSH-2] of many pushes at once of one external_id one is stored', async (org) => {
    const scene = await openScene(org)
    const ask = { observe: false }
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(org, scene, items(2), ask)))
    const inserted = answers.map((answer) => payloadOf(answer).inserted)
    expect(inserted.sort()).toEqual([...Array(19).fill(0), 2])
    expect(await feedbackOf(org, scene)).toHaveLength(2)
  })

  rule('external ids are compared character by character', async (org) => {
    const ids = [
      'a',
      'A',
      ' a',
      'a ',
      '007',
      '7',
      '7.0',
      'é',
      'e\u0301',
      '__proto__',
      'constructor',
      'toString',
      'a\u0000',
      '\u00a0a',
    ]
    const content = ids.map((external_id) => ({ text: 'x', external_id }))
    const scene = await openScene(org)
    expect(payloadOf(await push(org, scene, content))).toMatchObject({ inserted: ids.length, duplicates: 0 })
    expect(payloadOf(await push(org, scene, content))).toMatchObject({ inserted: 0, duplicates: ids.length })
    expect((await feedbackOf(org, scene)).map((item) => item.external_id)).toEqual(ids)
  })

  rule('texts come back as they were sent', async (org) => {
    const texts = [
      '  spaces  ',
      'line\r\nbreak\ttab',
      'a\u2028b\u2029c',
      '👩‍👩‍👧',
      'é e\u0301',
      '\u001b[31mred',
      '\ufeffbom',
      '<b>&amp;"\'',
      '\\u0041',
      'a\u0000b',
      '\u202eright to left',
    ]
    expect((await pushed(org, texts)).map((item) => item.text)).toEqual(texts)
  })

  rule('[PSH-24] source_reference is an optional label, stored with the items', async (org) => {
    const scene = await openScene(org)
    payloadOf(await org.post(PUSH, pushBody(scene, ['with'], { source_reference: 'batch 7' })))
    payloadOf(await org.post(PUSH, pushBody(scene, ['without'])))
    expect((await feedbackOf(org, scene)).map((item) => item.source_reference)).toEqual(['batch 7', null])
  })
  for (const source_reference of ['', 'r'.repeat(256), 5, {}]) {
    refused(
      `source_reference has 1 to 255 characters: ${JSON.stringify(source_reference).slice(0, 12)} is refused`,
      () => ({ source_reference }),
      'source_reference',
    )
  }

  rule('[PSH-20] 1,000 items are accepted', async (org) => {
    expect(payloadOf(await push(org, await openScene(org), items(1_000)))).toMatchObject({
      inserted: 1_000,
      rows_accepted: 1_000,
    })
  })
  refused(
    '[PSH-21] 1,001 items are refused',
    ({ textId }) => ({ question: { question_id: textId, content: items(1_001) } }),
    'question.content',
  )

  for (const [what, text] of [
    ['of the basic plane', 'x'.repeat(10_000)],
    ['beyond it', '😀'.repeat(10_000)],
  ] as const) {
    rule(`[PSH-22] an item of 10,000 characters ${what} is accepted`, async (org) => {
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, [text, { text }]))).toMatchObject({ inserted: 2 })
    })
  }
  refusedItem('[PSH-23] a string of 10,001 characters is refused', 'x'.repeat(10_001))
  refusedItem('[PSH-23] a text of 10,001 characters is refused', { text: '😀'.repeat(10_001) }, 'text')

  for (const text of ['', ' ', '\n\t ', '\u00a0\u2003']) {
    refusedItem(`a text that is only white space is rejected: ${JSON.stringify(text)}`, { text }, 'text')
    refusedItem(`a string of white space alone is refused: ${JSON.stringify(text)}`, text)
  }
  for (const item of [null, 5, true, [], ['text']])
    refusedItem(`an item is a string or an object: ${JSON.stringify(item)} is refused`, item)
  for (const text of [undefined, null, 5, ['text'], {}])
    refusedItem(`text is a required string: ${JSON.stringify(text)} is refused`, { text }, 'text')
  for (const [member, most] of [
    ['external_id', 255],
    ['customer_id', 255],
    ['channel', 100],
  ] as const) {
    for (const wrong of ['', 'x'.repeat(most + 1), 5, true, {}]) {
      refusedItem(
        `${member} has 1 to ${most} characters: ${JSON.stringify(wrong).slice(0, 12)} is refused`,
        { text: 'x', [member]: wrong },
        member,
      )
    }
    rule(`${member} of ${most} characters is accepted`, async (org) => {
      const [item] = await pushed(org, [{ text: 'x', [member]: '😀'.repeat(most) }])
      expect(item[member]).toBe('😀'.repeat(most))
    })
  }
  for (const language of ['', 'english language', 'e', 'en_US!', 5, '123']) {
    refusedItem(`language is a BCP 47 tag: ${JSON.stringify(language)} is refused`, { text: 'x', language }, 'language')
  }
  for (const rating of ['5', true, [], {}])
    refusedItem(`rating is a number: ${JSON.stringify(rating)} is refused`, { text: 'x', rating }, 'rating')

  for (const number of ['1e999', '-1e999', '1e309']) {
    rule(`[PSH-4] a number that is not finite is refused: ${number}`, async (org) => {
      const scene = await openScene(org)
      const json = JSON.stringify(pushBody(scene, [{ text: 'x', rating: 12321 }])).replace('12321', number)
      expectInvalid(await org.request('POST', PUSH, { rawBody: json }), 'question.content[0].rating')
      const bare = JSON.stringify(pushBody(scene, [12321])).replace('12321', number)
      expectInvalid(await org.request('POST', PUSH, { rawBody: bare }), 'question.content[0]')
    })
  }
  for (const word of ['NaN', 'Infinity', '-Infinity']) {
    rule(`[PSH-4] ${word} is no JSON and is refused`, async (org) => {
      const json = JSON.stringify(pushBody(await openScene(org), [{ text: 'x', rating: 12321 }])).replace('12321', word)
      expectRefusal(await org.request('POST', PUSH, { rawBody: json }), 400, 'INVALID_JSON')
    })
  }

  for (const [given, stored] of [
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00.123Z', '2026-01-31T10:00:00.123Z'],
    ['2026-01-31T10:00:00-05:00', '2026-01-31T15:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [new Date(START + DAY).toISOString(), new Date(START + DAY).toISOString()],
  ] as const) {
    rule(`occurred_at ${given} is kept as ${stored}`, async (org) => {
      expect((await pushed(org, [{ text: 'x', occurred_at: given }]))[0].occurred_at).toBe(stored)
    })
  }
  for (const occurred_at of [
    '2026-01-31T10:00:00',
    '31.01.2026',
    '2026-02-30',
    '2026-13-01',
    'yesterday',
    '',
    1_769_853_600,
    new Date(START + DAY + 1_000).toISOString(),
  ]) {
    refusedItem(`occurred_at ${JSON.stringify(occurred_at)} is refused`, { text: 'x', occurred_at }, 'occurred_at')
  }

  rule('lone surrogates are refused', async (org) => {
    const scene = await openScene(org)
    for (const [item, path] of [
      ['"half \\ud83d"', ''],
      ['{"text":"x","external_id":"\\udc00"}', '.external_id'],
    ] as const) {
      const rawBody = JSON.stringify(pushBody(scene, ['ITEM'])).replace('"ITEM"', item)
      expectInvalid(await org.request('POST', PUSH, { rawBody }), `question.content[0]${path}`)
    }
  })

  rule('one bad item refuses the whole request, and every bad item is named', async (org) => {
    const scene = await openScene(org)
    const answer = await push(org, scene, ['fine', '', { text: 'fine' }, { text: 'x', rating: 'five' }])
    expectInvalid(answer)
    expect(Object.keys(answer.json.error.details).sort()).toEqual(['question.content[1]', 'question.content[3].rating'])
    expect(await feedbackOf(org, scene)).toEqual([])
  })

  rule('an unknown member is ignored, and a hint says so', async (org) => {
    const scene = await openScene(org)
    const answer = await org.post(PUSH, pushBody(scene, [{ text: 'x', mood: 'good' }], { surprise: 1 }))
    expect(payloadOf(answer).inserted).toBe(1)
    expect(answer.headers['x-emulator-hint']).toMatch(/surprise|mood/)
  })

  emulatorRule('under --strict an unknown member is refused', { strict: true }, async (org) => {
    const scene = await openScene(org)
    expectInvalid(await org.post(PUSH, pushBody(scene, ['x'], { surprise: 1 })), 'surprise')
    expectInvalid(await org.get('/me?surprise=1'), 'surprise')
  })
})
