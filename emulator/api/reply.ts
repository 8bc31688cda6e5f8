import type { JsonObject } from '../../src/base/is-object.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { withEndOfErase } from '../../src/contract/facts/erase-task.js'
import { locationOf } from '../../src/contract/facts/location.js'
import { LIMITS } from '../../src/contract/limits.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import type { Call, RoutedCall } from '../core/call.js'
import type { Decision } from '../core/decision.js'
import { envelopeAt, sunsetOf } from '../core/envelope.js'
import type { AsIs, Reply } from '../core/exchange.js'
import { fieldsToWire } from '../core/field-map.js'
import { randomnessOf } from '../core/randomness-of.js'
import { invalid, type Refusal } from '../core/refusal.js'
import { evolutionMutations } from '../core/response-mutations.js'
import { timeOf } from '../rules/clock.js'
import { unlimitedReport } from '../rules/rate-windows.js'
import { limitHeaders } from './limits.js'
import { putPage } from './pages.js'
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
  if ('asIs' in outcome)
    return {
      ...outcome.asIs,
      headers: { ...migrationHeaders(call, now, outcome.asIs.status), ...outcome.asIs.headers },
    }
  const parts = 'refusal' in outcome ? refused(call, outcome.refusal) : answered(call, outcome, now)
  return { ...parts, body: parts.body === undefined ? '' : JSON.stringify(parts.body) }
}

function refused(call: Call, refusal: Refusal) {
  const { contract } = call.service.settings
  const { status, code } = contract.refusal(refusal.code, refusal.status)
  const { error } = underWireNames(call, refusal).envelope()
  const { headers } = refusal
  if (isMcp(call) && contract.values['mcp-errors'].rule === 'protocol') {
    const own = { code: -32_000, message: error.message, data: { ...error, code } }
    return { status, body: { jsonrpc: '2.0', id: null, error: own }, headers }
  }
  const isFieldMap = refusal.code === 'VALIDATION_ERROR' && error.details !== undefined
  const details = isFieldMap ? { details: contract.detailsToWire(error.details as FieldMap) } : {}
  return { status, body: { error: { ...error, code, ...details } }, headers }
}

function isMcp({ match }: Call): boolean {
  return match !== undefined && rowOf(match.id).protocol === 'json-rpc'
}

/** The messages of a validation error at the names the caller knows. */
function underWireNames({ match, service }: Call, refusal: Refusal): Refusal {
  if (!match || refusal.code !== 'VALIDATION_ERROR' || refusal.details === undefined || refusal.isOnWire) return refusal
  const slot = match.route.method === 'GET' ? 'query' : 'body'
  const codec = service.settings.contract.codecOf(match.id, slot, match.route.words)
  return codec ? invalid(fieldsToWire(codec, refusal.details as FieldMap)) : refusal
}

function answered(call: Call, { decision, replayed }: { decision: Decision<unknown>; replayed?: true }, now: number) {
  const { answer } = decision
  const { id, route } = (call as RoutedCall).match
  const { contract } = call.service.settings
  const { rule } = contract.values['answers-in-route-words']
  const words = rule === 'route' ? route.words : rule
  const row = rowOf(id)
  const worded = words === 'recommended' ? toRecommended(row.result, answer) : answer
  const codec = contract.codecOf(id, 'result', route.words)
  const own = codec ? codec.toWire(worded) : worded
  const ofErase = () => contract.codecOf('eraseFeedback', 'result', 'recommended')
  const payload = decision.erased === undefined ? own : withEndOfErase(own as JsonObject, ofErase(), decision.erased)
  const location = locationOf(contract, id, answer as JsonObject)
  const isEmpty = location !== undefined && Object.keys(payload as object).length === 0
  const headers = {
    ...putPage(call as RoutedCall, contract.pagingOf(id), answer, payload),
    ...(location === undefined ? {} : { Location: location }),
    ...migrationHeaders(call, now, 200),
  }
  const isWrapped =
    !row.unwrapped && envelopeAt(now, call.service.settings, call.organization.store.state.organization) === 'data'
  return {
    status: contract.statusOf(id, decision.status ?? row.statuses[0], answer),
    body: isEmpty ? undefined : isWrapped ? { data: payload } : payload,
    headers: replayed ? { ...headers, 'Idempotent-Replayed': 'true' } : headers,
  }
}

/** Header values are visible ASCII; what a caller sent may hold anything. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1_000)
}

/** What says of a bare success that its payload will come in `data` one day (VER-11 to VER-14). */
function migrationHeaders(call: Call, now: number, status: number): Record<string, string> {
  const { settings } = call.service
  const { organization } = call.organization.store.state
  const isWrappedOneDay =
    !rowOf(call.match!.id).unwrapped || settings.contract.values['migration-headers'].rule === 'present'
  if (status >= 300 || !isWrappedOneDay || envelopeAt(now, settings, organization) === 'data') return {}
  return { Deprecation: 'true', Sunset: new Date(sunsetOf(settings, organization)).toUTCString() }
}
