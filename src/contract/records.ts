import { LIMITS } from './limits.js'
import { FEEDBACK_TYPES, QUESTION_TYPE_NAMES } from './question-types.js'
import { assumed, Id, Nullable, type Static, Time, Type, Words } from './schema.js'

export const TRACKINGS = ['none', 'weekly', 'monthly', 'quarterly'] as const
export type Tracking = (typeof TRACKINGS)[number]
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

const rate = Type.Integer({ minimum: 1 })

export const RateLimits = Type.Object({
  per_key_per_minute: rate,
  per_org_per_minute: rate,
  per_ip_per_minute: rate,
  window_seconds: rate,
})

export const Credits = Type.Object({
  limit: Nullable(Type.Number()),
  used: Nullable(Type.Number()),
  remaining: Nullable(Type.Number()),
  period_start: Nullable(Time),
  period_end: Nullable(Time),
  rate_tokens_per_aps: Nullable(Type.Integer()),
})

export const QuestionRecord = Type.Object({
  question_id: assumed(Id),
  question_text: assumed(Type.String()),
  type: assumed(Words(QUESTION_TYPE_NAMES)),
  accepts_text: Type.Boolean(),
  options: assumed(Type.Array(Type.String())),
  item_count: assumed(Type.Integer()),
})

export const SourceRecord = Type.Object({
  survey_id: assumed(Id),
  survey_series_id: assumed(Id),
  survey_title: assumed(Type.String()),
  survey_description: assumed(Nullable(Type.String())),
  feedback_type: assumed(Words(FEEDBACK_TYPES)),
  mode: Words(['EDITING', 'ACCESSIBLE']),
  created_at: assumed(Time),
  published_at: assumed(Nullable(Time)),
  item_count: assumed(Type.Integer()),
  questions: Type.Array(QuestionRecord),
})

export const GroupRecord = Type.Object({
  survey_series_id: assumed(Id),
  name: assumed(Type.String()),
  tracking: assumed(Words(TRACKINGS)),
  created_at: assumed(Time),
})

export const SourceReference = Type.Optional(Type.String({ minLength: 1, maxLength: LIMITS.sourceReference }))

const count = Type.Integer({ minimum: 0 })
export const PushCounts = { inserted: count, duplicates: count, rows_accepted: count }

export const Pagination = assumed(
  Type.Object({
    limit: Type.Integer(),
    cursor: Type.Optional(Nullable(Type.String())),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
    total: Type.Optional(Type.Integer()),
  }),
)
export type Pagination = Static<typeof Pagination>

/** Query members of every paged listing (LIM-3). Values come as text and are read by `paging`. */
export const PagingQuery = { limit: Type.Optional(Type.String()), cursor: Type.Optional(Type.String()) }

export const SentimentCount = Type.Object({ count, share: Type.Number() })
export const SentimentDistribution = Type.Object({
  positive: SentimentCount,
  neutral: SentimentCount,
  negative: SentimentCount,
  score: Type.Number(),
})
