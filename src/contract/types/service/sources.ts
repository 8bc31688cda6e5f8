/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { Field, Source } from './groups.js'

export type NewSource = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Name of the source. 1 to 100 characters. */
  survey_title: string
  /** Description of the source. At most 1,000 characters. */
  survey_description?: string
  /** The fields of the source. At most 100 entries. */
  questions?: NewField[]
  /** Kind of feedback the source holds. */
  feedback_type?:
    | 'survey'
    | 'call_transcript'
    | 'app_review'
    | 'support_ticket'
    | 'chat'
    | 'email'
    | 'social_media'
    | 'review'
    | 'other'
}

export type NewField = {
  /** Type of the field: text is pushed to `DEPTH_TEXT` (long answer) and `TEXT` (short answer). */
  type:
    | 'DEPTH_TEXT'
    | 'long_answer'
    | 'TEXT'
    | 'short_answer'
    | 'MCQ'
    | 'mcq'
    | 'SCQ'
    | 'scq'
    | 'RATING'
    | 'rating'
    | 'NPS'
    | 'nps'
  /** Text of the field, such as the question that was asked. 1 to 500 characters. */
  question_text: string
  /** The choices of a field of type `mcq` or `scq`. 2 to 50 entries. */
  options?: string[]
  /** True if an answer is required. */
  required?: boolean
}

export type Publication = {
  /** Identifier of the source. */
  survey_id: string
  /** Identifier of the group. */
  survey_series_id?: string
}

export type PublishedSource = {
  /** Identifier of the source. */
  survey_id: string
  /** Identifier of the group. */
  survey_series_id: string
  /** Name of the source. */
  survey_title: string
  /** Description of the source. */
  survey_description: string | null
  /** Kind of feedback the source holds. */
  feedback_type:
    | 'survey'
    | 'call_transcript'
    | 'app_review'
    | 'support_ticket'
    | 'chat'
    | 'email'
    | 'social_media'
    | 'review'
    | 'other'
  /** `EDITING` for a draft, `ACCESSIBLE` for a published source. */
  mode: 'EDITING' | 'ACCESSIBLE'
  /** When it was created. */
  created_at: string
  /** When it was published; null for a draft. */
  published_at: string | null
  /** Number of items. */
  item_count: number
  /** The fields of the source. */
  questions: Field[]
  /** True if the source was published before this call. */
  already_published: boolean
}

/** The operations of `sources`, by name. */
export interface ServiceSources {
  /**
   * Creates a source with its fields inside a group, as a draft.
   *
   * `POST /survey/create`, keys of scope `create` or `all`.
   *
   * Emits `survey.created`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  createSource: { params: Record<never, never>; query: undefined; body: NewSource; result: Source }
  /**
   * Publishes a draft, so that it can receive content.
   *
   * `POST /survey/publish`, keys of scope `create` or `all`.
   *
   * Emits `survey.published`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  publishSource: { params: Record<never, never>; query: undefined; body: Publication; result: PublishedSource }
}
