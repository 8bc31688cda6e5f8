import { ItemArray } from '../items/schemas.js'
import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { PushCounts, SourceReference } from '../records.js'
import { assumed, Count, describedAs, Id, Nullable, named, type Static, Time, Type, Words } from '../schema.js'
import { PUSH_SCOPES } from '../scopes.js'

const PUSH_ERRORS = [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND', 'SOURCE_NOT_PUBLISHED', 'APS_EXHAUSTED'] as const

const pushContent = operation({
  id: 'pushContent',
  noun: 'content',
  summary: 'Pushes items to one field of a published source',
  routes: [
    { method: 'POST', path: '/content/push', words: 'classic', access: PUSH_SCOPES },
    {
      method: 'POST',
      path: '/feedback/push',
      words: 'recommended',
      access: PUSH_SCOPES,
      name: 'pushContentRecommended',
    },
  ],
  idempotencyKey: 'shown',
  body: named(
    Type.Object({
      survey_series_id: Id,
      survey_id: Id,
      question: Type.Object({
        question_id: Id,
        content: { ...ItemArray, minItems: 1, maxItems: LIMITS.itemsPerPush },
      }),
      source_reference: SourceReference,
    }),
    'Push',
    'ClassicPush',
  ),
  result: named(
    Type.Object({
      survey_series_id: assumed(Id),
      survey_id: assumed(Id),
      question_id: assumed(Id),
      ...PushCounts,
      aps_deducted: Type.Number({ minimum: 0 }),
    }),
    'PushResult',
    'ClassicPushResult',
  ),
  statuses: [200],
  probe: 'writes',
  statusShown: true,
  errors: [...PUSH_ERRORS],
  emits: ['content.pushed', 'analysis.completed'],
  holdsFeedback: true,
})

const ErrorDetails = named(
  Type.Object({ code: Type.String(), message: Type.String(), details: Type.Optional(Type.Unknown()) }),
  'ErrorDetails',
)

export const FieldResult = named(
  Type.Object({
    question_id: Id,
    status: Words(['accepted', 'rejected']),
    ...PushCounts,
    error: Type.Optional(ErrorDetails),
  }),
  'FieldResult',
  'QuestionResult',
)
export type FieldResult = Static<typeof FieldResult>

export const BulkResult = named(
  Type.Object({
    survey_series_id: Id,
    survey_id: Id,
    status: Words(['completed']),
    results: Type.Array(FieldResult),
    ...PushCounts,
    aps_deducted: Type.Number({ minimum: 0 }),
  }),
  'BulkResult',
  'ClassicBulkResult',
)
export type BulkResult = Static<typeof BulkResult>

const TASK_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const

/** What the record of a task says of whether it continues. A status of another word leaves that to its progress and its end. */
export function endOfTask(task: { status: string; progress?: unknown; completed_at?: unknown }): {
  isOver: boolean
  isKnown: boolean
} {
  const { status, progress, completed_at: end } = task
  const isKnown = TASK_STATUSES.some((word) => word === status)
  if (isKnown) return { isOver: status === 'completed' || status === 'failed', isKnown }
  return { isOver: progress === 100 || (end !== undefined && end !== null), isKnown }
}

/** What a request is answered with that continues as a task. */
export const TaskReceipt = named(
  Type.Object({
    task_id: Type.String(),
    status: Words(TASK_STATUSES),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    status_url: Type.String(),
  }),
  'TaskReceipt',
)

/** All fields together take that many; which is counted when they are known. */
const BulkItems = describedAs(ItemArray, { minItems: 1, maxItems: LIMITS.itemsPerPush })

const pushBulk = operation({
  id: 'pushBulk',
  noun: 'content',
  summary: 'Pushes items to several fields of a published source, as a task or synchronously',
  routes: [
    { method: 'POST', path: '/content/push/bulk', words: 'classic', access: PUSH_SCOPES, mounts: ['/api/input'] },
    {
      method: 'POST',
      path: '/feedback/push/bulk',
      words: 'recommended',
      access: PUSH_SCOPES,
      name: 'pushBulkRecommended',
    },
    {
      method: 'POST',
      path: '/content/push/bulk',
      words: 'recommended',
      access: PUSH_SCOPES,
      mounts: ['/api/v1', ''],
      name: 'pushBulkV1',
    },
  ],
  idempotencyKey: 'shown',
  body: named(
    Type.Object({
      survey_series_id: Id,
      survey_id: Id,
      questions: Type.Array(Type.Object({ question_id: Id, content: BulkItems }), {
        minItems: 1,
        maxItems: LIMITS.questionsPerBulk,
      }),
      source_reference: SourceReference,
      sync: Type.Optional(
        Type.Boolean({
          description:
            'True to respond with the result: for up to 50 items over 20 fields, each with an `external_id`.',
        }),
      ),
    }),
    'BulkPush',
    'ClassicBulkPush',
  ),
  result: assumed(Type.Union([TaskReceipt, BulkResult])),
  statuses: [202, 200],
  probe: 'writes',
  statusShown: true,
  errors: [...PUSH_ERRORS, 'SYNC_REQUIRES_EXTERNAL_ID', 'PUSH_FAILED', 'SYNC_PUSH_TIMEOUT'],
  emits: ['content.pushed', 'analysis.completed'],
  holdsFeedback: true,
  faults: ['busy', 'sync_timeout', 'slow_task'],
  located: { member: 'task_id', at: 'getTask' },
})

export const getTask = operation({
  id: 'getTask',
  noun: 'content',
  summary: 'Progress and result of a task, such as an asynchronous bulk push',
  routes: [
    {
      method: 'GET',
      path: '/content/push/bulk/{task_id}',
      words: 'classic',
      access: PUSH_SCOPES,
      mounts: ['/api/input'],
      assumed: true,
    },
    {
      method: 'GET',
      path: '/feedback/push/bulk/{task_id}',
      words: 'recommended',
      access: PUSH_SCOPES,
      assumed: true,
      name: 'getTaskRecommended',
    },
    {
      method: 'GET',
      path: '/content/push/bulk/{task_id}',
      words: 'recommended',
      access: PUSH_SCOPES,
      mounts: ['/api/v1', ''],
      assumed: true,
      name: 'getTaskV1',
    },
  ],
  result: assumed(
    named(
      Type.Object({
        task_id: Type.String(),
        kind: Words(['bulk', 'upload']),
        status: Words(TASK_STATUSES),
        progress: Type.Integer({ minimum: 0, maximum: 100 }),
        created_at: Time,
        completed_at: Nullable(Time),
        result: Type.Optional(
          named(
            Type.Object({
              ...BulkResult.properties,
              rows_read: Type.Optional(Count()),
              rows_rejected: Type.Optional(Count()),
              rejections: Type.Optional(
                Type.Array(
                  named(Type.Object({ row: Type.Integer({ minimum: 1 }), reason: Type.String() }), 'RejectedRow'),
                ),
              ),
            }),
            'TaskResult',
            'ClassicTaskResult',
          ),
        ),
        error: Type.Optional(ErrorDetails),
      }),
      'Task',
      'ClassicTask',
    ),
  ),
  statuses: [200],
  probe: 'writes',
  inPath: { task_id: 'task_id' },
  errors: [...COMMON_ERRORS, 'NOT_FOUND'],
})

export const ROWS = { pushContent, pushBulk, getTask }
