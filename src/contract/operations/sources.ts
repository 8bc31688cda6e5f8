import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { FEEDBACK_TYPES, QUESTION_TYPE_WORDS } from '../question-types.js'
import { SourceRecord } from '../records.js'
import { assumed, Id, named, type Static, Type, Words } from '../schema.js'
import { CREATE_SCOPES } from '../scopes.js'

const Option = Type.String({ minLength: 1, maxLength: LIMITS.questionText.max })

export const NewQuestion = named(
  Type.Object({
    type: assumed(Words(QUESTION_TYPE_WORDS), 'only the type of a question is shown'),
    question_text: assumed(
      Type.String({ minLength: LIMITS.questionText.min, maxLength: LIMITS.questionText.max, 'x-trim': true }),
    ),
    options: Type.Optional(
      assumed(Type.Array(Option, { minItems: LIMITS.options.min, maxItems: LIMITS.options.max, uniqueItems: true })),
    ),
    required: Type.Optional(assumed(Type.Boolean())),
  }),
  'NewField',
  'NewQuestion',
)
export type NewQuestion = Static<typeof NewQuestion>

export const createSource = operation({
  id: 'createSource',
  noun: 'sources',
  summary: 'Creates a source with its fields inside a group, as a draft',
  routes: [
    { method: 'POST', path: '/survey/create', words: 'classic', access: CREATE_SCOPES },
    {
      method: 'POST',
      path: '/sources/create',
      words: 'recommended',
      access: CREATE_SCOPES,
      assumed: true,
      name: 'createSourceRecommended',
    },
  ],
  body: named(
    Type.Object({
      survey_series_id: Id,
      survey_title: Type.String({
        minLength: LIMITS.sourceTitle.min,
        maxLength: LIMITS.sourceTitle.max,
        'x-trim': true,
      }),
      survey_description: Type.Optional(Type.String({ maxLength: LIMITS.sourceDescription })),
      questions: Type.Optional(Type.Array(NewQuestion, { maxItems: LIMITS.questionsPerSource })),
      feedback_type: Type.Optional(Words(FEEDBACK_TYPES)),
    }),
    'NewSource',
    'NewSurvey',
  ),
  result: assumed(SourceRecord),
  statuses: [200],
  probe: 'writes',
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND'],
  emits: ['survey.created'],
  located: { member: 'survey_id', at: 'listSources' },
})

const publishSource = operation({
  id: 'publishSource',
  noun: 'sources',
  summary: 'Publishes a draft, so that it can receive content',
  routes: [
    { method: 'POST', path: '/survey/publish', words: 'classic', access: CREATE_SCOPES },
    {
      method: 'POST',
      path: '/sources/publish',
      words: 'recommended',
      access: CREATE_SCOPES,
      assumed: true,
      name: 'publishSourceRecommended',
    },
  ],
  body: named(
    Type.Object({ survey_id: assumed(Id), survey_series_id: Type.Optional(assumed(Id)) }),
    'Publication',
    'SurveyPublication',
  ),
  result: assumed(
    named(
      Type.Object({ ...SourceRecord.properties, already_published: Type.Boolean() }),
      'PublishedSource',
      'PublishedSurvey',
    ),
  ),
  statuses: [200],
  probe: 'writes',
  otherwise: { name: 'again', when: 'when repeated', member: 'already_published', value: true },
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND'],
  emits: ['survey.published'],
})

export const ROWS = { createSource, publishSource }
