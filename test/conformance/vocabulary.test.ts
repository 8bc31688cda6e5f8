import { describe, expect } from 'vitest'
import { WORD_PAIRS } from './answer-checks.js'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  allFeedback,
  bulkBody,
  createGroup,
  expectInvalid,
  expectRefusal,
  items,
  openScene,
  payloadOf,
  push,
  pushBody,
  type Scene,
  uniqueName,
} from './scene.js'
import { finishedTask } from './tasks.js'

const TO_RECOMMENDED = new Map(WORD_PAIRS)

/** The same value with every classic key in recommended words. */
function recommended(value: Json): Json {
  if (Array.isArray(value)) return value.map(recommended)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [TO_RECOMMENDED.get(key) ?? key, recommended(entry)]),
  )
}

const sourceBody = (groupId: string) => ({
  survey_series_id: groupId,
  survey_title: uniqueName('Words'),
  survey_description: 'In words',
  questions: [{ type: 'TEXT', question_text: 'Why?' }],
})

/** Operations by both their routes, with a body in classic words. */
const BOTH: [
  operation: string,
  classic: string,
  recommended: string,
  body: (scene: Scene) => object,
  status?: number,
][] = [
  ['createSource', '/survey/create', '/sources/create', ({ groupId }) => sourceBody(groupId)],
  [
    'publishSource',
    '/survey/publish',
    '/sources/publish',
    ({ sourceId, groupId }) => ({ survey_id: sourceId, survey_series_id: groupId }),
  ],
  ['pushContent', '/content/push', '/feedback/push', (scene) => pushBody(scene, ['a'])],
  ['pushBulk', '/content/push/bulk', '/feedback/push/bulk', (scene) => bulkBody(scene, [[scene.textId, ['a']]]), 202],
  [
    'pushBulk with sync',
    '/content/push/bulk',
    '/feedback/push/bulk',
    (scene) => bulkBody(scene, [[scene.textId, items(1)]], { sync: true }),
  ],
]

const DIFFERENT =
  /^(item_id|task_id|status_url|created_at|published_at|completed_at|(survey|source)_id|(survey|source)_title|(question|field)_id|already_published|inserted|duplicates)$/
/** Without what differs from one call to the next. */
const comparable = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, entry) => (DIFFERENT.test(key) ? '…' : entry)))

