import type { WireRequest, WireResponse } from '../contract/wire.js'
import type { ExchangeEvent } from './client-types.js'
import { type Redact, redactHeaders } from './redact.js'

interface Exchange {
  operation: string
  request: WireRequest
  response?: WireResponse
  failure?: Error
  ms: number
  attempt: number
  waitMs: number | undefined
}

/** The event of one exchange, without its secrets. Bodies are decoded only when `detail` is called. */
export function exchangeEvent(exchange: Exchange, redact: Redact): ExchangeEvent {
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
