import { CONTROL_PREFIX } from '../../src/contract/control/index.js'
import { answerControl } from '../control/pipeline.js'
import type { Reply, ServerRequest } from '../http/exchange.js'
import { requireOwnOrigin } from '../http/origin.js'
import { asRefusal, Refusal } from '../http/refusal.js'
import type { Service } from '../service.js'
import { dashboardPage } from './page.js'

/**
 * Answers a request to the dashboard host. Every path but the control API and `/.well-known/` gets the web page and 200:
 * the trap the interface warns of (ADR-2).
 */
export async function answerDashboard(request: ServerRequest, service: Service): Promise<Reply> {
  try {
    requireOwnOrigin(request, service.addresses)
    const path = request.target.split('?')[0]!
    if (path.startsWith(`${CONTROL_PREFIX}/`)) return withoutStore(await answerControl(request, service))
    if (path.startsWith('/.well-known/')) throw new Refusal('NOT_FOUND', `there is no ${path.slice(0, 200)} here`)
    return { status: 200, headers: PAGE_HEADERS, body: dashboardPage(service.baseUrl) }
  } catch (error) {
    return refused(error, service)
  }
}

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

function withoutStore(reply: Reply): Reply {
  return { ...reply, headers: { 'Cache-Control': 'no-store', ...reply.headers } }
}

function refused(error: unknown, service: Service): Reply {
  const refusal = asRefusal(error)
  if (refusal.cause !== undefined) service.onFault(refusal.cause)
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...refusal.headers }
  return { status: refusal.status, headers, body: JSON.stringify(refusal.envelope()) }
}
