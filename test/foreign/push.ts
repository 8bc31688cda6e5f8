import type { Choices } from './choices.js'
import { contentSchema, store, textQuestion } from './items.js'
import { acceptsText } from './questions.js'
import { Refusal } from './refusals.js'
import { type Call, type Route, recommended } from './route.js'
import {
  COUNT,
  chosen,
  listOf,
  type Member,
  mainId,
  mainIdSchema,
  NUMBER,
  otherId,
  otherIdSchema,
  record,
  type Schema,
  type Shape,
  TEXT,
} from './shape.js'
import { bodyId, findSource, groupOf } from './sources.js'
import type { Counts, Question, Source, Task } from './state.js'
import { nextId } from './state.js'
import { taskAnswer, taskShape } from './tasks.js'
import { eventData } from './webhooks.js'

interface Result {
  source: Source
  counts: Counts
  environment: string
  perQuestion: Task['perQuestion']
}

const SYNC = { items: 50, fields: 20 }

/** The counts of a push with the members that are shown, and the identifiers that are not. */
export function countMembers<T>(of: (value: T) => Counts, aps: (value: T) => number): Member<T>[] {
  return [
    { name: 'inserted', schema: COUNT, of: (value) => of(value).inserted },
    { name: 'duplicates', schema: COUNT, of: (value) => of(value).duplicates },
    { name: 'rows_accepted', schema: COUNT, of: (value) => of(value).inserted + of(value).duplicates },
    { name: 'aps_deducted', schema: NUMBER, of: aps },
  ]
}

function perQuestionMember(c: Choices): Member<Result> {
  const shape = record<Task['perQuestion'][number]>(c, 'QuestionPushResult', [
    { name: 'question_id', schema: otherIdSchema(c), of: ({ questionId }) => otherId(c, 'question', questionId) },
    { name: 'inserted', schema: COUNT, of: ({ inserted }) => inserted },
    { name: 'duplicates', schema: COUNT, of: ({ duplicates }) => duplicates },
  ])
  return listOf(chosen(c, 'bulk.perQuestion'), shape, ({ perQuestion }: Result) => perQuestion)
}

function resultShape(c: Choices, title: string, more: Member<Result>[] = []): Shape<Result> {
  const [group, source] = [chosen(c, 'push.group'), chosen(c, 'push.source')]
  const ids: Member<Result>[] = [
    { name: group, schema: mainIdSchema(c), of: (result) => mainId(c, result.source.groupId) },
    { name: source, schema: mainIdSchema(c), of: (result) => mainId(c, result.source.id) },
  ]
  const under = (name: string, members: Member<Result>[]): Member<Result> => {
    const shape = record<Result>(
      c,
      `${title}${name === 'survey' ? 'Survey' : name === 'target' ? 'Target' : 'Series'}`,
      members,
    )
    return { name, schema: shape.schema, of: shape.write }
  }
  const ways: Record<Choices['push.nested'], Member<Result>[]> = {
    flat: ids,
    'under target': [under('target', ids)],
    'as records': [under('survey_series', [{ ...ids[0]!, name: 'id' }]), under('survey', [{ ...ids[1]!, name: 'id' }])],
  }
  const counts = countMembers<Result>(
    (result) => result.counts,
    (result) => apsOf(result.environment, result.counts),
  )
  return record(c, title, [...counts, ...ways[c['push.nested']], ...more])
}

/** Keys of the test environment are never charged. */
export const apsOf = (environment: string, { inserted }: Counts): number =>
  environment === 'test' ? 0 : inserted * 0.5

/** The pushes: to one question, to several, and both under their recommended names. */
export function pushRoutes(c: Choices, readsUntilAnalysed: number): Route[] {
  const one = pushRoute(c, readsUntilAnalysed)
  const bulk = bulkRoute(c, readsUntilAnalysed)
  return [
    one,
    bulk,
    recommended(one, { id: 'pushFeedback', path: `${c.prefix}/feedback/push` }),
    recommended(bulk, { id: 'pushFeedbackBulk', path: `${c.prefix}/feedback/push/bulk` }),
  ]
}

function targetMembers(c: Choices): Record<string, Schema> {
  return { survey_series_id: bodyId(c), survey_id: bodyId(c), source_reference: { ...TEXT, nullable: true } }
}

/** A source that can receive content. */
export function openSource(call: Call, id: unknown, groupId?: unknown): Source {
  const source = findSource(call, id, groupId)
  if (!source.published)
    throw new Refusal(call.c['error.draft.status'], call.c['error.draft.code'], 'Publish the source first.')
  return source
}

