import { createHash } from 'node:crypto'
import type { ErrorCode, ErrorEnvelope } from '../../src/contract/errors.js'
import { LIMITS } from '../../src/contract/limits.js'
import { rowOf } from '../../src/contract/operations/index.js'
import type { RoutedCall } from '../core/call.js'
import { singleHeader } from '../core/exchange.js'
import type { Organization } from '../core/organization.js'
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
  /** Throws a Refusal if it can't be parsed at all. */
  parse(): unknown
}

/** The idempotent request of a call, where it carries a key; 400 for a key that is not 1 to 255 visible ASCII characters. */
export function findIdempotentRequest(call: RoutedCall, payload: UnparsedBody): IdempotentRequest | undefined {
  const given = singleHeader(call.request, 'idempotency-key')
  const { values } = call.service.settings.contract
  const isTaken =
    values['idempotency-everywhere'].rule === 'every-post' || rowOf(call.match.id).idempotencyKey === 'shown'
  if (given === undefined || !isTaken) return undefined
  if (!SHAPE.test(given)) {
    throw new Refusal(
      'VALIDATION_ERROR',
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKey} visible ASCII characters`,
    )
  }
  const { id, params } = call.match
  const place = values['idempotency-scope'].rule === 'key' ? [] : [id, ...Object.values(params)]
  const scope = [requireKey(call).id, ...place, given].join('\n')
  return { id: sha256(scope), payloadHash: payload.hash() }
}

/** The record of a request that came before (IDM-4); 409 if it came with another payload (IDM-6). */
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

/** Records a refusal as the answer, where this service keeps every answer. */
export function recordRefusal(request: IdempotentRequest, now: number, refusal: Refusal): Change {
  const { error } = refusal.envelope()
  return recordAnswer(request, now, refusal.status, { error, isOnWire: refusal.isOnWire })
}

/** The refusal that was recorded as an answer; undefined if it was a success. */
export function recordedRefusal({ status, answer }: IdempotencyRecord): Refusal | undefined {
  if (status < 300) return undefined
  const { error, isOnWire } = JSON.parse(answer) as ErrorEnvelope & { isOnWire: boolean }
  const refusal = new Refusal(error.code as ErrorCode, error.message, error.details, { 'Idempotent-Replayed': 'true' })
  return Object.assign(refusal, { isOnWire })
}

const RUNNING = new WeakMap<Organization, Set<string>>()

/** Runs a request; 409 while another of the same key runs, where this service does not let the second one wait. */
export async function runOnce<T>(call: RoutedCall, payload: UnparsedBody, run: () => Promise<T>): Promise<T> {
  const { organization, service } = call
  if (service.settings.contract.values['idempotency-waits'].rule === 'waits') return run()
  const id = findIdempotentRequest(call, payload)?.id
  const running = RUNNING.get(organization) ?? new Set()
  RUNNING.set(organization, running)
  if (id === undefined) return run()
  if (running.has(id)) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'a request with this Idempotency-Key is still in progress')
  }
  running.add(id)
  try {
    return await run()
  } finally {
    running.delete(id)
  }
}

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
