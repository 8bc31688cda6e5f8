import type { Contract } from '../contract/facts/contract.js'
import { hasOpenTimes, withTimeUnit } from '../contract/facts/time-units.js'
import { OPERATION_IDS, type OperationId, type ResultOf, rowOf } from '../contract/operations/index.js'
import type { WireRequest, WireResponse } from '../contract/wire.js'
import { type Asked, knownForm, namedInPath, requireCarriedQuery, saidByStatus, wireQuery } from './asked.js'
import { requireSameAsAsked } from './carried.js'
import { fillIn } from './checked-payload.js'
import type { Answer, AnyCallInput, Client, ClientSettings, RawRequest } from './client-types.js'
import { eachOf } from './each.js'
import { idempotencyHeader, requireHeaders } from './headers.js'
import { requireKnownCall, requireKnownRequest, requireKnownSettings } from './known-input.js'
import { readAnswer } from './payload.js'
import { encodeBody } from './request-body.js'
import { isKeyed, isKeyedRaw, onLossOf, onLossOfRaw } from './retry.js'
import { routeOf, routeUrl } from './route.js'
import { type Sender, sendWithRetries } from './send.js'
import { errorOfAnswer, ourWordsFor, ourWordsUnder } from './service-error.js'
import { openSession, type Session } from './session.js'
import { readTimeUnit, UNIT_TOLD_BY } from './time-unit.js'

export type {
  Answer,
  CallInput,
  CallOptions,
  Client,
  ClientClock,
  ClientSettings,
  Each,
  EachInput,
  EachOptions,
  ExchangeDetail,
  ExchangeEvent,
  RawRequest,
} from './client-types.js'

/**
 * Creates a client of the service: a method for each operation, `each` for the rows
 * of listings over all pages, `call` for the whole answer, `request` for any path. It
 * keeps to the rate limit, sends an `Idempotency-Key` with every POST except those to /mcp, and retries where that is safe.
 * Throws `InputError` for a base URL that is not one, and for an unknown setting; calls reject with `InputError`, `ServiceError`, `UnreachableError`,
 * `TimeoutError`, `WrongHostError`, `UnexpectedResponseError` or, for a write that never got a response, `InDoubtError`.
 */
export function createClient(settings: ClientSettings): Client {
  requireKnownSettings(settings)
  const session = openSession(settings)
  const call = <Id extends OperationId>(id: Id, input: AnyCallInput = {}) => callOperation(session, id, input)
  const methods = OPERATION_IDS.map((id) => [
    id,
    (input?: AnyCallInput) => call(id, input).then(({ payload }) => payload),
  ])
  const { contract } = session
  const client = {
    ...Object.fromEntries(methods),
    baseUrl: settings.baseUrl,
    call,
    contract,
    request: (raw: RawRequest) => sendRaw(session, raw),
  } as Omit<Client, 'each'>
  return Object.assign(client, { each: eachOf(client) }) as Client
}

