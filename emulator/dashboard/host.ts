import { CONTROL_PREFIX } from '../../src/contract/control/index.js'
import { findPageFile } from '../adapters/page-files.js'
import { bareReply } from '../api/reply.js'
import { answerControl } from '../control/answer-control.js'
import { checkOrigin } from '../core/addresses.js'
import { dashboardPage, PAGE_PROGRAM, PAGE_STYLE } from '../core/dashboard-page.js'
import type { Host, Reply, ServerRequest } from '../core/exchange.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { answerOAuth } from '../oauth/answer-oauth.js'

/** What the page is made of, by path: file of the build, and content type. */
const PAGE_FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  [PAGE_PROGRAM]: ['page.js', 'text/javascript; charset=utf-8'],
  [PAGE_STYLE]: ['style.css', 'text/css; charset=utf-8'],
}

/** The dashboard host: the control API, the sign-in of assistants, and the page. */
export function createDashboardHost(service: Service): Host {
  return (request) => takeSteps(request, service).catch((error: unknown) => refuse(error, service))
}

/**
 * The steps of a request; the first that has an answer ends it. Every path but the control API, `/.well-known/` and the files
 * of the page gets the web page and 200: the trap the interface warns of (ADR-2).
 */
async function takeSteps(request: ServerRequest, service: Service): Promise<Reply> {
  checkOrigin(request, service.addresses)
  const path = request.target.split('?')[0]!
  if (path.startsWith(`${CONTROL_PREFIX}/`)) return withoutStore(await answerControl(request, service))
  const signIn = await answerOAuth(request, service)
  if (signIn) return signIn
  if (path.startsWith('/.well-known/')) throw new Refusal('NOT_FOUND', `${path.slice(0, 200)} not found`)
  const file = await answerFile(path)
  return (
    file ?? {
      status: 200,
      headers: PAGE_HEADERS,
      body: dashboardPage(service.addresses.baseUrl, service.settings.dataOption),
    }
  )
}

const GUARDS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // Nothing inline, nothing from elsewhere; mails are frames of their own with a stricter policy.
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  ...GUARDS,
}

async function answerFile(path: string): Promise<Reply | undefined> {
  const [name, type] = (Object.hasOwn(PAGE_FILES, path) && PAGE_FILES[path]) || []
  const body = name === undefined ? undefined : await findPageFile(name)
  return body && { status: 200, headers: { 'Content-Type': type!, ...GUARDS }, body }
}

function withoutStore(reply: Reply): Reply {
  return { ...reply, headers: { 'Cache-Control': 'no-store', ...reply.headers } }
}

function refuse(error: unknown, service: Service): Reply {
  const refusal = asRefusal(error)
  if (refusal.cause !== undefined) service.onFault(refusal.cause)
  return bareReply(refusal)
}
