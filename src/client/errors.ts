import { type ErrorCode, provesNothingDone } from '../contract/errors.js'
import { InpkError } from '../contract/inpk-error.js'

/** What a `ServiceError` carries besides its message. */
export interface ServiceErrorData {
  status: number
  /** The status our contract has for this error, if facts say that this service sends another (default: `status`). */
  meant?: number
  /** Whether it proves that the request, and any before it under the same key, was not carried out. */
  provesNothingDone?: boolean
  /** `error.code` of the envelope; `HTTP_<status>` where the answer has none. */
  code: ErrorCode | (string & {})
  /** The code as sent, if facts say that the service has another name for it. */
  sentCode?: string
  details?: unknown
  requestId?: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** What to do next. */
  hint?: string
  /** Method and URL of the request. */
  asked?: string
}

/** The service answered with an error. Decide by `code`, or by `meant` for a whole class of errors, never by the message (CLI-5). */
export class ServiceError extends InpkError {
  override readonly name = 'ServiceError'
  /** The HTTP status, as sent. */
  readonly status: number
  /**
   * The status to decide by, such as 404 for a source that was deleted. It differs from `status` only if the facts of this service say that it
   * sends another status for this error.
   */
  readonly meant: number
  /** True if the request, and any earlier one with the same idempotency key, was certainly not carried out. */
  readonly provesNothingDone: boolean
  /** What went wrong, such as `SOURCE_NOT_PUBLISHED`: an error code of the contract, or one that only this service has. */
  readonly code: ErrorCode | (string & {})
  /** The code as sent: the same as `code`, unless facts say that the service has another name for it. */
  readonly sentCode: string
  /** More about it, such as messages by member of a `VALIDATION_ERROR`. */
  readonly details: unknown
  /** Value of the header `X-Request-Id`. Include it when you ask for help. */
  readonly requestId: string | undefined
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  readonly hint: string | undefined
  /** Method and URL of the request. */
  readonly asked: string | undefined

  constructor(message: string, data: ServiceErrorData) {
    super(message)
    this.status = data.status
    this.meant = data.meant ?? data.status
    this.code = data.code
    this.sentCode = data.sentCode ?? data.code
    this.provesNothingDone = data.provesNothingDone ?? provesNothingDone({ status: this.meant, code: data.code })
    this.details = data.details
    this.requestId = data.requestId
    this.retryable = data.retryable
    this.hint = data.hint
    this.asked = data.asked
  }
}

/** No response arrived: no connection could be opened, or it broke. */
export class UnreachableError extends InpkError {
  override readonly name: string = 'UnreachableError'
  readonly code: 'UNREACHABLE' | 'TIMEOUT' = 'UNREACHABLE'
  readonly url: string
  /** False if the request was certainly not sent, as with a refused connection; otherwise it may have been carried out. */
  readonly maybeSent: boolean
  readonly hint: string | undefined

  constructor(message: string, data: { url: string; cause?: unknown; maybeSent: boolean; hint?: string }) {
    super(message, { cause: data.cause })
    this.url = data.url
    this.maybeSent = data.maybeSent
    this.hint = data.hint
  }
}

/** No complete response arrived in time. The request may have been carried out. */
export class TimeoutError extends UnreachableError {
  override readonly name = 'TimeoutError'
  override readonly code = 'TIMEOUT'
}

/** No response to a write arrived, so it may have been carried out. Check before you send it again, or send it with the same key. */
export class InDoubtError extends InpkError {
  override readonly name = 'InDoubtError'
  readonly code = 'IN_DOUBT'
  readonly url: string
  /** If you send it again with this key, it is carried out only once; undefined if it had none. */
  readonly idempotencyKey: string | undefined
  /** Status of the last response, if there was one. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly hint: string | undefined

  constructor(
    message: string,
    data: Pick<InDoubtError, 'url' | 'idempotencyKey' | 'status' | 'requestId' | 'hint'> & { cause?: unknown },
  ) {
    super(message, { cause: data.cause })
    this.url = data.url
    this.idempotencyKey = data.idempotencyKey
    this.status = data.status
    this.requestId = data.requestId
    this.hint = data.hint
  }
}

/** A 2xx response that the service would not send, or a redirect: the base URL is wrong, or something in between responded (CLI-1). */
export class WrongHostError extends InpkError {
  override readonly name = 'WrongHostError'
  readonly code = 'WRONG_HOST'
  readonly url: string
  readonly why: string
  readonly hint: string

  constructor(
    url: string,
    why: string,
    hint = 'Check the base URL: it must be the ingestion host, not the dashboard, a proxy or a log-in page.',
  ) {
    super(`${url} did not return an API response: ${why}`)
    this.url = url
    this.why = why
    this.hint = hint
  }
}

/** A success response with JSON that lacks something we need, or has it in another form: the service differs from what was assumed. */
export class UnexpectedResponseError extends InpkError {
  override readonly name = 'UnexpectedResponseError'
  readonly code = 'UNEXPECTED_RESPONSE'
  readonly hint: string

  /** `accepted`: the service has done what was asked (204), or does it later (202), and says nothing of ours about it. */
  constructor(
    message: string,
    hint = 'Run `inpk learn` to find out how this service differs from what inpk expects.',
    readonly accepted?: 'done' | 'later',
  ) {
    super(message)
    this.hint = hint
  }
}

/** Why a listing may be incomplete. */
export type ListingErrorCode = 'PAGES_UNCLEAR' | 'PAGES_INCOMPLETE' | 'PAGES_GO_ROUND' | 'PAGES_EMPTY'

/** The pages of a listing can't be followed to a certain end, so what arrived may be incomplete. */
export class ListingError extends InpkError {
  override readonly name = 'ListingError'
  readonly code: ListingErrorCode
  readonly hint: string

  constructor(code: ListingErrorCode, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
