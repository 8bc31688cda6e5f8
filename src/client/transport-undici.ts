import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import type { Transport, WireResponse } from '../contract/wire.js'
import { boundTime, untilAborted } from './bound-time.js'
import { sayingWhetherSent } from './not-sent.js'
import { findProxy, openTunnel } from './proxy.js'
import type { AuthorityFor } from './transport-http.js'

const CONNECT_TIMEOUT_MS = 10_000
const DEFAULT_TIMEOUT_MS = 90_000

export interface TransportOptions {
  /** Answers beyond this many bytes are refused while they come. */
  maxResponseBytes: number
  environment?: Readonly<Record<string, string | undefined>>
  authorityFor?: AuthorityFor | undefined
}

/**
 * A transport over sockets. Never follows a redirect; bounded in connecting, headers, body, total time and size; proxies as the
 * environment says, loopback always direct.
 */
export function createUndiciTransport(options: TransportOptions): Transport {
  const dispatcherFor = createDispatchers(options)
  return ({ url, method, headers, body, timeoutMs = DEFAULT_TIMEOUT_MS, signal, takeStream }) => {
    const exchange = async (bound: AbortSignal, leaving: () => void) => {
      const answer = await request(url, {
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        dispatcher: dispatcherFor(new URL(url), timeoutMs).compose(announcing(leaving)),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: bound,
      })
      const head = { status: answer.statusCode, headers: flattenHeaders(answer.headers) }
      if (takeStream && isEventStream(head)) {
        await takeStream(answer.body, head.headers)
        return { ...head, body: new Uint8Array() }
      }
      return { ...head, body: new Uint8Array(await answer.body.arrayBuffer()) }
    }
    return sayingWhetherSent((leaving) => boundTime({ timeoutMs, signal }, (bound) => exchange(bound, leaving)))
  }
}

/** Calls `leaving` when undici has a connection for the request, just before it writes it. */
function announcing(leaving: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        leaving()
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    })
}

function isEventStream({ status, headers }: Pick<WireResponse, 'status' | 'headers'>): boolean {
  return status === 200 && headers['content-type']?.startsWith('text/event-stream') === true
}

/** The body of a GET as it comes, without an end in sight; rejects unless it is answered with 200. */
export async function openUndiciStream(
  url: string,
  signal: AbortSignal,
  ca?: string,
): Promise<AsyncIterable<Uint8Array>> {
  const dispatcher = createDispatchers({ maxResponseBytes: -1, authorityFor: () => ca })(
    new URL(url),
    DEFAULT_TIMEOUT_MS,
  )
  const headers = { accept: 'text/event-stream', 'user-agent': 'inpk' }
  const headersTimeout = DEFAULT_TIMEOUT_MS
  const options = { method: 'GET' as const, headers, dispatcher, headersTimeout, bodyTimeout: 0, signal }
  const answer = await untilAborted(signal, request(url, options))
  if (answer.statusCode === 200) return answer.body
  await answer.body.dump()
  throw new Error(`${url} answered with ${answer.statusCode}`)
}

/**
 * One agent for direct connections and one per proxy; undici's own default is never used. Connecting ends no later than the request that
 * wants it, or it would keep the program running.
 */
function createDispatchers({ maxResponseBytes, environment = process.env, authorityFor }: TransportOptions) {
  const dispatchers = new Map<string, Dispatcher>()
  return (url: URL, timeoutMs: number): Dispatcher => {
    const proxy = findProxy(url, environment)
    const timeout = Math.min(CONNECT_TIMEOUT_MS, timeoutMs)
    const ca = authorityFor?.(url)
    const name = `${timeout} ${proxy} ${ca}`
    const known = dispatchers.get(name)
    if (known) return known
    const direct = buildConnector({ timeout, ...(ca && { ca }) })
    const connect = proxy === undefined ? direct : throughProxy(proxy, timeout, direct)
    const made = new Agent({ connect, maxResponseSize: maxResponseBytes })
    dispatchers.set(name, made)
    return made
  }
}

/**
 * Connects through a proxy; the way through it, and TLS at its end, may take `timeoutMs` each. undici's own agent for proxies has no such
 * bound, and connects again for ever where the proxy hangs up.
 */
function throughProxy(
  proxy: string,
  timeoutMs: number,
  connectSecurely: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) => {
    openTunnel(proxy, options, timeoutMs).then(
      (socket) => {
        if (options.protocol === 'https:') connectSecurely({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): WireResponse['headers'] {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}
