import { type Caps, capsWith, roomFor } from '../../src/contract/caps.js'
import { type RequestRecord, WITHHELD } from '../../src/contract/control/requests.js'
import type { RequestSummary } from '../../src/contract/control/stream.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { Operation } from '../../src/contract/operation.js'
import { OPERATIONS, type OperationId } from '../../src/contract/operations/index.js'
import type { Scope } from '../../src/contract/scopes.js'
import { formatTime } from '../../src/contract/times.js'

/** A request as the dashboard shows it, secrets removed; bodies are text, cut at 64 KB. */
export interface LoggedRequest {
  id: string
  /** The organisation of the key; the default one if none is known. */
  orgId: string
  /** Epoch milliseconds, by the clock of the organisation. */
  at: number
  method: string
  /** Path and query. */
  path: string
  /** Name of the operation; null for an unknown path. */
  operation: string | null
  status: number
  /** How long the answer took, in milliseconds. */
  ms: number
  /** Identifier of the key it was sent with. */
  keyId: string | null
  keyScope: Scope | null
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
  requestBody: string | null
  responseBody: string | null
  /** What may be wrong with the request, for its author. */
  hints: string[]
  /** Why it was refused. */
  refusal: string | null
  /** The injected faults that hit it, by id; absent if none did. */
  faults?: string[]
}

/** The last requests of an organisation; kept in memory, never synced. */
export interface RequestLog {
  add(entry: LoggedRequest): void
  /** Newest first. */
  list(): LoggedRequest[]
  /** Withholds every body that may hold erased text. */
  withholdFeedback(): void
  clear(): void
}

/** An empty log. */
export function requestLog({ requests: most, requestCharacters }: Caps = capsWith()): RequestLog {
  let entries: LoggedRequest[] = []
  let characters = 0
  let withBodiesFrom = 0
  const dropOldBodies = () => {
    while (characters > requestCharacters && withBodiesFrom < entries.length) {
      const entry = entries[withBodiesFrom]!
      characters -= weight(entry)
      entries[withBodiesFrom] = { ...entry, requestBody: null, responseBody: null }
      withBodiesFrom += 1
    }
  }
  return {
    add(entry) {
      entries.push(entry)
      characters += weight(entry)
      if (entries.length >= roomFor(most)) {
        const dropped = entries.splice(0, entries.length - most)
        characters -= dropped.reduce((sum, each) => sum + weight(each), 0)
        withBodiesFrom = Math.max(0, withBodiesFrom - dropped.length)
      }
      dropOldBodies()
    },
    list: () => entries.slice(-most).reverse(),
    withholdFeedback() {
      entries = entries.map((entry) =>
        holdsFeedback(entry) ? { ...entry, requestBody: WITHHELD, responseBody: WITHHELD } : entry,
      )
    },
    clear() {
      entries = []
      characters = 0
      withBodiesFrom = 0
    },
  }
}

/** The text of a body for the log: at most 64 KB of it. */
export function loggedBody(body: Uint8Array | string | undefined): string | null {
  if (body === undefined || body.length === 0) return null
  const text = typeof body === 'string' ? body : Buffer.from(body.subarray(0, LIMITS.webhookResponseBytes)).toString()
  return text.slice(0, LIMITS.webhookResponseBytes)
}

function weight({ requestBody, responseBody }: LoggedRequest): number {
  return (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
}

function holdsFeedback({ operation }: LoggedRequest): boolean {
  const row: Operation | undefined = OPERATIONS[operation as OperationId]
  return row?.holdsFeedback === true
}

/** A request without headers and bodies. */
export function requestSummary(entry: LoggedRequest): RequestSummary {
  const { id, at, method, path, operation, status, ms, keyId, hints, refusal } = entry
  return { id, at: formatTime(at), method, path, operation, status, ms, key_id: keyId, request_id: id, hints, refusal }
}

/** A request as the control API shows it (control.md, `…/requests`). */
export function requestOnWire(entry: LoggedRequest): RequestRecord {
  return {
    ...requestSummary(entry),
    request_headers: entry.requestHeaders,
    request_body: entry.requestBody,
    response_headers: entry.responseHeaders,
    response_body: entry.responseBody,
  }
}
