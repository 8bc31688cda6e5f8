import { splitAddress } from '../base/path-template.js'
import type { ErrorCode } from './errors.js'
import type { EventName } from './events.js'
import type { TSchema } from './schema.js'
import type { Access } from './scopes.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type WireWords = 'classic' | 'recommended'

/** How a success payload is in the body of an answer: alone, or as the member `data`. */
export const ENVELOPES = ['bare', 'data'] as const
export type Envelope = (typeof ENVELOPES)[number]

/** Where short paths are mounted (contract.md section 1); the first is what the client sends. */
export const MOUNTS = ['/api/input', '/api/v1', ''] as const

/** A way to reach an operation. Scope and words belong to the route, not to the operation (contract.md section 2). */
export interface Route {
  readonly method: Method
  readonly path: string
  readonly words: WireWords
  readonly access: Access
  /** Only under these mounts; under all of them where absent. */
  readonly mounts?: readonly string[]
  /** The route is not in the interface. */
  readonly assumed?: true
  /** Its address comes from the facts in force. */
  readonly placed?: true
  /** Its `operationId` in the description; that of the operation where absent. */
  readonly name?: string
}

/** Everything about one operation, said once. All schemas are in classic words; `vocabulary.ts` derives the others. */
export interface Operation {
  readonly id: string
  readonly noun: string
  readonly summary: string
  /**
   * Answers as that operation does, for one kind of its records: a service may keep those at an address of their own. It is asked where
   * facts say where that is.
   */
  readonly kindOf?: 'getTask'
  readonly routes: readonly [Route, ...Route[]]
  readonly query?: TSchema
  readonly body?: TSchema
  readonly media?: 'multipart/form-data' | 'text/csv'
  readonly result: TSchema
  /** Success statuses, the most common one first. */
  readonly statuses: readonly [number, ...number[]]
  /** What `learn` may call to see how a service decided: `harmless` changes nothing, `writes` needs a key of the test environment. */
  readonly probe?: 'harmless' | 'writes'
  /** The interface shows members of its result, but not where their record is. */
  readonly placeAssumed?: true
  /** The interface shows its success statuses. */
  readonly statusShown?: true
  /** A success of another kind, which may have a status of its own, and the member of the answer that tells it. */
  readonly otherwise?: {
    readonly name: string
    readonly when: string
    readonly member: string
    readonly value: boolean
  }
  readonly errors: readonly ErrorCode[]
  readonly emits?: readonly EventName[]
  /** Requests or answers hold feedback: the request log withholds them once any was erased (rule family ERS). */
  readonly holdsFeedback?: true
  /** Its response has shares of sides that make a whole: their sum says in which scale. */
  readonly holdsShares?: true
  /** Members of its query that the answer repeats: one that does not answers something else. */
  readonly repeats?: readonly string[]
  /** Success means that feedback was erased, so what was logged of it before is withheld. */
  readonly erasesFeedback?: true
  /** What the parts of its path name, by the members that answers have for it. */
  readonly inPath?: Readonly<Record<string, 'survey_id' | 'invite_id' | 'task_id'>>
  /** The identifier of what it makes, and the operation that shows it: an answer may give it in `Location` alone. */
  readonly located?: {
    readonly member: 'survey_series_id' | 'survey_id' | 'task_id'
    readonly at: 'listSources' | 'getTask'
  }
  /** Faults that do something to this operation and to no other. */
  readonly faults?: readonly ('busy' | 'sync_timeout' | 'slow_task')[]
  /**
   * Whether a POST takes `Idempotency-Key`: `shown` by the interface, `none` if there is nothing to do twice (MCP). Absent: it
   * takes one, as every other POST is assumed to (contract.md section 7).
   */
  readonly idempotencyKey?: 'shown' | 'none'
  /** Answered as it is, never in the `data` wrapper (MCP, the description). */
  readonly unwrapped?: true
  /** Tells a key about itself; whether it counts towards the limits of that key is assumed. */
  readonly introspects?: true
  /** The MCP endpoint. Speaks JSON-RPC: answers may be streams, and errors of the protocol are its own. */
  readonly protocol?: 'json-rpc'
}

/** Where a route is described: under the mount the client sends it to, or its own first one. */
export function canonicalPath(route: Pick<Route, 'mounts' | 'path'>): string {
  return (route.mounts?.[0] ?? MOUNTS[0]) + route.path
}

/** The addresses that a route answers at, their parts without names: `GET /api/v1/sources/{}/analysis`. */
export function addressesOf({ method, path, mounts = MOUNTS }: Pick<Route, 'method' | 'path' | 'mounts'>): string[] {
  return mounts.map((mount) => `${method} ${mount}${splitAddress(path).path}`.replaceAll(/\{\w+\}/g, '{}'))
}

/** Whether the interface shows where a route is mounted: it does for the classic ones and for the description. */
export function isPrefixShown({ words, access, assumed }: Route): boolean {
  return !assumed && (words === 'classic' || access === 'open')
}

/** Whether an operation answers with one of two records. */
export function answersTwoWays({ otherwise, result }: Pick<Operation, 'otherwise' | 'result'>): boolean {
  return otherwise !== undefined && result !== undefined && 'anyOf' in result
}

/** Keeps the literal types of a row. */
export function operation<const O extends Operation>(row: O): O {
  return row
}

/** Whether requests by this route take an `Idempotency-Key`: every POST but those that change nothing (contract.md section 13). */
export function takesIdempotencyKey(row: Operation, { method }: Pick<Route, 'method'>): boolean {
  return method === 'POST' && row.idempotencyKey !== 'none'
}

/** Errors every operation behind a key can answer with. */
export const COMMON_ERRORS = [
  'FORBIDDEN_ORIGIN',
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'INSUFFICIENT_PERMISSION',
  'SERVICE_BUSY',
] as const satisfies readonly ErrorCode[]

/** What every POST adds to them. */
export const BODY_ERRORS = [
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ErrorCode[]
