import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import type { Client } from '../../client/client-types.js'
import type { Scope } from '../../contract/scopes.js'
import type { Transport } from '../../contract/wire.js'
import { must, NotLooked } from './rule.js'

/** One request and its answer. */
export interface Exchange {
  about: string
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  text: string
  json: unknown
  /** Out of its `data` wrapper. */
  payload: JsonObject
}

export interface Ask {
  /** Instead of the prefix: `''` for the root, `/api/v1`. */
  mount?: string
  body?: unknown
  headers?: Record<string, string>
  /** Its answer is of another protocol: what holds for all answers does not hold for it. */
  apart?: true
  /** JSON as it stands, for what `JSON.stringify` cannot write. */
  rawBody?: string
}

export interface ProbeSettings {
  /** Without a slash at the end. */
  baseUrl: string
  prefix: string
  apiKey: string
  /** A client for each scope there is a key of. */
  clients: Partial<Record<Scope, Client>>
  /** The client of `apiKey`. */
  client: Client
  transport: Transport
  signal: AbortSignal
}

/** What rules look at the service through. Answers are kept, for the rules that hold for every one of them. */
export interface Probe {
  readonly settings: ProbeSettings
  readonly exchanges: readonly Exchange[]
  get(path: string, ask?: Ask): Promise<Exchange>
  send(method: string, path: string, ask?: Ask): Promise<Exchange>
  /** With the key of a scope; throws `NotLooked` where there is none. */
  as(scope: Scope, method: string, path: string, ask?: Ask): Promise<Exchange>
  /** With these words as `Authorization`, or without any. */
  unauthorized(path: string, authorization?: string): Promise<Exchange>
  /** The answer of an earlier `get` of the same path, or a fresh one; it must be 200. */
  seen(path: string, ask?: Ask): Promise<Exchange>
}

const TIMEOUT_MS = 60_000

/** Opens a probe. The client paces what goes out with a key. */
export function openProbe(settings: ProbeSettings): Probe {
  const exchanges: Exchange[] = []
  const kept = new Map<string, Promise<Exchange>>()
  const keep = (exchange: Exchange) => {
    exchanges.push(exchange)
    return exchange
  }
  const pathOf = (path: string, { mount = settings.prefix }: Ask) => mount + path
  const through = async (client: Client, method: string, path: string, ask: Ask) => {
    const body = ask.rawBody ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { headers: { ...type, ...ask.headers }, ...(body === undefined ? {} : { body }) }
    const answer = await client.request({ method, path: pathOf(path, ask), signal: settings.signal, ...sent })
    const exchange = exchangeOf(`${method} ${pathOf(path, ask)}`, answer)
    return ask.apart ? exchange : keep(exchange)
  }
  const probe: Probe = {
    settings,
    exchanges,
    get: (path, ask = {}) => through(settings.client, 'GET', path, ask),
    send: (method, path, ask = {}) => through(settings.client, method, path, ask),
    async as(scope, method, path, ask = {}) {
      const client = settings.clients[scope]
      if (!client) throw new NotLooked(`needs a key of scope ${scope} in INPK_API_KEY_${scope.toUpperCase()}`)
      return through(client, method, path, ask)
    },
    async unauthorized(path, authorization) {
      const url = settings.baseUrl + pathOf(path, {})
      const headers = { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) }
      const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, signal: settings.signal }
      return keep(exchangeOf(`GET ${pathOf(path, {})} without a right key`, await settings.transport(request)))
    },
    async seen(path, ask = {}) {
      const place = pathOf(path, ask)
      const asked = kept.get(place) ?? probe.get(path, ask)
      kept.set(place, asked)
      const exchange = await asked
      must(exchange.status === 200, `${exchange.about}: ${exchange.status}`)
      return exchange
    },
  }
  return probe
}

function exchangeOf(
  about: string,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Uint8Array },
): Exchange {
  const text = new TextDecoder().decode(body)
  const json = parseJson(text)
  const root = isObject(json) ? json : {}
  return { about, status, headers, text, json, payload: isObject(root.data) ? root.data : root }
}
