import type { Choices } from './choices.js'
import { createdStatus } from './paging.js'
import { questionCreate, questionShape, readQuestion } from './questions.js'
import { invalid, missing } from './refusals.js'
import type { Call, Route } from './route.js'
import {
  COUNT,
  chosen,
  FLAG,
  listOf,
  type Member,
  mainId,
  mainIdSchema,
  moment,
  momentSchema,
  otherId,
  otherIdSchema,
  record,
  type Schema,
  type Shape,
  TEXT,
  wrapped,
} from './shape.js'
import { type Group, nextId, type Source, type State } from './state.js'
import { eventData } from './webhooks.js'

export const FEEDBACK_TYPES = [
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

interface Held {
  source: Source
  state: State
}

/** What identifies a group or a source in a body. */
export const bodyId = (c: Choices): Schema => (c['ids.accepted'] === 'string' ? TEXT : { anyOf: [COUNT, TEXT] })

function sourceMembers(c: Choices): Member<Held>[] {
  const type: Schema = { type: 'string', enum: FEEDBACK_TYPES }
  return [
    { name: chosen(c, 'source.id'), schema: mainIdSchema(c), of: ({ source }) => mainId(c, source.id) },
    { name: chosen(c, 'source.title'), schema: TEXT, of: ({ source }) => source.title },
    { name: chosen(c, 'source.group'), schema: mainIdSchema(c), of: ({ source }) => mainId(c, source.groupId) },
    { name: chosen(c, 'source.description'), schema: TEXT, of: ({ source }) => source.description, mayLack: true },
    { name: chosen(c, 'source.type'), schema: type, of: ({ source }) => source.feedbackType, mayLack: true },
    {
      name: 'mode',
      schema: { type: 'string', enum: ['EDITING', 'ACCESSIBLE'] },
      of: ({ source }) => (source.published ? 'ACCESSIBLE' : 'EDITING'),
    },
    { name: chosen(c, 'source.created'), schema: momentSchema(c), of: ({ source }) => moment(c, source.createdAt) },
    {
      name: chosen(c, 'source.count'),
      schema: COUNT,
      of: ({ source, state }) => state.items.filter(({ sourceId }) => sourceId === source.id).length,
    },
  ]
}

/** A source as it is listed. */
export function sourceShape(c: Choices): Shape<Held> {
  return record<Held>(c, 'Survey', [
    ...sourceMembers(c),
    listOf('questions', questionShape(c), ({ source }) => source.questions),
  ])
}

/** Finds a source by what a body or a path says. */
export function findSource({ c, state }: Pick<Call, 'c' | 'state'>, id: unknown, groupId?: unknown): Source {
  const source = state.sources.find((each) => String(each.id) === String(id))
  if (!source || (groupId !== undefined && String(source.groupId) !== String(groupId))) throw missing(c, 'SURVEY')
  return source
}

export const groupOf = (state: State, source: Source): Group => state.groups.find(({ id }) => id === source.groupId)!

/** Creation and publication of sources. */
export const sourceRoutes = (c: Choices): Route[] => [createRoute(c), publishRoute(c)]

function createRoute(c: Choices): Route {
  const questions: Record<Choices['source.questions'], Member<Held>[]> = {
    records: [listOf('questions', questionShape(c), ({ source }) => source.questions)],
    question_ids: [
      {
        name: chosen(c, 'source.questions')!,
        schema: { type: 'array', items: otherIdSchema(c) },
        of: ({ source }) => source.questions.map(({ id }) => otherId(c, 'question', id)),
      },
    ],
    none: [],
  }
  const answer = wrapped<Held>(
    c,
    'source.wrap',
    record(c, 'SurveyRecord', [...sourceMembers(c), ...questions[c['source.questions']]]),
  )
  return {
    id: 'createSurvey',
    method: 'POST',
    path: '/api/input/survey/create',
    scope: 'create',
    summary: 'Creates a source in a group',
    hasVocabularies: true,
    body: createBody(c),
    answers: { [createdStatus(c)]: answer.schema },
    run: (call) => {
      const source = create(call)
      call.emit('survey.created', eventData(c, groupOf(call.state, source), source))
      return { status: createdStatus(c), payload: answer.write({ source, state: call.state }) }
    },
  }
}

function createBody(c: Choices): Schema {
  const members: Record<string, Schema> = {
    survey_series_id: bodyId(c),
    survey_title: { type: 'string', minLength: 1, maxLength: 100 },
    survey_description: { type: 'string', maxLength: 1000 },
    questions: { type: 'array', items: questionCreate(c), maxItems: 100 },
    feedback_type: { type: 'string', enum: FEEDBACK_TYPES },
  }
  return { type: 'object', title: 'CreateSurvey', properties: members, required: ['survey_series_id', 'survey_title'] }
}

function create({ c, state, body, now }: Call): Source {
  const group = state.groups.find(({ id }) => String(id) === String(body.survey_series_id))
  if (!group) throw missing(c, 'SURVEY_SERIES')
  const id = nextId(state)
  const questions = ((body.questions ?? []) as Record<string, unknown>[]).map((each) => readQuestion(c, state, each))
  const source: Source = {
    id,
    groupId: group.id,
    title: String(body.survey_title),
    description: body.survey_description as string | undefined,
    feedbackType: body.feedback_type as string | undefined,
    published: c['source.born'] === 'ACCESSIBLE',
    createdAt: now,
    questions,
    readsUntilAnalysed: 0,
  }
  state.sources.push(source)
  return source
}

function publishRoute(c: Choices): Route {
  const name = c['publish.body'] === 'both ids' ? 'survey_id' : chosen(c, 'publish.body')!
  const names = c['publish.body'] === 'both ids' ? ['survey_series_id', name] : [name]
  const answers: Record<Choices['publish.answer'], Shape<Held>> = {
    record: wrapped<Held>(c, 'source.wrap', sourceShape(c)),
    'short record': wrapped<Held>(c, 'source.wrap', record(c, 'PublishedSurvey', sourceMembers(c))),
    mode: record(c, 'PublishedMode', [{ name: 'mode', schema: TEXT, of: () => 'ACCESSIBLE' }]),
    success: record(c, 'PublishedFlag', [{ name: 'success', schema: FLAG, of: () => true }]),
    message: record(c, 'PublishedMessage', [{ name: 'message', schema: TEXT, of: () => 'Published.' }]),
  }
  const answer = answers[c['publish.answer']]
  return {
    id: 'publishSurvey',
    method: 'POST',
    path: '/api/input/survey/publish',
    scope: 'create',
    summary: 'Publishes a source, which can then receive content',
    body: {
      type: 'object',
      title: 'PublishSurvey',
      properties: Object.fromEntries(names.map((each) => [each, bodyId(c)])),
      required: names,
    },
    answers: { 200: answer.schema },
    run: (call) => {
      const source = findSource(call, call.body[name], names.length > 1 ? call.body.survey_series_id : undefined)
      if (source.questions.length === 0)
        throw invalid(c, [{ path: [name], message: 'has no questions', type: 'value_error' }])
      source.published = true
      call.emit('survey.published', eventData(c, groupOf(call.state, source), source))
      return { status: 200, payload: answer.write({ source, state: call.state }) }
    },
  }
}
