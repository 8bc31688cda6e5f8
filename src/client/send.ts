import type { Transport, WireRequest, WireResponse } from '../contract/wire.js'
import type { ClientClock, ExchangeEvent } from './client-types.js'
import type { UnreachableError, WrongHostError } from './errors.js'
import { exchangeEvent } from './exchange-event.js'
import { describeFailure } from './failures.js'
import type { Pacer } from './pacer.js'
import type { Redact } from './redact.js'
import { mayRetry, retryWaitMs } from './retry.js'

/** What every request of a client shares. */
export interface Sender {
  transport: Transport
  pacer: Pacer
  clock: ClientClock
  random: () => number
  retries: number
  redact: Redact
  onExchange?: ((event: ExchangeEvent) => void) | undefined
}

export interface SendOptions {
  /** The operation's id, for the events. */
  operation: string
  /** Whether doing it twice does no harm. */
  repeatable: boolean
}

interface Try {
  /** Of the exchange alone, without waiting for its turn. */
  ms: number
  response?: WireResponse
  failure?: UnreachableError | WrongHostError
}

/**
 * Sends a request, paced, and again where that is safe (`mayRetry`), until an answer stands. Resolves with that answer, error statuses
 * included; rejects with `UnreachableError`, `TimeoutError`, `WrongHostError` (too large) or the reason of the request's signal.
 */
export async function sendWithRetries(
  sender: Sender,
  request: WireRequest,
  options: SendOptions,
): Promise<WireResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const tried = await tryOnce(sender, request)
    const waitMs = waitAfter(sender, tried, attempt, options)
    sender.onExchange?.(
      exchangeEvent({ request, ...tried, attempt, operation: options.operation, waitMs }, sender.redact),
    )
    if (waitMs === undefined) {
      if (tried.response) return tried.response
      throw tried.failure
    }
    if (tried.response) sender.pacer.block(waitMs)
    await sender.clock.sleep(waitMs, request.signal)
  }
}

async function tryOnce(sender: Sender, request: WireRequest): Promise<Try> {
  const ticket = await sender.pacer.acquire(request.signal)
  const startedAt = sender.clock.monotonic()
  const elapsedMs = () => sender.clock.monotonic() - startedAt
  try {
    const response = await sender.transport(request)
    ticket.done(response.headers)
    return { response, ms: elapsedMs() }
  } catch (error) {
    ticket.done()
    if (request.signal?.aborted) throw request.signal.reason
    return { failure: describeFailure(error, request, sender.redact), ms: elapsedMs() }
  }
}

function waitAfter(sender: Sender, tried: Try, attempt: number, options: SendOptions): number | undefined {
  const { response, failure } = tried
  if (response && response.status < 400) return undefined
  if (attempt > sender.retries || failure?.name === 'WrongHostError') return undefined
  if (!mayRetry(response?.status, options.repeatable)) return undefined
  return retryWaitMs(
    { attempt, ...(response ? { status: response.status, headers: response.headers } : {}) },
    sender.random,
  )
}