describe('the two vocabularies', () => {
  for (const [operation, classic, other, body, status = 200] of BOTH) {
    rule(
      `[VOC-1, VOC-2, VOC-3, VOC-5] ${operation} takes both words at both routes, and each route answers in its own`,
      async (org) => {
        const scene = await openScene(org)
        const answers = []
        for (const path of [classic, other]) {
          for (const words of [(value: Json) => value, recommended])
            answers.push(payloadOf(await org.post(path, words(body(scene))), status))
        }
        const [a, b, c, d] = answers.map(comparable)
        expect(b).toEqual(a)
        expect(d).toEqual(c)
        expect(c).toEqual(comparable(recommended(answers[0])))
      },
    )
  }

  rule('[VOC-1, VOC-2, VOC-3] the listing is the same in both words', async (org) => {
    const scene = await openScene(org)
    for (const query of [
      ...(org.target.kind === 'emulator' ? [''] : []),
      `?survey_series_id=${scene.groupId}`,
      `?feedback_group_id=${scene.groupId}`,
      `?source_id=${scene.sourceId}`,
    ]) {
      const classic = payloadOf(await org.get(`/surveys/list${query}`))
      expect(payloadOf(await org.get(`/sources/list${query}`))).toEqual(recommended(classic))
    }
  })

  rule('[VOC-1] createGroup is the same in both words', async (org) => {
    const name = uniqueName()
    const classic = payloadOf(await org.post('/survey_series/create', { name }))
    expect(payloadOf(await org.post('/feedback_groups/create', { name }))).toEqual(
      recommended({ ...classic, created: false }),
    )
  })

  rule('[VOC-3, AUT-9] a task answers in the words of the route asked', async (org) => {
    const scene = await openScene(org)
    const { task_id } = payloadOf(
      await org.post(
        '/content/push/bulk',
        bulkBody(scene, [
          [scene.textId, ['a']],
          [scene.choiceId, ['b']],
          [scene.longId, ['fine', { text: 'x', rating: 'five' }]],
        ]),
      ),
      202,
    )
    const classic = await finishedTask(org, task_id)
    expect(classic.result.results[0].question_id).toBe(scene.textId)
    expect(await finishedTask(org, task_id, '/feedback/push/bulk')).toEqual(recommended(classic))
  })

  rule('[VOC-4] aps_deducted has no second name', async (org) => {
    const scene = await openScene(org)
    const body = recommended(pushBody(scene, ['a']))
    for (const path of ['/content/push', '/feedback/push'])
      expect(payloadOf(await org.post(path, body))).toHaveProperty('aps_deducted', 0)
  })

  rule('[VOC-6] classic routes answer, and are not themselves deprecated', async (org) => {
    const [classic, other] = [await org.get('/surveys/list'), await org.get('/me')]
    payloadOf(classic)
    expect([classic.headers.deprecation, classic.headers.sunset]).toEqual([
      other.headers.deprecation,
      other.headers.sunset,
    ])
  })

  const faults: [what: string, spoil: (body: Json, scene: Scene) => void, classicPath: string][] = [
    ['an empty text', (body) => (body.question.content = ['ok', 'ok', 'ok', { text: '' }]), 'question.content[3].text'],
    ['no content', (body) => delete body.question.content, 'question.content'],
    ['no question', (body) => delete body.question, 'question'],
    ['a wrong id', (body) => (body.question.question_id = 5), 'question.question_id'],
    ['no source', (body) => delete body.survey_id, 'survey_id'],
    ['no group', (body) => delete body.survey_series_id, 'survey_series_id'],
    ['a question without text', (body, { choiceId }) => (body.question.question_id = choiceId), 'question.question_id'],
  ]
  for (const [what, spoil, path] of faults) {
    rule(`[VOC-7, VOC-8] a validation error names ${path} in the word of its route: ${what}`, async (org) => {
      const scene = await openScene(org)
      const body = pushBody(scene, ['fine'])
      spoil(body, scene)
      const other = path
        .split('.')
        .map((part) => part.replace(/^[a-z_]+/, (word) => TO_RECOMMENDED.get(word) ?? word))
        .join('.')
      for (const sent of [body, recommended(body)]) {
        const classic = await org.post('/content/push', sent)
        const answer = await org.post('/feedback/push', sent)
        expectInvalid(
          classic,
          Object.keys(classic.json?.error?.details ?? {}).includes('question.question_id') && what === 'no question'
            ? 'question.question_id'
            : path,
        )
        expectInvalid(
          answer,
          Object.keys(answer.json?.error?.details ?? {}).includes('field.field_id') && what === 'no question'
            ? 'field.field_id'
            : other,
        )
        expect(JSON.stringify(answer.json), 'the word question nowhere').not.toMatch(/question|survey/i)
      }
    })
  }

  rule('[VOC-7, VOC-8] so do the errors of creating a source and of a bulk push', async (org) => {
    const { groupId, textId, sourceId } = await openScene(org)
    const create = {
      survey_series_id: groupId,
      survey_title: 'x',
      questions: [{ type: 'ESSAY', question_text: 'Why?' }],
    }
    expectInvalid(await org.post('/survey/create', create), 'questions[0].type')
    expectInvalid(await org.post('/sources/create', create), 'fields[0].type')
    const bulk = {
      survey_series_id: groupId,
      survey_id: sourceId,
      questions: [
        { question_id: textId, content: ['x'] },
        { question_id: 7, content: ['x'] },
      ],
    }
    expectInvalid(await org.post('/content/push/bulk', bulk), 'questions[1].question_id')
    for (const [path, mount] of [
      ['/feedback/push/bulk', '/api/input'],
      ['/content/push/bulk', ''],
      ['/content/push/bulk', '/api/v1'],
    ] as const) {
      expectInvalid(await org.post(path, bulk, { mount }), 'fields[1].field_id')
    }
  })

  const pushWith = async (org: Organization, path: string, mount?: string) => {
    const scene = await openScene(org)
    const body = path.endsWith('bulk') ? bulkBody(scene, [[scene.textId, items(2)]]) : pushBody(scene, items(2))
    const answer = await org.post(path, recommended(body), { ...(mount === undefined ? {} : { mount }) })
    if (path.endsWith('bulk')) await finishedTask(org, payloadOf(answer, 202).task_id, '/feedback/push/bulk')
    else
      expect(payloadOf(answer)).toMatchObject({
        feedback_group_id: scene.groupId,
        source_id: scene.sourceId,
        field_id: scene.textId,
        inserted: 2,
      })
    expect((await allFeedback(org, `&source_id=${scene.sourceId}`)).map((item) => item.external_id)).toEqual([
      'item-1',
      'item-2',
    ])
  }
  rule('[VOC-9] POST /feedback/push does what the classic push does', (org) => pushWith(org, '/feedback/push'))
  rule('[VOC-10] POST /feedback/push/bulk does what the classic bulk push does', (org) =>
    pushWith(org, '/feedback/push/bulk'),
  )
  for (const mount of ['', '/api/v1']) {
    rule(
      `[VOC-11] POST ${mount}/content/push/bulk is a recommended-vocabulary equivalent of the classic bulk push`,
      (org) => pushWith(org, '/content/push/bulk', mount),
    )
  }

  rule('both words of a pair with one value are one', async (org) => {
    const scene = await openScene(org)
    const body: Json = pushBody(scene, ['a'])
    const both = { ...body, ...recommended(body), question: { ...body.question, ...recommended(body.question) } }
    both.field = both.question
    expect(payloadOf(await org.post('/content/push', both)).inserted).toBe(1)
  })

  const clashes: [string, (scene: Scene) => object][] = [
    ['survey_series_id', () => ({ feedback_group_id: '987' })],
    ['survey_id', () => ({ source_id: '987' })],
    ['question', ({ longId }) => ({ field: { field_id: longId, content: ['b'] } })],
    [
      'question.question_id',
      ({ textId, longId }) => ({ question: { question_id: textId, field_id: longId, content: ['b'] } }),
    ],
  ]
  for (const [path, extra] of clashes) {
    rule(`both words of a pair with different values are refused: ${path}`, async (org) => {
      const scene = await openScene(org)
      for (const route of ['/content/push', '/feedback/push'])
        expectInvalid(await org.post(route, { ...pushBody(scene, ['a']), ...extra(scene) }))
    })
  }
  rule('a clash in creating, publishing, bulk push and listing is refused too', async (org) => {
    const scene = await openScene(org)
    const create = sourceBody(scene.groupId)
    expectInvalid(await org.post('/survey/create', { ...create, source_title: 'Another' }))
    expectInvalid(await org.post('/survey/create', { ...create, source_description: 'Another' }))
    expectInvalid(await org.post('/survey/create', { ...create, fields: [] }))
    expectInvalid(
      await org.post('/survey/create', {
        ...create,
        questions: [{ type: 'TEXT', question_text: 'a', field_text: 'b' }],
      }),
    )
    expectInvalid(await org.post('/survey/publish', { survey_id: scene.draftId, source_id: scene.sourceId }))
    const bulk = bulkBody(scene, [[scene.textId, ['a']]])
    expectInvalid(
      await org.post('/content/push/bulk', {
        ...bulk,
        questions: [{ question_id: scene.textId, field_id: '9', content: ['a'] }],
      }),
    )
    expectInvalid(await org.get('/surveys/list?survey_id=1&source_id=2'))
    expectInvalid(await org.get('/surveys/list?survey_series_id=1&feedback_group_id=2'))
  })

  rule('source_reference and the members of an item are never renamed', async (org) => {
    const scene = await openScene(org)
    const answer = await org.post(
      '/feedback/push',
      recommended(
        pushBody(scene, [{ text: 'survey question', customer_id: 'question' }], { source_reference: 'survey_id' }),
      ),
    )
    payloadOf(answer)
    expect((await allFeedback(org))[0]).toMatchObject({
      text: 'survey question',
      customer_id: 'question',
      source_reference: 'survey_id',
    })
    const wrong = await org.post('/content/push', { ...pushBody(scene, ['a']), survey_reference: 'x' })
    payloadOf(wrong)
    expect((await allFeedback(org))[1].source_reference).toBeNull()
  })

  rule('identifiers are strings in every answer, and numbers are refused where a string is asked for', async (org) => {
    const scene = await openScene(org)
    for (const id of [scene.groupId, scene.sourceId, scene.textId]) expect(id).toMatch(/^[1-9]\d*$/)
    expectInvalid(
      await org.post('/content/push', { ...pushBody(scene, ['a']), survey_id: Number(scene.sourceId) }),
      'survey_id',
    )
    expectRefusal(await push(org, { ...scene, sourceId: `0${scene.sourceId}` }, ['a']), 404, 'NOT_FOUND')
    expect(await createGroup(org)).toMatch(/^[1-9]\d*$/)
  })
})
