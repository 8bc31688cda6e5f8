import { LIMITS } from './limits.js'
import { FEEDBACK_TYPES, QUESTION_TYPE_NAMES } from './question-types.js'
import {
  assumed,
  Count,
  Id,
  Nullable,
  named,
  openLike,
  QueryInteger,
  Share,
  type Static,
  Time,
  Type,
  Words,
} from './schema.js'

export const TRACKINGS = ['none', 'weekly', 'monthly', 'quarterly'] as const
export type Tracking = (typeof TRACKINGS)[number]
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

const rate = Type.Integer({ minimum: 1 })

export const RateLimits = named(
  Type.Object({
    per_key_per_minute: rate,
    per_org_per_minute: rate,
    per_ip_per_minute: rate,
    window_seconds: rate,
  }),
  'RateLimits',
)

export const Credits = named(
  Type.Object(
    {
      limit: Nullable(Type.Number({ minimum: 0 })),
      used: Nullable(Type.Number({ minimum: 0 })),
      remaining: Nullable(Type.Number()),
      period_start: Nullable(Time),
      period_end: Nullable(Time),
      rate_tokens_per_aps: Nullable(Type.Integer()),
    },
    {
      description:
        'Analysis points (APS) of the current billing period. The free plan has neither a limit nor a period.',
    },
  ),
  'Credits',
)

export const QuestionRecord = named(
  Type.Object(
    {
      question_id: assumed(Id),
      question_text: assumed(Type.String()),
      type: assumed(Words(QUESTION_TYPE_NAMES)),
      accepts_text: Type.Boolean({ description: 'Whether text may be pushed to it.' }),
      options: assumed(Type.Array(Type.String())),
      item_count: assumed(Count()),
    },
    { description: 'A field of a data source that holds feedback.' },
  ),
  'Field',
  'Question',
)

export const SourceRecord = named(
  Type.Object(
    {
      survey_id: assumed(Id),
      survey_series_id: assumed(Id),
      survey_title: assumed(Type.String()),
      survey_description: assumed(Nullable(Type.String())),
      feedback_type: assumed(Words(FEEDBACK_TYPES)),
      mode: Words(['EDITING', 'ACCESSIBLE'], {
        description: '`EDITING` for a draft, `ACCESSIBLE` for a published source.',
      }),
      created_at: assumed(Time),
      published_at: assumed(Nullable(Time)),
      item_count: assumed(Count()),
      questions: Type.Array(QuestionRecord),
    },
    { description: 'A data source: a collection of feedback inside a group.' },
  ),
  'Source',
  'Survey',
)

export const GroupRecord = Type.Object({
  survey_series_id: assumed(Id),
  name: assumed(Type.String()),
  tracking: assumed(Words(TRACKINGS)),
  created_at: assumed(Time),
})

export const SourceReference = Type.Optional(
  Type.String({ minLength: 1, maxLength: LIMITS.sourceReference, description: 'Your label for the batch.' }),
)

const count = Type.Integer({ minimum: 0 })
export const PushCounts = { inserted: count, duplicates: count, rows_accepted: count }

export const Pagination = assumed(
  named(
    Type.Object({
      limit: Type.Integer({ minimum: 1 }),
      cursor: Type.Optional(Nullable(Type.String())),
      next_cursor: Nullable(Type.String({ description: 'Cursor of the next page.' })),
      has_more: Type.Boolean(),
      total: Type.Optional(Count()),
    }),
    'Pagination',
  ),
)
export type Pagination = Static<typeof Pagination>

/** Query members of every paged listing (LIM-3). Values come as text and are read by `paging`. */
export const PagingQuery = {
  limit: QueryInteger({
    minimum: 1,
    maximum: LIMITS.page.max,
    default: LIMITS.page.default,
    description: 'Entries per page.',
  }),
  cursor: Type.Optional(Type.String({ description: '`pagination.next_cursor` of the previous page.' })),
}

export const SentimentCount = named(Type.Object({ count, share: Share() }), 'SentimentCount')
export const SentimentDistribution = named(
  openLike(
    Type.Object(
      {
        positive: SentimentCount,
        neutral: SentimentCount,
        negative: SentimentCount,
        score: Type.Number({ minimum: -1, maximum: 1 }),
      },
      { description: 'Shares are 0 to 1 and the score is -1 to 1.' },
    ),
    'neutral',
  ),
  'SentimentDistribution',
)
