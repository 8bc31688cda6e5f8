import { LISTED_MEMBERS, MEMBER_HEADERS } from '../items/schemas.js'
import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { Pagination, PagingQuery, SourceReference } from '../records.js'
import { assumed, Id, Nullable, type Static, Time, Type, Words } from '../schema.js'
import { PUSH_SCOPES } from '../scopes.js'

export const FeedbackItem = Type.Object({
  item_id: Id,
  survey_series_id: Id,
  survey_id: Id,
  question_id: Id,
  ...LISTED_MEMBERS,
  created_at: Time,
  source_reference: Nullable(Type.String()),
})
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
      occurred_since: Type.Optional(Type.String({ description: 'inclusive' })),
      occurred_until: Type.Optional(Type.String({ description: 'exclusive' })),
      ...PagingQuery,
    }),
  ),
  result: assumed(Type.Object({ items: Type.Array(FeedbackItem), pagination: Pagination })),
  statuses: [200],
  errors: [...COMMON_ERRORS, 'VALIDATION_ERROR'],
  holdsFeedback: true,
})

const Ids = (maxLength: number) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: LIMITS.eraseIds }))

/** The names as the interface writes them, for one id or a list. */
function OneOrMore(maxLength: number) {
  const one = Type.String({ minLength: 1, maxLength })
  return Type.Optional(assumed(Type.Union([one, Type.Array(one, { minItems: 1, maxItems: LIMITS.eraseIds })])))
}

const eraseFeedback = operation({
  id: 'eraseFeedback',
  noun: 'feedback',
  summary: 'Erases items by external_id or customer_id, everywhere',
  routes: [{ method: 'POST', path: '/feedback/erase', words: 'recommended', access: PUSH_SCOPES }],
  body: assumed(
    Type.Object({
      external_ids: Ids(LIMITS.externalId),
      customer_ids: Ids(LIMITS.customerId),
      external_id: OneOrMore(LIMITS.externalId),
      customer_id: OneOrMore(LIMITS.customerId),
      survey_id: Type.Optional(Id),
    }),
  ),
  result: assumed(
    Type.Object({
      erased: Type.Integer(),
      not_found: Type.Array(
        Type.Object({ external_id: Type.Optional(Type.String()), customer_id: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  statuses: [200],
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND'],
  holdsFeedback: true,
  erasesFeedback: true,
})

/** The `mapping` part of an upload: member to header. */
export const UploadMapping = Type.Object({
  fields: Type.Record(Type.String(), Type.String()),
  ...MEMBER_HEADERS,
})

const uploadFeedback = operation({
  id: 'uploadFeedback',
  noun: 'feedback',
  summary: 'Ingests a CSV or XLSX file as a task',
  routes: [{ method: 'POST', path: '/feedback/upload', words: 'recommended', access: PUSH_SCOPES }],
  media: 'multipart/form-data',
  body: assumed(
    Type.Object({
      file: Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' }),
      survey_series_id: Id,
      survey_id: Id,
      source_reference: SourceReference,
      mapping: Type.Optional(UploadMapping),
    }),
  ),
  result: assumed(
    Type.Object({
      task_id: Type.String(),
      status: Words(['queued', 'processing', 'completed', 'failed']),
      progress: Type.Integer({ minimum: 0, maximum: 100 }),
      status_url: Type.String(),
    }),
  ),
  statuses: [202],
  errors: [...COMMON_ERRORS, ...BODY_ERRORS, 'NOT_FOUND', 'SOURCE_NOT_PUBLISHED'],
  emits: ['content.pushed', 'analysis.completed'],
  holdsFeedback: true,
})

export const ROWS = { listFeedback, eraseFeedback, uploadFeedback }
