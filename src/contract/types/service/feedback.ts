/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { AtLeastOne } from '../../at-least-one.js'
import type { IntegerText } from '../../schema.js'
import type { Task, TaskReceipt } from './content.js'
import type { Pagination } from './groups.js'

export type ListFeedbackQuery = {
  /** Identifier of the group. */
  survey_series_id?: string
  /** Identifier of the source. */
  survey_id?: string
  /** Identifier of the field. */
  question_id?: string
  /** Your identifier of the item. */
  external_id?: string
  /** Your identifier of the customer who gave the feedback. */
  customer_id?: string
  /** Items that occurred then or later. */
  occurred_since?: string
  /** Items that occurred before. */
  occurred_until?: string
  /** Most entries a page can have. 1 to 200; default: 50. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type FeedbackPage = {
  /** The items of this page. */
  items: FeedbackItem[]
  /** Position of this page in the list. */
  pagination: Pagination
}

export type FeedbackItem = {
  /** Identifier of the item. */
  item_id: string
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** Identifier of the field. */
  question_id: string
  /** The feedback itself. */
  text: string
  /** Your identifier of the item. */
  external_id: string | null
  /** Your identifier of the customer who gave the feedback. */
  customer_id: string | null
  /** Where the feedback came from, such as `email` or `app`. */
  channel: string | null
  /** Language of the text as a BCP 47 tag, such as `en` or `de-CH`. */
  language: string | null
  /** Rating that came with the feedback. */
  rating: number | null
  /** When the feedback was given. */
  occurred_at: string | null
  /** When it was created. */
  created_at: string
  /** Your label for the push that stored the item; null if it had none. */
  source_reference: string | null
}

export type Erase = AtLeastOne<
  {
    /** Erases the items with these identifiers. 1 to 1,000 entries. */
    external_ids?: string[]
    /** Erases every item of these customers. 1 to 1,000 entries. */
    customer_ids?: string[]
    /** Another name of `external_ids`. */
    external_id?: string | string[]
    /** Another name of `customer_ids`. */
    customer_id?: string | string[]
    /** Erases only in this source. */
    survey_id?: string
  },
  'external_ids' | 'customer_ids' | 'external_id' | 'customer_id'
>

export type EraseResult = {
  /** Items that were erased. */
  erased: number
  /** Identifiers that no item had. */
  not_found: {
    /** Your identifier of the item. */
    external_id?: string
    /** Your identifier of the customer who gave the feedback. */
    customer_id?: string
  }[]
}

export type Upload = {
  /** The file as bytes. */
  file: Uint8Array
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** Your label for the batch. 1 to 255 characters. */
  source_reference?: string
  /** Which column of the file holds what. Without it, columns are recognised by their headers. */
  mapping?: UploadMapping
}

export type UploadMapping = {
  /** Header of the column that holds the feedback of each field, by the identifier of the field. */
  fields: Record<string, string>
  /** Header of the column that holds it. */
  external_id?: string
  /** Header of the column that holds it. */
  customer_id?: string
  /** Header of the column that holds it. */
  channel?: string
  /** Header of the column that holds it. */
  language?: string
  /** Header of the column that holds it. */
  rating?: string
  /** Header of the column that holds it. */
  occurred_at?: string
}

/** The operations of `feedback`, by name. */
export interface ServiceFeedback {
  /**
   * The items pushed through the API, in order of arrival, by cursor.
   *
   * `GET /feedback`, keys of scope `push`, `create` or `all`.
   */
  listFeedback: { params: Record<never, never>; query: ListFeedbackQuery; body: undefined; result: FeedbackPage }
  /**
   * Erases items by external_id or customer_id, permanently.
   *
   * `POST /feedback/erase`, keys of scope `push`, `create` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  eraseFeedback: { params: Record<never, never>; query: undefined; body: Erase; result: EraseResult }
  /**
   * Uploads a CSV or XLSX file, which is read as a task.
   *
   * `POST /feedback/upload`, keys of scope `push`, `create` or `all`.
   *
   * Emits `content.pushed` and `analysis.completed`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND` or `SOURCE_NOT_PUBLISHED`.
   */
  uploadFeedback: { params: Record<never, never>; query: undefined; body: Upload; result: TaskReceipt }
  /**
   * Progress and result of an upload.
   *
   * `GET /feedback/upload/{task_id}`, keys of scope `push`, `create` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  getUploadTask: {
    params: {
      /** Identifier of the task, from `pushBulk` or `uploadFeedback`. */
      readonly task_id: string
    }
    query: undefined
    body: undefined
    result: Task
  }
}