async function callOperation<Id extends OperationId>(
  session: Session,
  id: Id,
  input: AnyCallInput,
): Promise<Answer<ResultOf<Id>>> {
  requireKnownCall(id, input)
  const contract = await contractFor(session, id)
  const row = contract.rowOf(id)
  const route = routeOf(row)
  const asked = { id, contract, row, route }
  const request = await buildRequest(session, asked, input)
  const words = ourWordsFor(contract, id, route.words)
  const onLoss = onLossOf(row, route, contract.values)
  const response = await sendWithRetries(senderFor(session, input), request, { operation: id, onLoss, words })
  const { status, headers } = response
  if (status < 200 || status > 299) {
    throw errorOfAnswer(response, session.base, session.sender.redact, request, words)
  }
  const form = knownForm(asked, headers, input.query)
  const { raw, worded, payload } = readAnswer(rowOf(id), route, response, session.base, form)
  requireSameAsAsked(row, input.query, payload)
  const requestId = headers['x-request-id']
  const named = {
    ...namedInPath(asked, input.params ?? {}),
    ...saidByStatus(asked, status),
    ...(form.located && { [form.located.member]: form.located.id }),
  }
  return {
    payload: fillIn(payload, named) as ResultOf<Id>,
    raw,
    worded,
    status,
    headers,
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** The contract in force; where facts leave open what the times of a request count, as the answers of the service show it. */
async function contractFor(session: Session, id: OperationId): Promise<Contract> {
  const contract = await session.contract()
  if (!hasOpenTimes(contract, id)) return contract
  session.settled ??= settleTimes(session, contract).catch((error: unknown) => {
    // The next call asks again.
    delete session.settled
    throw error
  })
  return session.settled
}

async function settleTimes(session: Session, contract: Contract): Promise<Contract> {
  const { contractWith } = await import('../contract/facts/contract-with.js')
  const unit = readTimeUnit(await callOperation(session, 'listSources', UNIT_TOLD_BY))
  return contractWith(withTimeUnit(contract.facts, unit))
}

/** The sender of the client, which tells a call that asks for it of its waits, and ends these where the call says so. */
function senderFor({ sender }: Session, { onWait, waitSignal }: Pick<AnyCallInput, 'onWait' | 'waitSignal'>): Sender {
  if (!onWait) return waitSignal ? { ...sender, waitSignal } : sender
  const tellBoth = (ms: number) => {
    onWait(ms)
    sender.onWait?.(ms)
  }
  return { ...sender, waitSignal, onWait: tellBoth }
}

async function buildRequest(session: Session, asked: Asked, input: AnyCallInput): Promise<WireRequest> {
  const { id, contract, row, route } = asked
  const { base, mount, timeoutMs, sender } = session
  const codec = contract.codecOf(id, 'body', route.words)
  const body = encodeBody(row, route, input, { fileName: input.fileName, random: sender.random, codec })
  requireCarriedQuery(asked, input.query ?? {})
  const query = { ...wireQuery(asked, input.query ?? {}), ...body?.query }
  const url = session.requireOwnOrigin(routeUrl({ route, mount, base, params: input.params ?? {}, query }))
  const headers = {
    accept: row.protocol === 'json-rpc' ? 'application/json, text/event-stream' : 'application/json',
    'user-agent': session.userAgent,
    ...(await session.authorize(route.access === 'open')),
    ...body?.headers,
    ...idempotencyHeader(
      input.idempotencyKey ?? (isKeyed(row, route, contract.values) ? crypto.randomUUID() : undefined),
    ),
  }
  return {
    method: route.method,
    url,
    headers,
    timeoutMs,
    ...(body ? { body: body.body } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  }
}

async function sendRaw(session: Session, raw: RawRequest): Promise<WireResponse> {
  requireKnownRequest(raw)
  const method = raw.method.toUpperCase()
  const contract = await session.contract()
  const target = { method, path: raw.path }
  const url = session.requireOwnOrigin(session.base + raw.path)
  const given = Object.fromEntries(
    Object.entries(raw.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const ownKey = raw.idempotencyKey ?? given['idempotency-key']
  const key = ownKey ?? (isKeyedRaw(target, contract) ? crypto.randomUUID() : undefined)
  const request: WireRequest = {
    method,
    url,
    headers: {
      accept: 'application/json',
      'user-agent': session.userAgent,
      ...requireHeaders(given),
      ...(await session.authorize(false)),
      ...idempotencyHeader(key),
    },
    timeoutMs: raw.timeoutMs ?? session.timeoutMs,
    ...(raw.takeStream ? { takeStream: raw.takeStream } : {}),
    ...(raw.body === undefined ? {} : { body: raw.body }),
    ...(raw.signal ? { signal: raw.signal } : {}),
  }
  const options = { onLoss: onLossOfRaw(target, key !== undefined, contract), words: ourWordsUnder(contract) }
  return sendWithRetries(session.sender, request, { operation: `${method} ${raw.path}`, ...options })
}
