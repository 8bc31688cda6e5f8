import { mountUrl, requireAddress } from '../contract/base-url.js'
import type { ControlRow } from '../contract/control/control-row.js'
import {
  CONTROL_IDS,
  CONTROL_PREFIX,
  type ControlBodyOf,
  type ControlId,
  type ControlParamsOf,
  type ControlQueryOf,
  type ControlResultOf,
  controlRowOf,
} from '../contract/control/index.js'
import { type OptionKinds, requireKnownOptions, requireNoMisspelling } from '../contract/known-options.js'
import type { PathParams } from '../contract/operations/index.js'
import type { ControlTypes } from '../contract/types/control/index.js'
import type { Transport, WireRequest, WireResponse } from '../contract/wire.js'
import { checkedPayload } from './checked-payload.js'
import type { Argument, QuerySlot } from './client-types.js'
import { type EachRecord, eachRecordOf } from './each-record.js'
import { UnexpectedResponseError } from './errors.js'
import { openEventStream, type StreamedEvent } from './event-stream.js'
import { describeFailure } from './failures.js'
import { inDoubt, interrupted, leavesDoubt } from './in-doubt.js'
import { placesOf } from './known-input.js'
import { NotSentError } from './not-sent.js'
import { parseObject } from './payload.js'
import { createRedact } from './redact.js'
import { fillPath, queryText } from './route.js'
import { AS_SENT, errorOfAnswer } from './service-error.js'
import { CONTROL_RESPONSE_BYTES, createLazyTransport } from './transport.js'

const DEFAULT_TIMEOUT_MS = 60_000
const REDACT = createRedact([])
/** What may be the matter with an answer of a control API that cannot be read. */
export const OTHER_VERSION =
  'The emulator may be of another version than this inpk; `control.getEmulator()` shows which.'

/** Where the emulator is, and the organisation the calls are about. */
export interface ControlSettings {
  /** Origin of the emulator's dashboard host. */
  dashboardUrl: string
  /** The organisation the calls are about (default: `1`). */
  orgId?: string
  /** Sends the requests (default: over the network). */
  transport?: Transport
  /** The certificate of an emulator with `https` (PEM). Ignored with `transport`. */
  certificate?: string | undefined
  /** Time-out of a call, in milliseconds (default: 60,000). */
  timeoutMs?: number
}

interface AnyControlInput {
  params?: PathParams
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  signal?: AbortSignal
}

const SETTINGS: OptionKinds<ControlSettings> = {
  dashboardUrl: 'string',
  orgId: 'string',
  transport: 'function',
  certificate: 'string',
  timeoutMs: 'number',
}
const CALL: OptionKinds<AnyControlInput> = { params: 'object', query: 'object', body: 'any', signal: 'object' }

type ControlBody<Body> = [Body] extends [undefined]
  ? { body?: undefined }
  : Record<never, never> extends Body
    ? { body?: Body }
    : { body: Body }

/** What a control call takes. The organisation is the client's own unless `params.org_id` is given. */
export type ControlInput<Id extends ControlId> = {
  /** Stops the request; the call rejects with the signal's reason. */
  signal?: AbortSignal
} & ControlParams<ControlParamsOf<Id>> &
  QuerySlot<ControlQueryOf<Id>> &
  ControlBody<ControlBodyOf<Id>>

type ControlParams<Params> = keyof Params extends never
  ? { params?: { org_id?: string } }
  : { params: Params & { org_id?: string } }

type ControlCalls = {
  [Id in keyof Omit<ControlTypes, 'streamEvents'>]: (
    ...input: Argument<ControlInput<Id>>
  ) => Promise<ControlResultOf<Id>>
}

/** A client of the emulator's control API: a method for each operation. Create one with `createControlClient`. */
export interface ControlClient extends ControlCalls {
  /** The records of lists, over all pages. */
  readonly each: EachRecord
  /** What happens in the organisation, as it happens, until `signal` aborts. Always over a socket. */
  streamEvents(signal: AbortSignal): AsyncIterable<StreamedEvent>
  /** The same client for another organisation. */
  forOrganization(orgId: string): ControlClient
}

/**
 * Creates a client of the emulator's control API, with a method for each operation. Calls reject with `ServiceError`, `UnreachableError`,
 * `TimeoutError`, `WrongHostError`, `InDoubtError` (a write with its response lost) or, for a missing identifier or an unknown option, `InputError`.
 */
export function createControlClient(settings: ControlSettings): ControlClient {
  requireNoMisspelling(settings, SETTINGS, 'createControlClient')
  const transport = settings.transport ?? createLazyTransport(CONTROL_RESPONSE_BYTES, () => settings.certificate)
  const base = mountUrl(requireAddress(settings.dashboardUrl, 'the dashboard URL', 'dashboardUrl'), CONTROL_PREFIX)
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const orgId = settings.orgId ?? '1'

  const urlOf = (row: ControlRow, input: AnyControlInput) =>
    base + fillPath(row.path, { org_id: orgId, ...input.params }) + queryText(input.query ?? {})

  const callRow = async (row: ControlRow, input: AnyControlInput = {}) => {
    requireKnownOptions(input, CALL, row.id, () => placesOf(row))
    const request = controlRequest(row, urlOf(row, input), input, timeoutMs)
    const tried = await transport(request).then(
      (response) => ({ response }),
      (error: unknown) => {
        if (!input.signal?.aborted) return { failure: describeFailure(error, request, REDACT) }
        if (row.method === 'GET' || error instanceof NotSentError) throw input.signal.reason
        return { failure: interrupted(request, REDACT) }
      },
    )
    if (row.method !== 'GET' && leavesDoubt(tried, false, AS_SENT)) throw inDoubt(request, tried, row.id, REDACT)
    if ('failure' in tried) throw tried.failure
    return controlResult(row, tried.response, base, request)
  }

  const callById = (id: string, input: AnyControlInput) => callRow(controlRowOf(id as ControlId), input)
  const calls = CONTROL_IDS.map((id) => [id, (input?: AnyControlInput) => callRow(controlRowOf(id), input)])
  return {
    ...Object.fromEntries(calls),
    each: eachRecordOf(CONTROL_IDS, callById),
    streamEvents: (signal: AbortSignal) =>
      openEventStream(urlOf(controlRowOf('streamEvents'), {}), signal, settings.certificate),
    forOrganization: (other: string) => createControlClient({ ...settings, transport, orgId: other }),
  } as ControlClient
}

function controlRequest(row: ControlRow, url: string, input: AnyControlInput, timeoutMs: number): WireRequest {
  const body = row.body ? JSON.stringify(input.body ?? {}) : undefined
  return {
    method: row.method,
    url,
    headers: {
      accept: row.media ?? 'application/json',
      'user-agent': 'inpk',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    timeoutMs,
    ...(body === undefined ? {} : { body }),
    ...(input.signal ? { signal: input.signal } : {}),
  }
}

function controlResult(row: ControlRow, response: WireResponse, base: string, request: WireRequest): unknown {
  if (response.status < 200 || response.status > 299) throw errorOfAnswer(response, base, REDACT, request)
  const subject = `The response to ${row.id}`
  if (response.status === 204 && row.status !== 204) {
    throw new UnexpectedResponseError(`${subject} is empty`, OTHER_VERSION)
  }
  if (response.status === 204) return undefined
  if (row.media && response.headers['content-type']?.startsWith(row.media))
    return new TextDecoder().decode(response.body)
  const reading = { subject, wirePath: (path: string) => path }
  return checkedPayload(row.result, parseObject(response, base, subject), {
    ...reading,
    isExact: true,
    hint: OTHER_VERSION,
  })
}