/** The question that a push names; text goes only where text is accepted. */
export function openQuestion(call: Call, source: Source, id: unknown, place: (string | number)[]): Question {
  const question = textQuestion(call, source, id, (each) => otherId(call.c, 'question', each.id), place)
  if (!acceptsText(question)) throw new Refusal(400, call.c['error.noText'], 'This question accepts no text.')
  return question
}

/** Has webhooks and the analysis follow what has landed. */
export function landed(call: Call, source: Source, counts: Counts, readsUntilAnalysed: number): void {
  if (counts.inserted === 0) return
  source.readsUntilAnalysed = readsUntilAnalysed
  const group = groupOf(call.state, source)
  call.emit('content.pushed', eventData(call.c, group, source, { inserted: counts.inserted }))
  const ids = {
    survey_series_id: group.id,
    survey_id: source.id,
    analysis_id: source.id + 1000,
    survey_name: source.title,
  }
  call.emit('analysis.completed', ids)
}

function pushRoute(c: Choices, reads: number): Route {
  const result = resultShape(c, 'PushResult')
  const question: Schema = {
    type: 'object',
    title: 'QuestionContent',
    properties: { question_id: { anyOf: [TEXT, COUNT] }, content: contentSchema(c) },
    required: ['question_id', 'content'],
  }
  return {
    id: 'pushContent',
    method: 'POST',
    path: '/api/input/content/push',
    scope: 'push',
    summary: 'Pushes content to one question',
    hasVocabularies: true,
    body: {
      type: 'object',
      title: 'PushContent',
      properties: { ...targetMembers(c), question },
      required: ['survey_series_id', 'survey_id', 'question'],
    },
    answers: { 200: result.schema },
    run: (call) => {
      const body = call.body as unknown as PushBody
      const source = openSource(call, body.survey_id, body.survey_series_id)
      const target = openQuestion(call, source, body.question.question_id, ['question', 'question_id'])
      const counts = store(call, source, target, body.question.content, body.source_reference)
      landed(call, source, counts, reads)
      return {
        status: 200,
        payload: result.write({ source, counts, environment: call.key.environment, perQuestion: [] }),
      }
    },
  }
}

interface Content {
  question_id: string
  content: (string | Record<string, unknown>)[]
}
interface PushBody {
  survey_series_id: string
  survey_id: string
  source_reference?: string
  question: Content
  questions: Content[]
  sync?: boolean
}

function bulkRoute(c: Choices, reads: number): Route {
  const result = resultShape(c, 'BulkPushResult', [perQuestionMember(c)])
  const question: Schema = {
    type: 'object',
    title: 'BulkQuestionContent',
    properties: { question_id: { anyOf: [TEXT, COUNT] }, content: contentSchema(c) },
    required: ['question_id', 'content'],
  }
  const members = {
    ...targetMembers(c),
    sync: { type: 'boolean' },
    questions: { type: 'array', items: question, minItems: 1, maxItems: 100 },
  }
  return {
    id: 'pushContentBulk',
    method: 'POST',
    path: '/api/input/content/push/bulk',
    scope: 'push',
    summary: 'Pushes content to several questions, as a task unless `sync` is set',
    hasVocabularies: true,
    body: {
      type: 'object',
      title: 'BulkPushContent',
      properties: members,
      required: ['survey_series_id', 'survey_id', 'questions'],
    },
    answers: { 200: result.schema, 202: taskShape(c).schema },
    run: (call) => pushBulk(call, result, reads),
  }
}

function pushBulk(call: Call, result: Shape<Result>, reads: number) {
  const { c, state, key } = call
  const body = call.body as unknown as PushBody
  const source = openSource(call, body.survey_id, body.survey_series_id)
  const rows = body.questions.flatMap(({ content }) => content)
  const isSync = body.sync === true && rows.length <= SYNC.items && body.questions.length <= SYNC.fields
  if (body.sync && rows.some((row) => typeof row === 'string' || row.external_id === undefined))
    throw new Refusal(400, 'SYNC_REQUIRES_EXTERNAL_ID', 'Every row needs an external_id.')
  const targets = body.questions.map(({ question_id, content }, index) => ({
    question: openQuestion(call, source, question_id, ['questions', index, 'question_id']),
    content,
  }))
  const perQuestion = targets.map(({ question, content }) => ({
    questionId: question.id,
    ...store(call, source, question, content, body.source_reference),
  }))
  const sum = (name: keyof Counts) => perQuestion.reduce((total, each) => total + each[name], 0)
  const counts = { inserted: sum('inserted'), duplicates: sum('duplicates') }
  landed(call, source, counts, reads)
  if (isSync)
    return { status: 200, payload: result.write({ source, counts, environment: key.environment, perQuestion }) }
  const task: Task = { id: nextId(state), reads: 0, counts, perQuestion }
  state.tasks.push(task)
  return taskAnswer(c, 202, task)
}
