/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'
import type { PageInformation } from './emulator.js'

export type RequestRecord = {
  /** Identifier of the record. */
  id: string
  /** When it happened, by the clock of the organisation. */
  at: string
  /** HTTP method. */
  method: string
  /** Path and query. */
  path: string
  /** Name of the operation, such as `pushContent`. */
  operation: string | null
  /** Status of the response; as a filter, also a class such as `4xx`. */
  status: number
  /** How long the response took, in milliseconds. */
  ms: number
  /** Identifier of the key the request was sent with. */
  key_id: string | null
  /** Value of the header `X-Request-Id`. */
  request_id: string
  /** Headers of the request, without secrets. */
  request_headers: Record<string, string>
  /** Body of the request, cut at 64 KB; null if it had none. */
  request_body: string | null
  /** Headers of the response. */
  response_headers: Record<string, string>
  /** Body of the response, cut at 64 KB; null if it had none. */
  response_body: string | null
  /** Likely mistakes in the request. */
  hints: string[]
  /** Why the request was refused; null if it was not. */
  refusal: string | null
}

export type ListRequestsQuery = {
  /**
   * Status of the response; as a filter, also a class such as `4xx`. Must be a status such as 404, or a class such as
   * 4xx.
   */
  status?: string
  /** Name of the operation, such as `pushContent`. */
  operation?:
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
  /** Identifier of the key the request was sent with. */
  key_id?: string
  /** Only requests since this time. */
  since?: string
  /** Only requests that contain this text in path, headers or bodies. At most 500 characters. */
  text?: string
  /** `summary` leaves out headers and bodies (default: `full`). */
  detail?: 'full' | 'summary'
  /** Records on a page. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type ListRequestsResult = {
  /** The records of this page. */
  items: RequestRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type ExportRequestsQuery = {
  /** Only these, separated by commas. */
  ids?: string
  /**
   * Status of the response; as a filter, also a class such as `4xx`. Must be a status such as 404, or a class such as
   * 4xx.
   */
  status?: string
  /** Name of the operation, such as `pushContent`. */
  operation?:
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
  /** Identifier of the key the request was sent with. */
  key_id?: string
  /** Only requests since this time. */
  since?: string
  /** Only requests that contain this text in path, headers or bodies. At most 500 characters. */
  text?: string
}

export type ExportRequestsResult = {
  /** The HAR log. */
  log: {
    /** Version of the program. */
    version: string
    /** The program that wrote the file. */
    creator: {
      /** Name of the record. */
      name: string
      /** Version of the program. */
      version: string
    }
    /** What the file is. */
    comment: string
    /** The requests, as HAR entries. */
    entries: Record<string, unknown>[]
  }
}

/** The operations of `requests`, by name. */
export interface ControlRequests {
  /**
   * The request log, newest first.
   *
   * `GET /_emulator/orgs/{org_id}/requests`
   */
  listRequests: { params: Record<never, never>; query: ListRequestsQuery; body: undefined; result: ListRequestsResult }
  /**
   * One request with its headers and bodies.
   *
   * `GET /_emulator/orgs/{org_id}/requests/{id}`
   */
  getRequest: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: RequestRecord
  }
  /**
   * Sends a logged request again, with its key if that is well known.
   *
   * `POST /_emulator/orgs/{org_id}/requests/{id}/resend`
   */
  resendRequest: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: RequestRecord
  }
  /**
   * Logged requests as a HAR 1.2 file, oldest first.
   *
   * `GET /_emulator/orgs/{org_id}/requests.har`
   */
  exportRequests: {
    params: Record<never, never>
    query: ExportRequestsQuery
    body: undefined
    result: ExportRequestsResult
  }
}
