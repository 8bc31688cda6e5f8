import { type ErrorCode, provesNothingDone } from '../contract/errors.js'
import { InpkError } from '../contract/inpk-error.js'

/** What a `ServiceError` carries besides its message. */
export interface ServiceErrorData {
  status: number
  /** The status it has by our contract, where facts say that this service sends it with another; `status` where absent. */
  meant?: number
  /** Whether it proves that the request, and any before it under the same key, was not carried out. */
  provesNothingDone?: boolean
  /** `error.code` of the envelope; `HTTP_<status>` where the answer has none. */
  code: ErrorCode | (string & {})
  /** The code as it was sent, where facts say that the service calls it otherwise than our contract. */
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

/** The service answered with an error. Decide by `meant` and `code`, never by the message (CLI-5). */
export class ServiceError extends InpkError {
  override readonly name = 'ServiceError'
  /** The HTTP status, as sent. */
  readonly status: number
  /** The status of such a refusal by our contract: the same, unless facts say that this service sends another. */
  readonly meant: number
  /** True if the request, and any before it under the same key, was surely not carried out. */
  readonly provesNothingDone: boolean
  /** An error code of the contract, or one that only this service has. */
  readonly code: ErrorCode | (string & {})
  /** The code as it was sent: the same, unless facts say that this service calls it otherwise. */
  readonly sentCode: string
  /** More about it, such as messages by member of a `VALIDATION_ERROR`. */
  readonly details: unknown
  /** Value of the header `X-Request-Id`: name it when you ask for help. */
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

/** No answer came: no connection, or it broke. */
export class UnreachableError extends InpkError {
  override readonly name: string = 'UnreachableError'
  readonly code: 'UNREACHABLE' | 'TIMEOUT' = 'UNREACHABLE'
  readonly url: string
  /** False if the request surely never left, as with a refused connection; else it may have been carried out. */
  readonly maybeSent: boolean
  readonly hint: string | undefined

  constructor(message: string, data: { url: string; cause?: unknown; maybeSent: boolean; hint?: string }) {
    super(message, { cause: data.cause })
    this.url = data.url
    this.maybeSent = data.maybeSent
    this.hint = data.hint
  }
}

/** No whole answer came in time; the request may have been carried out. */
export class TimeoutError extends UnreachableError {
  override readonly name = 'TimeoutError'
  override readonly code = 'TIMEOUT'
}

/** The answer to a write stayed lost: it may have been carried out. Look before it is sent again, or send it with the same key. */
export class InDoubtError extends InpkError {
  override readonly name = 'InDoubtError'
  readonly code = 'IN_DOUBT'
  readonly url: string
  /** Sent again with this key, it is carried out once only; absent if none was sent. */
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

/** A 2xx that no host of the service would send, or a redirect: the base URL is wrong, or something answers in between (CLI-1). */
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

/** A success response with JSON that lacks something relied upon, or has it in another form: the service differs from what was assumed. */
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

/** Why a listing may not be whole. */
export type ListingErrorCode = 'PAGES_UNCLEAR' | 'PAGES_INCOMPLETE' | 'PAGES_GO_ROUND' | 'PAGES_EMPTY'

/** The pages of a listing cannot be followed to a certain end: what came so far may not be all. */
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
