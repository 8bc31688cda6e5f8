/** Generated from the tables of operations by `npm run record`; do not edit. */

export type Push = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** The field to push to, and the items. */
  question: {
    /** Identifier of the field. */
    question_id: string
    /** The feedback items: plain texts, or objects with more members. 1 to 1,000 entries. */
    content: (string | Item)[]
  }
  /** Your label for the batch. 1 to 255 characters. */
  source_reference?: string
}

export type Item = {
  /** The feedback itself. 1 to 10,000 characters. */
  text: string
  /**
   * Your identifier of the item; one that is already stored is a duplicate and is not stored again. 1 to 255
   * characters.
   */
  external_id?: string
  /** Your identifier of the customer who gave the feedback. 1 to 255 characters. */
  customer_id?: string
  /** Where the feedback came from, such as `email` or `app`. 1 to 100 characters. */
  channel?: string
  /** Language of the text as a BCP 47 tag, such as `en` or `de-CH`. */
  language?: string
  /** Rating that came with the feedback, on any scale. */
  rating?: number
  /** When the feedback was given: ISO 8601 with offset or Z, or a plain date. */
  occurred_at?: string
}

export type PushResult = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** Identifier of the field. */
  question_id: string
  /** Items that were stored. */
  inserted: number
  /** Items left out because their `external_id` was already stored. */
  duplicates: number
  /** Items that were accepted: inserted and duplicates. */
  rows_accepted: number
  /** Analysis points (APS) charged for this push. */
  aps_deducted: number
}

export type BulkPush = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** The fields to push to, each with its items. 1 to 100 entries. */
  questions: {
    /** Identifier of the field. */
    question_id: string
    /** The feedback items: plain texts, or objects with more members. 1 to 1,000 entries. */
    content: (string | Item)[]
  }[]
  /** Your label for the batch. 1 to 255 characters. */
  source_reference?: string
  /** True to respond with the result: for up to 50 items over 20 fields, each with an `external_id`. */
  sync?: boolean
}

export type PushBulkResult = TaskReceipt | BulkResult

export type TaskReceipt = {
  /** Identifier of the task; pass it to `getTask`. */
  task_id: string
  /** State of the work. */
  status: 'queued' | 'processing' | 'completed' | 'failed'
  /** Progress in percent. */
  progress: number
  /** Address to request the state of the task from. */
  status_url: string
}

export type BulkResult = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** State of the work. */
  status: 'completed'
  /** Outcome of each field. */
  results: FieldResult[]
  /** Items that were stored. */
  inserted: number
  /** Items left out because their `external_id` was already stored. */
  duplicates: number
  /** Items that were accepted: inserted and duplicates. */
  rows_accepted: number
  /** Analysis points (APS) charged for this push. */
  aps_deducted: number
}

export type FieldResult = {
  /** Identifier of the field. */
  question_id: string
  /** State of the work. */
  status: 'accepted' | 'rejected'
  /** Items that were stored. */
  inserted: number
  /** Items left out because their `external_id` was already stored. */
  duplicates: number
  /** Items that were accepted: inserted and duplicates. */
  rows_accepted: number
  /** Why it failed. */
  error?: ErrorDetails
}

export type ErrorDetails = {
  /** Machine-readable code of the error. */
  code: string
  /** Human-readable description of the error. */
  message: string
  /** More about the error, such as messages by member. */
  details?: unknown
}

export type Task = {
  /** Identifier of the task; pass it to `getTask`. */
  task_id: string
  /** Operation that created the task. */
  kind: 'bulk' | 'upload'
  /** State of the work. */
  status: 'queued' | 'processing' | 'completed' | 'failed'
  /** Progress in percent. */
  progress: number
  /** When it was created. */
  created_at: string
  /** When it finished; null while it runs. */
  completed_at: string | null
  /** Outcome of the task, once it has completed. */
  result?: TaskResult
  /** Why it failed. */
  error?: ErrorDetails
}

export type TaskResult = {
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** State of the work. */
  status: 'completed'
  /** Outcome of each field. */
  results: FieldResult[]
  /** Items that were stored. */
  inserted: number
  /** Items left out because their `external_id` was already stored. */
  duplicates: number
  /** Items that were accepted: inserted and duplicates. */
  rows_accepted: number
  /** Analysis points (APS) charged for this push. */
  aps_deducted: number
  /** Rows read from the file. */
  rows_read?: number
  /** Rows that were not stored. */
  rows_rejected?: number
  /** The rows that were not stored, and why. */
  rejections?: RejectedRow[]
}

export type RejectedRow = {
  /** Number of the row in the file. */
  row: number
  /** Why it was rejected or left out. */
  reason: string
}

/** The operations of `content`, by name. */
export interface ServiceContent {
  /**
   * Pushes items to one field of a published source.
   *
   * `POST /content/push`, keys of scope `push`, `create` or `all`.
   *
   * Emits `content.pushed` and `analysis.completed`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`, `SOURCE_NOT_PUBLISHED` or `APS_EXHAUSTED`.
   */
  pushContent: { params: Record<never, never>; query: undefined; body: Push; result: PushResult }
  /**
   * Pushes items to several fields of a published source, as a task or synchronously.
   *
   * `POST /content/push/bulk`, keys of scope `push`, `create` or `all`.
   *
   * Emits `content.pushed` and `analysis.completed`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`, `SOURCE_NOT_PUBLISHED`, `APS_EXHAUSTED`,
   * `SYNC_REQUIRES_EXTERNAL_ID`, `PUSH_FAILED` or `SYNC_PUSH_TIMEOUT`.
   */
  pushBulk: { params: Record<never, never>; query: undefined; body: BulkPush; result: PushBulkResult }
  /**
   * Progress and result of a task, such as an asynchronous bulk push.
   *
   * `GET /content/push/bulk/{task_id}`, keys of scope `push`, `create` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  getTask: {
    params: {
      /** Identifier of the task, from `pushBulk` or `uploadFeedback`. */
      readonly task_id: string
    }
    query: undefined
    body: undefined
    result: Task
  }
}
