import type { WireResponse } from '../../src/contract/wire.js'
import type { ScopeName } from './routes.js'

export type EnvironmentName = 'test' | 'live'
/** A key of the organisation under test by its scope, of the test environment unless `live.` stands before it. */
export type KeyName = ScopeName | `live.${ScopeName}`

/** A JSON value a test looks into; what is not there fails the expectation it is read for. */
// biome-ignore lint/suspicious/noExplicitAny: tests read foreign JSON member by member
export type Json = any

export interface Ask {
  /** Default `all`; null sends no credentials; `inpk_…` is sent as it is. */
  key?: KeyName | `inpk_${string}` | null
  body?: unknown
  /** Sent byte for byte in place of `body`. */
  rawBody?: string | Uint8Array
  /** Lower-case names; undefined takes a default header away. */
  headers?: Record<string, string | undefined>
  idempotencyKey?: string
  /** Where short paths are mounted; default `/api/input`. */
  mount?: string
  host?: 'api' | 'dashboard'
  /** False: the state is not compared around this request (it runs beside others). */
  observe?: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  json: Json
  /** The payload: `data` where the envelope is on, else the root. */
  payload: Json
}

/** A wire answer with its text and, where it is JSON, its value. */
export function readAnswer(response: WireResponse): Answer {
  const text = Buffer.from(response.body).toString('utf8')
  const json = parse(text)
  const wrapped =
    response.status < 300 && json !== null && typeof json === 'object' && Object.keys(json).join() === 'data'
  return { status: response.status, headers: response.headers, text, json, payload: wrapped ? json.data : json }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
