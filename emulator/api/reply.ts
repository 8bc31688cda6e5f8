import type { FieldMap } from '../../src/contract/errors.js'
import type { Codec } from '../../src/contract/facts/codec.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { Operation, WireWords } from '../../src/contract/operation.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import type { Call } from '../core/call.js'
import type { Decision } from '../core/decision.js'
import { envelopeAt, sunsetOf } from '../core/envelope.js'
import type { AsIs, Reply } from '../core/exchange.js'
import { fieldsToWire } from '../core/field-map.js'
import { randomnessOf } from '../core/randomness-of.js'
import { invalid, type Refusal } from '../core/refusal.js'
import { evolutionMutations } from '../core/response-mutations.js'
import type { ServiceSettings } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { unlimitedReport } from '../rules/rate-windows.js'
import type { StoredOrganization } from '../state/state.js'
import { limitHeaders } from './limits.js'
import { recordRequest } from './record-request.js'

export type CallOutcome = { decision: Decision<unknown>; replayed?: true } | { refusal: Refusal } | { asIs: AsIs }

/** The answer on the wire: status, envelope, words and the headers every answer carries. Also logged, and counted for the key. */
export function replyTo(call: Call, outcome: CallOutcome, startedAt: number): Reply {
  const now = timeOf(call.organization.store.state.clock, call.service.clock.now())
  const { status, body, headers } = partsOf(call, outcome, now)
  const requestId = `req_${randomnessOf(call.organization, call.service)(9).toString('base64url')}`
  const plain: Reply = {
    status,
    headers: { ...commonHeaders(call, now, requestId), ...headers },
    body: call.request.method === 'HEAD' ? '' : body,
  }
  const evolution = evolutionMutations(call.service.settings.evolution, call.match?.id)
  const reply = [...evolution, ...call.responseMutations].reduce((shown, mutate) => mutate(shown), plain)
  recordRequest(call, outcome, reply, { requestId, now, ms: call.service.clock.now() - startedAt })
  return reply
}

/** A refusal in the envelope that needs neither organisation nor clock. */
export function bareReply(refusal: Refusal): Reply {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...refusal.headers }
  return { status: refusal.status, headers, body: JSON.stringify(refusal.envelope()) }
}

function commonHeaders(call: Call, now: number, requestId: string): Record<string, string> {
  const { state } = call.organization.store
  // Whoever is not known by a key is counted by address, on the process clock: both headers show one clock (contract.md section 7).
  const at = call.key ? now : call.service.clock.now()
  const report = call.limits ?? unlimitedReport(LIMITS.perAddressPerMinute, at)
  return {
    'Content-Type': 'application/json',
    Date: new Date(at).toUTCString(),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    'X-Emulator-Instance': state.organization.instance,
    ...limitHeaders(report),
    ...(call.hints.length > 0 ? { 'X-Emulator-Hint': headerText(call.hints.join('; ')) } : {}),
  }
}

function partsOf(call: Call, outcome: CallOutcome, now: number): AsIs {
  if ('asIs' in outcome) return outcome.asIs
  const parts = 'refusal' in outcome ? refused(call, outcome.refusal) : answered(call, outcome, now)
  return { ...parts, body: JSON.stringify(parts.body) }
}

function refused(call: Call, refusal: Refusal) {
  const { status, code } = call.service.settings.contract.refusal(refusal.code, refusal.status)
  const { error } = underWireNames(call, refusal).envelope()
  return { status, body: { error: { ...error, code } }, headers: refusal.headers }
}

/** The messages of a validation error at the names the caller knows. */
function underWireNames({ match, service }: Call, refusal: Refusal): Refusal {
  if (!match || refusal.code !== 'VALIDATION_ERROR' || refusal.details === undefined || refusal.isOnWire) return refusal
  const slot = match.route.method === 'GET' ? 'query' : 'body'
  const codec = service.settings.contract.codecOf(match.id, slot, match.route.words)
  return codec ? invalid(fieldsToWire(codec, refusal.details as FieldMap)) : refusal
}

function answered(call: Call, { decision, replayed }: { decision: Decision<unknown>; replayed?: true }, now: number) {
  const { id, route } = call.match!
  const { contract } = call.service.settings
  const row = contract.rowOf(id)
  const { organization: record } = call.organization.store.state
  const options = { row, words: route.words, codec: contract.codecOf(id, 'result', route.words) }
  const { body, headers } = envelope(options, decision.answer, call.service.settings, record, now)
  const status = decision.status ?? row.statuses[0]
  return { status, body, headers: replayed ? { ...headers, 'Idempotent-Replayed': 'true' } : headers }
}

/** Header values are visible ASCII; what a caller sent may hold anything. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1_000)
}

interface Enveloped {
  body: unknown
  headers: Record<string, string>
}

/** What an answer is put on the wire by. */
interface EnvelopeOptions {
  row: Operation
  words: WireWords
  /** Undefined where all stands as in our schema. */
  codec: Codec | undefined
}

/** Takes payloads in classic words. Bare with `Deprecation` and `Sunset` until the sunset, then `{data}` (VER-11 to VER-14). */
function envelope(
  { row, words, codec }: EnvelopeOptions,
  payload: unknown,
  settings: ServiceSettings,
  organization: StoredOrganization,
  now: number,
): Enveloped {
  const worded = words === 'recommended' ? toRecommended(row.result, payload) : payload
  const body = codec ? codec.toWire(worded) : worded
  if (row.unwrapped) return { body, headers: {} }
  if (envelopeAt(now, settings, organization) === 'data') return { body: { data: body }, headers: {} }
  const sunset = new Date(sunsetOf(settings, organization)).toUTCString()
  return { body, headers: { Deprecation: 'true', Sunset: sunset } }
}
