import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  createGroup,
  createSource,
  expectInvalid,
  expectRefusal,
  listedSource,
  openScene,
  payloadOf,
  uniqueName,
} from './scene.js'

const CREATE = '/survey/create'
const OPTIONS = ['Yes', 'No']
const TYPES: [rule: string, type: string, alias: string, accepts: boolean, options?: string[]][] = [
  ['SRC-1', 'DEPTH_TEXT', 'long_answer', true],
  ['SRC-2', 'TEXT', 'short_answer', true],
  ['SRC-3', 'MCQ', 'mcq', false, OPTIONS],
  ['SRC-4', 'SCQ', 'scq', false, OPTIONS],
  ['SRC-5', 'RATING', 'rating', false],
  ['SRC-6', 'NPS', 'nps', false],
]
const FEEDBACK_TYPES = [
  'survey',
  'call_transcript',
  'app_review',
  'support_ticket',
  'chat',
  'email',
  'social_media',
  'review',
  'other',
]

/** A body that is right but for what the test changes; on a service that must not be changed, for a group that exists. */
async function bodyIn(org: Organization, members: Record<string, unknown>): Promise<Record<string, unknown>> {
  const groupId = org.target.readOnly ? (await openScene(org)).groupId : await createGroup(org)
  return { survey_series_id: groupId, survey_title: uniqueName('Source'), ...members }
}

const refusedAt = (title: string, members: Record<string, unknown>, path: string) =>
  rule(title, async (org) => expectInvalid(await org.post(CREATE, await bodyIn(org, members)), path))
const accepted = (title: string, members: Record<string, unknown>, holds: (source: Json) => void = () => undefined) =>
  rule(title, async (org) => {
    const source = payloadOf(await org.post(CREATE, await bodyIn(org, members)))
    holds(source)
    expect(await listedSource(org, source.survey_id)).toEqual(source)
  })

const question = (members: Record<string, unknown> = {}) => ({ type: 'TEXT', question_text: 'Why?', ...members })
const questions = (length: number) =>
  Array.from({ length }, (_, index) => question({ question_text: `Question ${index + 1}` }))

