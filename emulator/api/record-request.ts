import { putCapped } from '../../src/base/capped-map.js'
import { SECRET_HEADERS } from '../../src/client/redact.js'
import type { Call } from '../core/call.js'
import type { Reply } from '../core/exchange.js'
import { loggedBody } from '../core/request-log.js'
import type { CallOutcome } from './reply.js'

/** An API key wherever it is, its secret percent-encoded, JSON-escaped or cut off, too; the identifier is public. */
const API_KEY = /(inpk_(?:live|test)_[A-Za-z0-9]{10}_)[A-Za-z0-9+/=%\\]+/g

/** The secrets of a sign-in (src/contract/oauth.ts). */
const OAUTH_SECRET = /(inpk_(?:at|rt|ac|cs)_)[A-Za-z0-9_-]+/g

/** Puts an answered request into the log of its organisation and counts its status for its key (KEY-9). */
export function recordRequest(
  call: Call,
  outcome: CallOutcome,
  reply: Reply,
  { requestId, now, ms }: { requestId: string; now: number; ms: number },
): void {
  const { organization, key, match, refusedBefore, request, hints } = call
  if (key) countUsage(call, key.id, reply.status)
  const entry = {
    id: requestId,
    orgId: String(organization.id),
    at: now,
    method: request.method,
    path: withoutSecrets(request.target.slice(0, 2_000)),
    operation: match?.id ?? refusedBefore ?? null,
    status: reply.status,
    ms,
    keyId: key?.id ?? null,
    keyScope: key?.scope ?? null,
    requestHeaders: headersWithoutSecrets(request.headers),
    responseHeaders: reply.headers,
    requestBody: logged(call.body),
    responseBody: logged(reply.body),
    hints: hints.map(withoutSecrets),
    refusal: 'refusal' in outcome ? withoutSecrets(outcome.refusal.message) : null,
    ...(call.faults.length > 0 ? { faults: call.faults } : {}),
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

/** The text without the secrets of API keys and sign-ins. */
function withoutSecrets(text: string): string {
  // Few have any, and these are long.
  if (!text.includes('inpk_')) return text
  return text.replace(API_KEY, '$1(removed)').replace(OAUTH_SECRET, '$1(removed)')
}

/** Headers for the log: values that authenticate are removed by name, keys anywhere else by their shape. */
function headersWithoutSecrets(headers: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      SECRET_HEADERS.has(name) ? '(removed)' : withoutSecrets(values.join(', ')),
    ]),
  )
}
