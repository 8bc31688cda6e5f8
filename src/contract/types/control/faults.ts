/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type FaultRecord = {
  /** Identifier of the record. */
  id: string
  /** Operation that the fault affects; `*` is any, `webhook` is webhook attempts. */
  operation:
    | 'getMe'
    | 'listSources'
    | 'createGroup'
    | 'createSource'
    | 'publishSource'
    | 'pushContent'
    | 'pushBulk'
    | 'getTask'
    | 'listFeedback'
    | 'eraseFeedback'
    | 'uploadFeedback'
    | 'getUploadTask'
    | 'getAnalysis'
    | 'getInviteTemplate'
    | 'sendInvites'
    | 'getInvite'
    | 'listInviteRecipients'
    | 'getOpenapi'
    | 'mcp'
    | '*'
    | 'webhook'
  /** Kind of fault. */
  kind:
    | 'status'
    | 'latency'
    | 'reset'
    | 'truncate'
    | 'html'
    | 'busy'
    | 'sync_timeout'
    | 'unknown_fields'
    | 'lost_answer'
    | 'limit'
    | 'wrapped'
    | 'unknown_values'
    | 'slow_task'
    | 'clock_jump'
    | 'rotate_key'
    | 'duplicate'
    | 'reorder'
    | 'delay'
    | 'drop'
    | 'respelled'
    | 'unknown_event'
  /** How many requests or attempts the fault is applied to. */
  times: number
  /** Matching requests to let through first. */
  after?: number
  /** For `status`: the status to answer with. For `limit`: 429 (default) or 503. */
  status?: number
  /** For `status`: `error.code` of the response (default: the one that goes with the status). */
  code?: string
  /** For `status` and `limit`: value of the header `Retry-After`, in seconds; `limit` refuses for as long. */
  retry_after?: number
  /** For `latency`, `delay`, `slow_task` and `clock_jump`: how long, in milliseconds. */
  ms?: number
  /** For `truncate`: bytes of the response after which the connection is cut. */
  bytes?: number
  /** For `reorder`: deliveries that are collected and sent in reverse order. */
  window?: number
  /** Conditions that a request or attempt must all meet (default: none). */
  match?: {
    /**
     * Only requests to this path, with or without `/api/input`, or deliveries to a URL with it; `*` stands for any
     * text.
     */
    path?: string
    /** Only requests with this key. */
    key_id?: string
    /** Only requests to this source, or deliveries about it. */
    source_id?: string
    /** Members of the body and their values, by paths such as `questions[*].question_id`. */
    body?: Record<string, string | number | boolean | null>
  }
  /**
   * For `status`: headers of the response, by name. `Content-Type` is by default `application/json` for JSON, else
   * `text/plain`.
   */
  headers?: Record<string, string>
  /** For `status`: the body to answer with, instead of the error; text is sent as it is, anything else as JSON. */
  body?: unknown
  /** How often the fault has been applied. */
  hits: number
}

export type ListFaultsResult = {
  /** The records of this page. */
  items: FaultRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateFaultBody = {
  /** Operation that the fault affects; `*` is any, `webhook` is webhook attempts. */
  operation:
    | 'getMe'
    | 'listSources'
    | 'createGroup'
    | 'createSource'
    | 'publishSource'
    | 'pushContent'
    | 'pushBulk'
    | 'getTask'
    | 'listFeedback'
    | 'eraseFeedback'
    | 'uploadFeedback'
    | 'getUploadTask'
    | 'getAnalysis'
    | 'getInviteTemplate'
    | 'sendInvites'
    | 'getInvite'
    | 'listInviteRecipients'
    | 'getOpenapi'
    | 'mcp'
    | '*'
    | 'webhook'
  /** Kind of fault. */
  kind:
    | 'status'
    | 'latency'
    | 'reset'
    | 'truncate'
    | 'html'
    | 'busy'
    | 'sync_timeout'
    | 'unknown_fields'
    | 'lost_answer'
    | 'limit'
    | 'wrapped'
    | 'unknown_values'
    | 'slow_task'
    | 'clock_jump'
    | 'rotate_key'
    | 'duplicate'
    | 'reorder'
    | 'delay'
    | 'drop'
    | 'respelled'
    | 'unknown_event'
  /** How many requests or attempts the fault is applied to. At least 1. */
  times: number
  /** Matching requests to let through first. */
  after?: number
  /** For `status`: the status to answer with. For `limit`: 429 (default) or 503. 200 to 599. */
  status?: number
  /** For `status`: `error.code` of the response (default: the one that goes with the status). 1 to 100 characters. */
  code?: string
  /**
   * For `status` and `limit`: value of the header `Retry-After`, in seconds; `limit` refuses for as long. At least 1.
   */
  retry_after?: number
  /** For `latency`, `delay`, `slow_task` and `clock_jump`: how long, in milliseconds. 0 to 86,400,000. */
  ms?: number
  /** For `truncate`: bytes of the response after which the connection is cut. */
  bytes?: number
  /** For `reorder`: deliveries that are collected and sent in reverse order. At least 2. */
  window?: number
  /** Conditions that a request or attempt must all meet (default: none). */
  match?: {
    /**
     * Only requests to this path, with or without `/api/input`, or deliveries to a URL with it; `*` stands for any
     * text. At most 500 characters; must start with / or *.
     */
    path?: string
    /** Only requests with this key. */
    key_id?: string
    /** Only requests to this source, or deliveries about it. */
    source_id?: string
    /** Members of the body and their values, by paths such as `questions[*].question_id`. */
    body?: Record<string, string | number | boolean | null>
  }
  /**
   * For `status`: headers of the response, by name. `Content-Type` is by default `application/json` for JSON, else
   * `text/plain`.
   */
  headers?: Record<string, string>
  /** For `status`: the body to answer with, instead of the error; text is sent as it is, anything else as JSON. */
  body?: unknown
}

/** The operations of `faults`, by name. */
export interface ControlFaults {
  /**
   * The injected faults with their hits.
   *
   * `GET /_emulator/orgs/{org_id}/faults`
   */
  listFaults: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListFaultsResult }
  /**
   * One injected fault with its hits.
   *
   * `GET /_emulator/orgs/{org_id}/faults/{id}`
   */
  getFault: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: FaultRecord
  }
  /**
   * Makes an operation or webhooks fail a set number of times.
   *
   * `POST /_emulator/orgs/{org_id}/faults`
   */
  createFault: { params: Record<never, never>; query: undefined; body: CreateFaultBody; result: FaultRecord }
  /**
   * Removes an injected fault.
   *
   * `DELETE /_emulator/orgs/{org_id}/faults/{id}`
   */
  deleteFault: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
}