describe('creating a source', () => {
  for (const [id, type, alias, accepts_text, options] of TYPES) {
    accepted(
      `[${id}] a question of type ${type}, alias ${alias}, can be created; it ${accepts_text ? 'accepts' : 'does not accept'} text`,
      { questions: [question({ type, options }), question({ type: alias, options })] },
      (source) => {
        const shown = { type, accepts_text, options: options ?? [], question_text: 'Why?', item_count: 0 }
        expect(source.questions).toEqual([expect.objectContaining(shown), expect.objectContaining(shown)])
      },
    )
  }

  for (const feedback_type of FEEDBACK_TYPES) {
    accepted(`[SRC-7] feedback_type takes ${feedback_type}`, { feedback_type }, (source) =>
      expect(source.feedback_type).toBe(feedback_type),
    )
  }
  for (const feedback_type of ['tweet', 'Survey', '', 7, ['survey'], 'survey ']) {
    refusedAt(`[SRC-8] feedback_type ${JSON.stringify(feedback_type)} is refused`, { feedback_type }, 'feedback_type')
  }
  accepted('[SRC-22] without feedback_type a source can be created; it counts as survey', {}, (source) =>
    expect(source.feedback_type).toBe('survey'),
  )

  rule('[SRC-9] the source is created in the named group, as a draft, and the listing shows it there', async (org) => {
    const groupId = await createGroup(org)
    const source = await createSource(org, groupId)
    expect(source).toMatchObject({ survey_series_id: groupId, mode: 'EDITING', published_at: null, item_count: 0 })
    const { survey_series: groups } = payloadOf(await org.get(`/surveys/list?survey_series_id=${groupId}`))
    expect(groups[0].surveys).toEqual([source])
  })

  rule('[SRC-10, AUT-11] creating is open to create and all', async (org) => {
    const groupId = await createGroup(org)
    for (const key of ['create', 'all'] as const) {
      const body = { survey_series_id: groupId, survey_title: 'By scope', questions: [question()] }
      payloadOf(await org.post(CREATE, body, { key }))
    }
  })
  for (const key of ['push', 'send', 'mcp_read'] as const) {
    rule(`[SRC-11] creating refuses a ${key} key`, async (org) => {
      expectRefusal(
        await org.post(CREATE, { survey_series_id: '1', survey_title: 'x' }, { key }),
        403,
        'INSUFFICIENT_PERMISSION',
      )
    })
  }

  for (const survey_series_id of [undefined, null, 1, '', ['1'], true]) {
    refusedAt(
      `[SRC-12] survey_series_id is a required string: ${JSON.stringify(survey_series_id)} is refused`,
      { survey_series_id },
      'survey_series_id',
    )
  }
  for (const survey_series_id of ['987654321', '0', '-1', '1.0', '01', 'one', '1 OR 1=1', '../1', '__proto__']) {
    rule(`[SRC-13] a group unknown to the organisation is refused: ${survey_series_id}`, async (org) => {
      expectRefusal(await org.post(CREATE, { survey_series_id, survey_title: 'Orphan' }), 404, 'NOT_FOUND')
    })
  }

  for (const survey_title of [undefined, null, 12, ['Title'], {}]) {
    refusedAt(
      `[SRC-14] survey_title is a required string: ${JSON.stringify(survey_title)} is refused`,
      { survey_title },
      'survey_title',
    )
  }
  for (const survey_title of ['', '   ', 't'.repeat(101), '😀'.repeat(101)]) {
    refusedAt(
      `[SRC-15] a title of ${[...survey_title.trim()].length} characters is refused`,
      { survey_title },
      'survey_title',
    )
  }
  for (const survey_title of ['t', 't'.repeat(100), '😀'.repeat(100), `  ${'t'.repeat(100)}  `]) {
    accepted(
      `[SRC-16] a title of ${[...survey_title.trim()].length} characters is accepted`,
      { survey_title },
      (source) => expect(source.survey_title).toBe(survey_title.trim()),
    )
  }

  accepted('[SRC-17] a source can be created without a description', {}, (source) =>
    expect(source.survey_description).toBeNull(),
  )
  accepted('[SRC-17] null counts as no description', { survey_description: null }, (source) =>
    expect(source.survey_description).toBeNull(),
  )
  accepted(
    '[SRC-17] a description of 1000 characters is accepted',
    { survey_description: '😀'.repeat(1000) },
    (source) => expect(source.survey_description).toBe('😀'.repeat(1000)),
  )
  refusedAt(
    '[SRC-18] a description of 1001 characters is refused',
    { survey_description: 'd'.repeat(1001) },
    'survey_description',
  )

  accepted('[SRC-19] a source can be created without questions', {}, (source) => expect(source.questions).toEqual([]))
  for (const wrong of [{}, 'TEXT', 3])
    refusedAt(`[SRC-19] questions is an array: ${JSON.stringify(wrong)} is refused`, { questions: wrong }, 'questions')
  accepted('[SRC-20] 100 questions in one call are accepted', { questions: questions(100) }, (source) =>
    expect(source.questions).toHaveLength(100),
  )
  refusedAt('[SRC-21] 101 questions in one call are refused', { questions: questions(101) }, 'questions')

  for (const type of [undefined, null, 'ESSAY', 'text', 'Depth_Text', '', 5]) {
    refusedAt(
      `[SRC-23] a question must carry a type of the table: ${JSON.stringify(type)} is refused`,
      { questions: [question(), question({ type })] },
      'questions[1].type',
    )
  }

  for (const question_text of [undefined, '', '  ', 'q'.repeat(501), 9]) {
    refusedAt(
      `a question text has 1 to 500 characters: ${JSON.stringify(question_text)?.slice(0, 20)} is refused`,
      { questions: [question({ question_text })] },
      'questions[0].question_text',
    )
  }
  for (const type of ['MCQ', 'scq']) {
    for (const [what, options] of [
      ['none', undefined],
      ['one', ['Only']],
      ['51', Array.from({ length: 51 }, (_, index) => `Option ${index}`)],
      ['two alike', ['Same', 'Same']],
      ['numbers', [1, 2]],
    ] as const) {
      rule(`a ${type} question needs 2 to 50 distinct options: ${what} is refused`, async (org) => {
        const answer = await org.post(CREATE, await bodyIn(org, { questions: [question({ type, options })] }))
        expectInvalid(answer)
        expect(
          Object.keys(answer.json.error.details).every((path) => path.startsWith('questions[0].options')),
          answer.text,
        ).toBe(true)
      })
    }
  }
})
