import { describe, expect, test } from 'vitest'
import { EVENT_NAMES, EVENTS } from '../../src/contract/events.js'
import { LIMITS } from '../../src/contract/limits.js'
import { OPERATIONS } from '../../src/contract/operations/index.js'
import { FEEDBACK_TYPES, findQuestionType, QUESTION_TYPES } from '../../src/contract/question-types.js'
import type { TSchema } from '../../src/contract/schema.js'
import { SCOPES } from '../../src/contract/scopes.js'

type Node = {
  type?: string
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  enum?: string[]
}

/** The schema at a path such as `survey_series[].mode`. */
function at(schema: TSchema, path: string): Node {
  return path.split('.').reduce((node: Node, step) => {
    const next = (node.properties ?? node.anyOf?.find(({ properties }) => properties)?.properties)?.[
      step.replace('[]', '')
    ]
    if (!next) throw new Error(`no ${step} in ${path}`)
    return step.endsWith('[]') ? (next.items ?? next) : next
  }, schema as Node)
}

/** What version 1.3 of the interface shows: fields that may never go, and the type that may never get tighter. */
const SHOWN: [TSchema, string, string][] = [
  ...(['key', 'rate_limits'] as const).map((field): [TSchema, string, string] => [
    OPERATIONS.getMe.result,
    field,
    'object',
  ]),
  ...['per_key_per_minute', 'per_org_per_minute', 'per_ip_per_minute', 'window_seconds'].map(
    (field): [TSchema, string, string] => [OPERATIONS.getMe.result, `rate_limits.${field}`, 'integer'],
  ),
  [OPERATIONS.getMe.result, 'org_id', 'integer'],
  [OPERATIONS.getMe.result, 'org_name', 'string'],
  [OPERATIONS.getMe.result, 'webhook_events', 'array'],
  ...['limit', 'used', 'remaining'].map((field): [TSchema, string, string] => [
    OPERATIONS.getMe.result,
    `credits.${field}`,
    'number|null',
  ]),
  ...['period_start', 'period_end'].map((field): [TSchema, string, string] => [
    OPERATIONS.getMe.result,
    `credits.${field}`,
    'string|null',
  ]),
  [OPERATIONS.listSources.result, 'survey_series', 'array'],
  [OPERATIONS.listSources.result, 'survey_series[].surveys', 'array'],
  [OPERATIONS.listSources.result, 'survey_series[].surveys[].mode', 'string'],
  [OPERATIONS.listSources.result, 'survey_series[].surveys[].questions[].accepts_text', 'boolean'],
  [OPERATIONS.createGroup.result, 'created', 'boolean'],
  ...['inserted', 'duplicates', 'rows_accepted'].map((field): [TSchema, string, string] => [
    OPERATIONS.pushContent.result,
    field,
    'integer',
  ]),
  [OPERATIONS.pushContent.result, 'aps_deducted', 'number'],
  [OPERATIONS.getAnalysis.result, 'analysis_status', 'string'],
  [OPERATIONS.getAnalysis.result, 'analysis_id', 'string|null'],
]

const typeOf = ({ type, anyOf }: Node) => type ?? anyOf!.map((entry) => entry.type).join('|')

describe('within major version 1', () => {
  test.each(SHOWN.map(([schema, path, type]) => [path, type, schema] as const))(
    '[VER-7] [VER-8] the field %s is there, as %s',
    (path, type, schema) => {
      expect(typeOf(at(schema, path))).toBe(type)
    },
  )

  test('[VER-8] request fields take what they took: no new required one, no tighter length', () => {
    expect(OPERATIONS.createGroup.body.required).toEqual(['name'])
    expect(OPERATIONS.createSource.body.required).toEqual(['survey_series_id', 'survey_title'])
    expect(OPERATIONS.pushContent.body.required).toEqual(['survey_series_id', 'survey_id', 'question'])
    expect(OPERATIONS.pushBulk.body.required).toEqual(['survey_series_id', 'survey_id', 'questions'])
    expect(at(OPERATIONS.createGroup.body, 'name')).toMatchObject({ minLength: 2, maxLength: 255 })
    expect(at(OPERATIONS.createSource.body, 'survey_title')).toMatchObject({ minLength: 1, maxLength: 100 })
    expect(at(OPERATIONS.createSource.body, 'survey_description')).toMatchObject({ maxLength: 1_000 })
    expect(LIMITS).toMatchObject({
      itemsPerPush: 1_000,
      charactersPerItem: 10_000,
      questionsPerBulk: 100,
      questionsPerSource: 100,
      page: { default: 50, max: 200 },
    })
  })

  test('[VER-9] success statuses stay', () => {
    const statuses = Object.fromEntries(Object.values(OPERATIONS).map(({ id, statuses }) => [id, statuses]))
    expect(statuses).toMatchObject({ getMe: [200], listSources: [200], pushContent: [200], pushBulk: [202, 200] })
  })

  test('[VER-10] no enum is narrower than shown', () => {
    expect(SCOPES).toEqual(expect.arrayContaining(['push', 'create', 'send', 'mcp_read', 'all']))
    expect(FEEDBACK_TYPES).toEqual(
      expect.arrayContaining([
        'survey',
        'call_transcript',
        'app_review',
        'support_ticket',
        'chat',
        'email',
        'social_media',
        'review',
        'other',
      ]),
    )
    expect(EVENT_NAMES).toEqual(
      expect.arrayContaining([
        'content.pushed',
        'series.created',
        'survey.created',
        'survey.published',
        'analysis.completed',
        'flag.raised',
        'report.ready',
        'invites.completed',
        'invite.bounced',
      ]),
    )
    expect(at(OPERATIONS.getAnalysis.result, 'analysis_status').enum).toEqual(
      expect.arrayContaining(['none', 'available']),
    )
    expect(at(OPERATIONS.listSources.result, 'survey_series[].surveys[].mode').enum).toEqual(
      expect.arrayContaining(['EDITING', 'ACCESSIBLE']),
    )
  })

  test.each([
    ['DEPTH_TEXT', 'long_answer', true],
    ['TEXT', 'short_answer', true],
    ['MCQ', 'mcq', false],
    ['SCQ', 'scq', false],
    ['RATING', 'rating', false],
    ['NPS', 'nps', false],
  ] as const)('[VER-10] the question type %s, alias %s, accepts text: %s', (type, alias, acceptsText) => {
    expect([findQuestionType(type), findQuestionType(alias)]).toEqual([type, type])
    expect(QUESTION_TYPES[type].acceptsText).toBe(acceptsText)
  })

  test('[VER-7] the data of analysis.completed', () => {
    const { properties } = EVENTS['analysis.completed'].data
    expect(Object.entries(properties).map(([name, schema]) => `${name} ${(schema as { type?: string }).type}`)).toEqual(
      ['survey_series_id integer', 'survey_id integer', 'analysis_id integer', 'survey_name string'],
    )
  })
})
