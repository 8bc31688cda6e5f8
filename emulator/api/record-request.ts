import { putCapped } from '../../src/base/capped.js'
import type { Call } from '../core/call.js'
import type { Reply } from '../core/exchange.js'
import { loggedBody } from '../core/request-log.js'
import { headersWithoutSecrets, withoutSecrets } from './redact-secrets.js'
import type { Outcome } from './reply.js'

/** Puts an answered request into the log of its organisation and counts its status for its key (KEY-9). */
export function recordRequest(
  call: Call,
  outcome: Outcome,
  reply: Reply,
  { requestId, now, ms }: { requestId: string; now: number; ms: number },
): void {
  const { organization, key, match, request, hints } = call
  if (key) countUsage(call, key.id, reply.status)
  const entry = {
    id: requestId,
    orgId: String(organization.id),
    at: now,
    method: request.method,
    path: withoutSecrets(request.target.slice(0, 2_000)),
    operation: match?.id ?? null,
    status: reply.status,
    ms,
    keyId: key?.id ?? null,
    keyScope: key?.scope ?? null,
    requestHeaders: headersWithoutSecrets(request.headers),
    responseHeaders: reply.headers,
    requestBody: logged(call.body),
    responseBody: logged(reply.body),
    hints: ('refusal' in outcome ? [...hints, outcome.refusal.message] : hints).map(withoutSecrets),
  }
  organization.requests.add(entry)
  organization.events.publish({ kind: 'request', entry })
  call.service.onRequest(entry, 'refusal' in outcome ? outcome.refusal.cause : undefined)
}

function logged(body: Uint8Array | string | undefined): string | null {
  const text = loggedBody(body)
  return text === null ? null : withoutSecrets(text)
}

function countUsage({ organization }: Call, keyId: string, status: number): void {
  const usage = organization.counters.usage.get(keyId) ?? {}
  usage[status] = (usage[status] ?? 0) + 1
  putCapped(organization.counters.usage, keyId, usage, organization.caps.countedKeys)
}
