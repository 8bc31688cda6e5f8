import { createHash } from 'node:crypto'
import { LIMITS } from '../../src/contract/limits.js'
import type { RoutedCall } from '../core/call.js'
import { singleHeader } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'
import { type Change, put } from '../state/change.js'
import type { IdempotencyRecord, State } from '../state/state.js'
import { requireKey } from './credentials.js'

const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKey}}$`)

/** What an `Idempotency-Key` stands for: API key, operation, path parameters and the key itself (contract.md section 7). */
export interface IdempotentRequest {
  id: string
  payloadHash: string
}

/** The body of a request, received but not parsed. */
export interface UnparsedBody {
  /** Equal for the same payload, whatever it came in. */
  hash(): string
  /** Throws a Refusal where it can't be parsed at all. */
  parse(): unknown
}

/** The idempotent request of a call, where it carries a key; 400 for a key that is not 1 to 255 visible ASCII characters. */
export function findIdempotentRequest(call: RoutedCall, payload: UnparsedBody): IdempotentRequest | undefined {
  const given = singleHeader(call.request, 'idempotency-key')
  if (given === undefined) return undefined
  if (!SHAPE.test(given)) {
    throw new Refusal(
      'VALIDATION_ERROR',
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKey} visible ASCII characters`,
    )
  }
  const { id, params } = call.match
  const scope = [requireKey(call).id, id, ...Object.values(params), given].join('\n')
  return { id: sha256(scope), payloadHash: payload.hash() }
}

/** The record of a request that came before (IDM-4); 409 where it came with another payload (IDM-6). */
export function findIdempotencyRecord(
  state: State,
  request: IdempotentRequest,
  now: number,
): IdempotencyRecord | undefined {
  const record = state.keptAnswers[request.id]
  if (!record || now - record.at >= LIMITS.idempotencyMs) return undefined
  if (record.payloadHash === request.payloadHash) return record
  throw new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'this Idempotency-Key was used with a different payload; send a new key with a new request',
  )
}

/** Records an answer for 24 hours (IDM-3); as text it keeps its order of members, too. */
export function recordAnswer(request: IdempotentRequest, now: number, status: number, answer: unknown): Change {
  return put('keptAnswers', request.id, { ...request, at: now, status, answer: JSON.stringify(answer) })
}

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
