import type { Contract } from '../contract/facts/contract.js'
import type { Facts } from '../contract/facts/facts.js'
import type { BodyOf, OperationId, ParamsOf, PathParams, QueryOf, ResultOf } from '../contract/operations/index.js'
import type { IntegerText } from '../contract/schema.js'
import type { ServiceTypes } from '../contract/types/service/index.js'
import type { Transport, WireRequest, WireResponse } from '../contract/wire.js'
import type { Deadline } from './deadline.js'
import type { KeyMissing } from './key-guard.js'

/** Time as the client sees it; tests pass a virtual one. */
export interface ClientClock {
  /** Epoch milliseconds. Never used for waits: the clock of this machine may be wrong. */
  now(): number
  /** Milliseconds since some moment; never jumps. */
  monotonic(): number
  /** Rejects with the reason of `signal` when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** One exchange, for `--verbose` (the plain members) and `--debug` (`detail`). Holds no secret. */
export interface ExchangeEvent {
  /** Name of the operation, such as `pushContent`; method and path of a raw request. */
  operation: string
  /** HTTP method. */
  method: string
  /** Path and query. */
  path: string
  /** Absent if no response arrived. */
  status?: number
  /** How long it took, in milliseconds. */
  ms: number
  /** Value of the response header `X-Request-Id`. */
  requestId?: string
  /** Hints of the emulator about a request that it accepted. The service sends none. */
  hint?: string
  /** 1 for the first try. */
  attempt: number
  /** Why no response arrived. */
  error?: string
  /** How long the client waits before it tries again. */
  retryInMs?: number
  /** Returns headers and bodies, without secrets. */
  detail(): ExchangeDetail
}

/** Headers and bodies of an exchange, without secrets. */
export interface ExchangeDetail {
  requestHeaders: Record<string, string>
  requestBody: string
  responseHeaders: Record<string, string>
  responseBody: string
}

/** Where the service is, the key, and how the client sends requests. */
export interface ClientSettings {
  /** Origin of the ingestion host, or a URL with a path before the prefix. */
  baseUrl: string
  /** The API key. Calls that need one are refused without it (`API_KEY_MISSING`). */
  apiKey?: string
  /** Message and hint of `API_KEY_MISSING` (default: pass `apiKey`). */
  keyMissing?: KeyMissing | undefined
  /** Facts about the service that replace assumptions, as in a facts file, or the contract made from them. */
  facts?: Facts | Contract | undefined
  /** Path before the short paths (default: `/api/input`). */
  prefix?: string
  /** Time-out of a request, in milliseconds (default: 90,000, as a synchronous push may take 60 s). */
  timeoutMs?: number
  /** How often a request is tried again (default: 5). */
  retries?: number
  /** Sends the requests (default: over the network, through the proxy the environment names). */
  transport?: Transport
  /** A certificate to trust (PEM), such as that of an emulator with `https`. Ignored with `transport`. */
  certificate?: string | undefined
  /** The clock of the client (default: this machine's). */
  clock?: ClientClock
  /** Ends retries and pauses early. Requests that were sent are not affected. */
  deadline?: Deadline | undefined
  /** Returns numbers in [0, 1), for jitter and multipart boundaries (default: `Math.random`). */
  random?: () => number
  /** Called after each exchange, retries included. */
  onExchange?: (event: ExchangeEvent) => void
  /** Called with the milliseconds a request is held back: for the rate-limit window, or before another try. */
  onWait?: (ms: number) => void
  /**
   * Whether to hold requests back once the rate limit is used up, so that none is refused with 429 (default: true). Clients of this
   * process that have the same key share what they know of it.
   */
  pace?: boolean
  /** Value of the header `User-Agent` (default: `inpk`). */
  userAgent?: string
  /** Awaited before each request that may change something. If it rejects, the request is not sent. */
  beforeWrite?: () => Promise<void>
  /** Sends the key although it is an emulator's and the service is not, or the other way round. */
  force?: boolean
}

/** Options of every call. */
export interface CallOptions {
  /** The service carries out a POST once for each key within 24 hours. 1 to 255 characters (default: a random key). */
  idempotencyKey?: string
  /** Stops the request and its retries; the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Stops the call only while it waits, for its turn or for another try; a request that was sent may finish (default: `signal`). */
  waitSignal?: AbortSignal
  /** Name of the uploaded file, by which the service detects its format. */
  fileName?: string
  /** Called, besides that of the client, with the milliseconds this request is held back. */
  onWait?: (ms: number) => void
}

/** A call of any operation: what the operation takes is not checked by the types. */
export interface AnyCallInput extends CallOptions {
  params?: PathParams
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  encodedBody?: Uint8Array
}

/** A query. A whole number may be given as a number or as text; of an identifier any text will do, as answers give it. */
export type QueryInput<Query> = {
  [Name in keyof Query]: Exclude<Query[Name], undefined> extends IntegerText
    ? number | (Name extends `${string}_id` ? string : IntegerText) | undefined
    : Query[Name]
}

/** The query of an operation that has one. */
export type QuerySlot<Query> = [Query] extends [undefined] ? { query?: undefined } : { query?: QueryInput<Query> }

/** The `{name}` parts of the path: required if it has any. */
export type ParamsInput<Params> = keyof Params extends never ? { params?: undefined } : { params: Params }

/** The body, or `encodedBody`: the same as JSON in classic words, already encoded. */
type BodyInput<Body> = [Body] extends [undefined]
  ? { body?: undefined }
  : { body: Body; encodedBody?: Uint8Array } | { body?: undefined; encodedBody: Uint8Array }

/** What a call of an operation takes: its path parameters and its body are required. */
export type CallInput<Id extends OperationId> = CallOptions &
  ParamsInput<ParamsOf<Id>> &
  BodyInput<BodyOf<Id>> &
  QuerySlot<QueryOf<Id>>

/** The one argument of a call; optional if nothing in it is required. */
export type Argument<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** The response to a call. */
export interface Answer<T> {
  /**
   * In classic words, whichever words the route uses. Unknown members are kept. Reading a member that is missing from the response, or
   * has another type, throws `UnexpectedResponseError`.
   */
  payload: T
  /** The payload as the service sent it, unwrapped. */
  raw: unknown
  /** The payload in the names of our contract and the words of its route; `raw` if no fact concerns it. */
  worded: unknown
  /** HTTP status. */
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** Value of the header `X-Request-Id`. */
  requestId?: string
}

/** Any request, with the credentials, the pacing and the guards of the client. */
export interface RawRequest {
  /** HTTP method. */
  method: string
  /** From the root of the base URL; the prefix is not added. */
  path: string
  /** Headers besides those of the client. */
  headers?: Record<string, string>
  /** The body, sent as it is. */
  body?: Uint8Array | string
  /** Key of a POST; generated by default. */
  idempotencyKey?: string
  /** Stops the request and its retries. */
  signal?: AbortSignal
  /** Time-out of this request, in milliseconds (default: that of the client). */
  timeoutMs?: number
  /** Receives an event stream part by part; the body of the response is then empty. */
  takeStream?: NonNullable<WireRequest['takeStream']>
}

/** Limits of a listing. */
export interface EachOptions {
  /** Stops after this many rows (default: all). */
  limit?: number
  /** Stops the listing: the loop throws the reason of the signal. */
  signal?: AbortSignal
}

type Listing = 'listSources' | 'listFeedback' | 'listInviteRecipients'

type Rows<Id extends Listing, Member extends keyof ResultOf<Id>> = ResultOf<Id>[Member] extends (infer Row)[]
  ? Row
  : never

/** What a listing takes: filters. It fetches the pages itself. */
export type EachInput<Id extends Listing> = EachOptions &
  ParamsInput<ParamsOf<Id>> & { query?: Omit<QueryInput<QueryOf<Id>>, 'limit' | 'cursor'> }

/**
 * The rows of listings, over all pages: `for await (const item of client.each.feedback()) …`. Pages are
 * requested as the loop reaches them, and no more after `break`. Throws `ListingError` if the service does not say how to get the next
 * page, or returns the same page twice, and the errors of any other call.
 */
export interface Each {
  /** The groups with their sources, oldest first. */
  groups(...input: Argument<EachInput<'listSources'>>): AsyncIterable<Rows<'listSources', 'survey_series'>>
  /** The sources of all groups. */
  sources(
    ...input: Argument<EachInput<'listSources'>>
  ): AsyncIterable<Rows<'listSources', 'survey_series'>['surveys'][number]>
  /** The items pushed through the API, in order of arrival. */
  feedback(...input: Argument<EachInput<'listFeedback'>>): AsyncIterable<Rows<'listFeedback', 'items'>>
  /** The outcome for each recipient of an invite, delivery status included. */
  inviteRecipients(
    ...input: Argument<EachInput<'listInviteRecipients'>>
  ): AsyncIterable<Rows<'listInviteRecipients', 'recipients'>>
}

/** A client of the service: a method for each operation. Create one with `createClient`. */
export type Client = {
  /** The base URL, as given. */
  readonly baseUrl: string
  /** Calls an operation by its name and returns payload, status and headers. */
  call<Id extends OperationId>(id: Id, ...input: Argument<CallInput<Id>>): Promise<Answer<ResultOf<Id>>>
  /** The rows of listings, over all pages. */
  readonly each: Each
  /** Returns the contract in force: assumptions and the facts that replace them. Rejects with `InputError` for an invalid fact. */
  contract(): Promise<Contract>
  /** Sends any request and returns the response as it is, errors included. Retries as the method allows. */
  request(request: RawRequest): Promise<WireResponse>
} & { [Id in keyof ServiceTypes]: (...input: Argument<CallInput<Id>>) => Promise<ResultOf<Id>> }
