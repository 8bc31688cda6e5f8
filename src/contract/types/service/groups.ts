/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'

export type ListSourcesQuery = {
  /** Identifier of the group. */
  survey_series_id?: IntegerText
  /** Identifier of the source. */
  survey_id?: IntegerText
  /** Most entries a page can have. 1 to 200; default: 50. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type SourceList = {
  /** The groups of this page, with their sources. */
  survey_series: Group[]
  /** Position of this page in the list. */
  pagination: Pagination
}

/** A feedback group: a container of related data sources. */
export type Group = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Name of the group, unique in the organisation. */
  name: string
  /** Periods the group is tracked by. */
  tracking: 'none' | 'weekly' | 'monthly' | 'quarterly'
  /** When it was created. */
  created_at: string
  /** The sources of the group. */
  surveys: Source[]
}

/** A data source: a collection of feedback inside a group. */
export type Source = {
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
}

/** A field of a data source that holds feedback. */
export type Field = {
  /** Identifier of the field. */
  question_id: string
  /** Text of the field, such as the question that was asked. */
  question_text: string
  /** Type of the field: text is pushed to `DEPTH_TEXT` (long answer) and `TEXT` (short answer). */
  type: 'DEPTH_TEXT' | 'TEXT' | 'MCQ' | 'SCQ' | 'RATING' | 'NPS'
  /** Whether text may be pushed to it. */
  accepts_text: boolean
  /** The choices of a field of type `mcq` or `scq`. */
  options: string[]
  /** Number of items. */
  item_count: number
}

export type Pagination = {
  /** Most entries a page can have. */
  limit: number
  /** Cursor of this page, as requested; null for the first page. */
  cursor?: string | null
  /** Cursor of the next page; null on the last. */
  next_cursor: string | null
  /** True if another page follows. */
  has_more: boolean
  /** Entries on all pages, where the service counts them. */
  total?: number
}

export type NewGroup = {
  /** Name of the group, unique in the organisation. 2 to 255 characters. */
  name: string
}

export type CreatedGroup = {
  /** False if a group with that name already existed. */
  created: boolean
  /** Identifier of the group. */
  survey_series_id: string
  /** Name of the group, unique in the organisation. */
  name: string
  /** Periods the group is tracked by. */
  tracking: 'none' | 'weekly' | 'monthly' | 'quarterly'
  /** When it was created. */
  created_at: string
}

/** The operations of `groups`, by name. */
export interface ServiceGroups {
  /**
   * The feedback groups with their sources and fields, in pages of groups.
   *
   * `GET /surveys/list`, any key.
   */
  listSources: { params: Record<never, never>; query: ListSourcesQuery; body: undefined; result: SourceList }
  /**
   * Creates a feedback group, or returns the one with that name.
   *
   * `POST /survey_series/create`, keys of scope `create` or `all`.
   *
   * Emits `series.created`.
   */
  createGroup: { params: Record<never, never>; query: undefined; body: NewGroup; result: CreatedGroup }
}
