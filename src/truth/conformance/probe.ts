import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import type { Client } from '../../client/client-types.js'
import type { FieldMap } from '../../contract/errors.js'
import type { Contract } from '../../contract/facts/contract.js'
import type { OperationId } from '../../contract/operations/index.js'
import type { Scope } from '../../contract/scopes.js'
import type { Transport } from '../../contract/wire.js'
import { type OnWire, putOnWire } from './on-wire.js'
import { errorIn, must, NotLooked } from './rule.js'

/** One request and its answer. */
export interface Exchange {
  about: string
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  text: string
  json: unknown
  /** Out of its `data` wrapper, in our names. */
  payload: JsonObject
  /** What a refusal says of members, by their paths on the wire. */
  fields?: FieldMap | undefined
  /** The assumption that its path is; undefined if the interface shows it. */
  assumption?: string
  operation?: OperationId
  /** Its refusals are of another protocol, and have no code of the service. */
  isCodeless?: true
}

export interface Ask {
  /** Instead of the prefix: `''` for the root, `/api/v1`. */
  mount?: string
  body?: unknown
  headers?: Record<string, string>
  /** Changes the body as it is sent, for what `JSON.stringify` cannot write. */
  rewrite?: (body: string) => string
  /** Without the `Idempotency-Key` that the client gives every POST. */
  unkeyed?: true
  /** Writes the body in another form than JSON. */
  encode?: (wire: unknown) => { headers: Record<string, string>; body: Uint8Array | string }
}

export interface ProbeSettings {
  /** Without a slash at the end. */
  baseUrl: string
  prefix: string
  apiKey: string
  /** What is known of the service. */
  contract: Contract
  /** What an emulator plays otherwise than assumed, by ids of the ledger; undefined for a service. */
  overridden?: readonly string[] | undefined
  /** A client for each scope there is a key of. */
  clients: Partial<Record<Scope, Client>>
  /** The client of `apiKey`. */
  client: Client
  transport: Transport
  signal: AbortSignal
}

/** What rules look at the service through: by our paths and names. Answers are kept, for the rules that hold for every one of them. */
export interface Probe {
  readonly settings: ProbeSettings
  readonly exchanges: readonly Exchange[]
  /** Takes the exchanges that were looked at since the last time, earlier ones that were looked at again included. */
  takeLooked(): Exchange[]
  get(path: string, ask?: Ask): Promise<Exchange>
  send(method: string, path: string, ask?: Ask): Promise<Exchange>
  /** With the key of a scope; throws `NotLooked` if there is none. */
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
  const looked: Exchange[] = []
  const kept = new Map<string, Promise<Exchange>>()
  const keep = (exchange: Exchange) => {
    exchanges.push(exchange)
    return exchange
  }
  const authorization = { accept: 'application/json', authorization: `Bearer ${settings.apiKey}` }
  const unkeyed = (path: string) => ({ url: settings.baseUrl + path, timeoutMs: TIMEOUT_MS })
  const { contract } = settings
  const onWire = (method: string, path: string, { mount }: Ask) => onWireOf(settings, { method, path, mount })
  const through = async (client: Client, method: string, path: string, ask: Ask) => {
    const wire = onWire(method, path, ask)
    const encoded = ask.body === undefined ? undefined : (ask.encode ?? asJson)(wire.body(ask.body))
    const body = ask.rewrite && typeof encoded?.body === 'string' ? ask.rewrite(encoded.body) : encoded?.body
    const sent = { headers: { ...encoded?.headers, ...ask.headers }, ...(body === undefined ? {} : { body }) }
    const request = { method: wire.method, signal: settings.signal, ...sent }
    const answer = ask.unkeyed
      ? await settings.transport({ ...request, ...unkeyed(wire.path), headers: { ...sent.headers, ...authorization } })
      : await client.request({ ...request, path: wire.path })
    const exchange = exchangeOf(wire, answer, contract)
    looked.push(exchange)
    // What holds for all answers does not hold for those of another protocol.
    return wire.isProtocol ? exchange : keep(exchange)
  }
  const probe: Probe = {
    settings,
    exchanges,
    takeLooked: () => looked.splice(0),
    get: (path, ask = {}) => through(settings.client, 'GET', path, ask),
    send: (method, path, ask = {}) => through(settings.client, method, path, ask),
    async as(scope, method, path, ask = {}) {
      const client = settings.clients[scope]
      if (!client) throw new NotLooked(`needs a key of scope ${scope} in INPK_API_KEY_${scope.toUpperCase()}`)
      return through(client, method, path, ask)
    },
    async unauthorized(path, authorization) {
      const wire = onWire('GET', path, {})
      const url = settings.baseUrl + wire.path
      const headers = { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) }
      const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, signal: settings.signal }
      const exchange = exchangeOf(wire, await settings.transport(request), contract, ' without a right key')
      looked.push(exchange)
      return keep(exchange)
    },
    async seen(path, ask = {}) {
      const place = `${ask.mount ?? ''} ${path}`
      const before = kept.get(place)
      const asked = before ?? probe.get(path, ask)
      kept.set(place, asked)
      const exchange = await asked
      if (before) looked.push(exchange)
      must(exchange.status === 200, `${exchange.about}: ${exchange.status}`)
      return exchange
    },
  }
  return probe
}

/** Throws `NotLooked` for a mount under which the service is known to have nothing. */
function onWireOf(
  { contract, prefix }: ProbeSettings,
  asked: { method: string; path: string; mount: string | undefined },
): OnWire {
  const wire = putOnWire(contract, { ...asked, prefix })
  if (wire.assumption === 'behaviour:mounts' && contract.values.mounts.rule === 'canonical-only')
    throw new NotLooked('short paths are under one prefix alone')
  return wire
}

function asJson(wire: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(wire) }
}

function exchangeOf(
  { method, path, assumption, operation, isCodeless, payload }: OnWire,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Uint8Array },
  contract: Contract,
  how = '',
): Exchange {
  const text = new TextDecoder().decode(body)
  const json = parseJson(text)
  const unwrapped = isObject(json) && isObject(json.data) ? json.data : json
  const isSuccess = status >= 200 && status < 300
  return {
    about: `${method} ${path}${how}`,
    status,
    headers,
    text,
    json,
    ...(isSuccess ? {} : { fields: contract.detailsFromWire(errorIn(json).details) }),
    payload: isSuccess ? payload(unwrapped, headers) : isObject(unwrapped) ? unwrapped : {},
    ...(assumption === undefined ? {} : { assumption }),
    ...(operation === undefined ? {} : { operation }),
    ...(isCodeless ? { isCodeless } : {}),
  }
}
