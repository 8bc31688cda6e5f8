import type { Transport, WireRequest, WireResponse } from '../contract/wire.js'
import type { ClientClock, ExchangeEvent } from './client-types.js'
import { acquireTurn, type Deadline, sleepUntil } from './deadline.js'
import type { UnreachableError, WrongHostError } from './errors.js'
import { describeFailure } from './failures.js'
import { inDoubt, interrupted, leavesDoubt } from './in-doubt.js'
import type { Pacer } from './pacer.js'
import { type Redact, redactHeaders } from './redact.js'
import type { OnLoss } from './retry.js'
import { isLost, mayRetry, retryWaitMs } from './retry.js'
import { AS_SENT, type OurWords, statusMeant } from './service-error.js'

/** What every request of a client shares. */
export interface Sender {
  transport: Transport
  pacer: Pacer
  clock: ClientClock
  deadline?: Deadline | undefined
  random: () => number
  retries: number
  redact: Redact
  beforeWrite?: (() => Promise<void>) | undefined
  onExchange?: ((event: ExchangeEvent) => void) | undefined
  onWait?: ((ms: number) => void) | undefined
  /** Ends waits, and no request that has left; that of the request if absent. */
  waitSignal?: AbortSignal | undefined
}

export interface SendOptions {
  /** The operation's id, for the events. */
  operation: string
  onLoss: OnLoss
  /** What refusals mean, where facts say that. */
  words?: OurWords
}

/** What one exchange came to: an answer or a failure. */
export interface Try {
  response?: WireResponse
  failure?: UnreachableError | WrongHostError
}

/**
 * Sends a request, paced, and again where that is safe (`mayRetry`), until an answer is final. Resolves with that answer, error
 * statuses included; rejects with `UnreachableError`, `TimeoutError`, `WrongHostError` (too large) or the reason of the request's
 * signal, and with `InDoubtError` where a write may have been carried out anyway, also one that its signal ended after it was
 * sent.
 */
export async function sendWithRetries(
  sender: Sender,
  request: WireRequest,
  { operation, onLoss, words = AS_SENT }: SendOptions,
): Promise<WireResponse> {
  if (onLoss.isWrite) await sender.beforeWrite?.()
  const waitSignal = sender.waitSignal ?? request.signal
  let losses = 0
  let isInDoubt = false
  const endedBy = (reason: unknown) => {
    return isInDoubt
      ? inDoubt(request, { failure: interrupted(request, sender.redact) }, operation, sender.redact)
      : reason
  }
  for (let attempt = 1; ; attempt += 1) {
    const ticket = await acquireTurn(sender, waitSignal).catch((reason) => {
      throw endedBy(reason)
    })
    const startedAt = sender.clock.monotonic()
    const tried: Try = await sender.transport(request).then(
      (response) => ({ response }),
      (error: unknown) => ({ failure: describeFailure(error, request, sender.redact) }),
    )
    ticket.done(tried.response)
    const ms = sender.clock.monotonic() - startedAt
    isInDoubt = onLoss.isWrite && leavesDoubt(tried, isInDoubt, words)
    if (tried.failure && request.signal?.aborted) {
      sender.onExchange?.(
        exchangeEvent({ request, ...tried, ms, attempt, operation, waitMs: undefined }, sender.redact),
      )
      throw endedBy(request.signal.reason)
    }
    const status = tried.response && statusMeant(tried.response, words)
    if (isLost(status)) losses += 1
    const waitMs = waitAfter(sender, { ...tried, status }, attempt, losses <= onLoss.repeats)
    sender.onExchange?.(exchangeEvent({ request, ...tried, ms, attempt, operation, waitMs }, sender.redact))
    if (waitMs === undefined) {
      if (isInDoubt) throw inDoubt(request, tried, operation, sender.redact)
      if (tried.response) return tried.response
      throw isOver(sender) ? sender.deadline!.expired() : tried.failure
    }
    if (tried.response) sender.pacer.block(waitMs)
    sender.onWait?.(waitMs)
    await sleepUntil(sender, waitMs, waitSignal).catch((reason) => {
      throw endedBy(reason)
    })
  }
}

/** `status`: what that of the answer means. */
function waitAfter(
  sender: Sender,
  { response, failure, status }: Try & { status: number | undefined },
  attempt: number,
  mayRepeat: boolean,
): number | undefined {
  if (status !== undefined && status < 400) return undefined
  if (attempt > sender.retries || (failure && isLasting(failure))) return undefined
  if (!mayRetry(status, mayRepeat)) return undefined
  const headers = response ? { headers: response.headers } : {}
  return retryWaitMs({ attempt, ...(status === undefined ? {} : { status }), ...headers }, sender.random)
}

/** Another host, another protocol, a certificate that is not trusted: the next try would find the same. */
function isLasting(failure: UnreachableError | WrongHostError): boolean {
  return failure.name === 'WrongHostError' || failure.hint !== undefined
}

interface Exchange {
  operation: string
  request: WireRequest
  response?: WireResponse
  failure?: Error
  ms: number
  attempt: number
  waitMs: number | undefined
}

function isOver({ deadline, clock }: Sender): boolean {
  return deadline !== undefined && clock.monotonic() >= deadline.at
}

/** The event of one exchange, without its secrets. Bodies are decoded only when `detail` is called. */
function exchangeEvent(exchange: Exchange, redact: Redact): ExchangeEvent {
  const { operation, request, response, failure, ms, attempt, waitMs } = exchange
  const { pathname, search } = new URL(request.url)
  const requestId = response?.headers['x-request-id']
  const hint = response?.headers['x-emulator-hint']
  return {
    operation,
    method: request.method,
    path: redact(pathname + search),
    ms,
    attempt,
    ...(response ? { status: response.status } : {}),
    ...(requestId === undefined ? {} : { requestId: redact(requestId) }),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
    ...(failure ? { error: failure.message } : {}),
    ...(waitMs === undefined ? {} : { retryInMs: waitMs }),
    detail: () => ({
      requestHeaders: redactHeaders(request.headers, redact),
      requestBody: redact(textOf(request.body)),
      responseHeaders: redactHeaders(response?.headers ?? {}, redact),
      responseBody: redact(textOf(response?.body)),
    }),
  }
}

function textOf(body: Uint8Array | string | undefined): string {
  return body === undefined || typeof body === 'string' ? (body ?? '') : new TextDecoder().decode(body)
}
