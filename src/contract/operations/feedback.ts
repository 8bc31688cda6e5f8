import { atLeastOne } from '../at-least-one.js'
import { LISTED_MEMBERS, MEMBER_HEADERS } from '../items/schemas.js'
import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { Pagination, PagingQuery, SourceReference } from '../records.js'
import { assumed, Count, describedAs, Id, Nullable, named, type Static, Time, Type } from '../schema.js'
import { PUSH_SCOPES } from '../scopes.js'
import { getTask, TaskReceipt } from './content.js'

export const FeedbackItem = named(
  Type.Object({
    item_id: Id,
    survey_series_id: Id,
    survey_id: Id,
    question_id: Id,
    ...LISTED_MEMBERS,
    created_at: Time,
    source_reference: Nullable(Type.String()),
  }),
  'FeedbackItem',
  'ClassicFeedbackItem',
)
export type FeedbackItem = Static<typeof FeedbackItem>

export const listFeedback = operation({
  id: 'listFeedback',
  noun: 'feedback',
  summary: 'The items pushed through the API, in order of arrival, by cursor',
  routes: [{ method: 'GET', path: '/feedback', words: 'recommended', access: PUSH_SCOPES }],
  query: assumed(
    Type.Object({
      survey_series_id: Type.Optional(Id),
      survey_id: Type.Optional(Id),
      question_id: Type.Optional(Id),
      external_id: Type.Optional(Type.String()),
      customer_id: Type.Optional(Type.String()),
      occurred_since: Type.Optional(Type.String({ description: 'Items that occurred then or later.' })),
      occurred_until: Type.Optional(Type.String({ description: 'Items that occurred before.' })),
      ...PagingQuery,
    }),
  ),
  result: assumed(
    named(
      Type.Object({ items: Type.Array(FeedbackItem), pagination: Pagination }),
      'FeedbackPage',
      'ClassicFeedbackPage',
    ),
  ),
  statuses: [200],
  probe: 'harmless',
  errors: [...COMMON_ERRORS, 'VALIDATION_ERROR'],
  holdsFeedback: true,
})

const Ids = (maxLength: number) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: LIMITS.eraseIds }))

/** The names as the interface writes them, for one id or a list. */
function OneOrMore(maxLength: number, description: string) {
  const one = Type.String({ minLength: 1, maxLength })
  return Type.Optional(
    assumed(Type.Union([one, Type.Array(one, { minItems: 1, maxItems: LIMITS.eraseIds })], { description })),
  )
}

export const eraseFeedback = operation({
  id: 'eraseFeedback',
  noun: 'feedback',
  summary: 'Erases items by external_id or customer_id, permanently',
  routes: [{ method: 'POST', path: '/feedback/erase', words: 'recommended', access: PUSH_SCOPES }],
  body: assumed(
    named(
      atLeastOne(
        Type.Object({
          external_ids: Ids(LIMITS.externalId),
          customer_ids: Ids(LIMITS.customerId),
          external_id: OneOrMore(LIMITS.externalId, 'Another name of `external_ids`'),
          customer_id: OneOrMore(LIMITS.customerId, 'Another name of `customer_ids`'),
          survey_id: Type.Optional({ ...Id, description: 'Erases only in this source' }),
        }),
        ['external_ids', 'customer_ids', 'external_id', 'customer_id'],
      ),
      'Erase',
      'ClassicErase',
    ),
  ),
  result: assumed(
    named(
      Type.Object({
        erased: Count(),
        not_found: Type.Array(
          Type.Object({ external_id: Type.Optional(Type.String()), customer_id: Type.Optional(Type.String()) }),
        ),
      }),
      'EraseResult',
    ),
  ),
  statuses: [200],
  probe: 'writes',
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND'],
  holdsFeedback: true,
  erasesFeedback: true,
})

/** A file as bytes. Named, because declarations made of a plain `Uint8Array` do not compile before TypeScript 5.7. */
export interface Bytes extends Uint8Array {}

/** The `mapping` part of an upload: member to header. */
export const UploadMapping = named(
  Type.Object({
    fields: Type.Record(Type.String(), Type.String()),
    ...MEMBER_HEADERS,
  }),
  'UploadMapping',
  'ClassicUploadMapping',
)

const uploadFeedback = operation({
  id: 'uploadFeedback',
  noun: 'feedback',
  summary: 'Uploads a CSV or XLSX file, which is read as a task',
  routes: [{ method: 'POST', path: '/feedback/upload', words: 'recommended', access: PUSH_SCOPES }],
  media: 'multipart/form-data',
  body: assumed(
    named(
      Type.Object({
        file: describedAs(Type.Unsafe<Bytes>({ type: 'string', contentMediaType: 'application/octet-stream' }), {
          format: 'binary',
          description: 'A CSV or XLSX file.',
        }),
        survey_series_id: Id,
        survey_id: Id,
        source_reference: SourceReference,
        mapping: Type.Optional(UploadMapping),
      }),
      'Upload',
      'ClassicUpload',
    ),
  ),
  result: assumed(TaskReceipt),
  statuses: [202],
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND', 'SOURCE_NOT_PUBLISHED'],
  emits: ['content.pushed', 'analysis.completed'],
  holdsFeedback: true,
  faults: ['slow_task'],
  located: { member: 'task_id', at: 'getTask' },
})

const getUploadTask = operation({
  id: 'getUploadTask',
  noun: 'feedback',
  summary: 'Progress and result of an upload',
  kindOf: 'getTask',
  routes: [
    { method: 'GET', path: '/feedback/upload/{task_id}', words: 'recommended', access: PUSH_SCOPES, assumed: true },
  ],
  result: getTask.result,
  statuses: [200],
  probe: 'writes',
  errors: getTask.errors,
})

export const ROWS = { listFeedback, eraseFeedback, uploadFeedback, getUploadTask }
