import { lazy } from '../../src/base/lazy.js'
import type { Values } from '../../src/contract/assumptions/values.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { formatTime } from '../../src/contract/times.js'
import { checkOrigin } from '../core/addresses.js'
import { beginCall, type Call, type RoutedCall } from '../core/call.js'
import type { Host, Reply, ServerRequest } from '../core/exchange.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { findApiMetadata, WELL_KNOWN } from '../oauth/metadata.js'
import { timeOf } from '../rules/clock.js'
import { type ApiRoutes, createApiRoutes, findRoute, HEALTH, operationAt, refuseControlPaths } from './api-routes.js'
import { identify, requireAccess } from './credentials.js'
import { execute } from './execute.js'
import { applyFaults } from './faults.js'
import { countAgainstLimits } from './limits.js'
import { receivePayload } from './receive-body.js'
import { settleFiles } from './receive-form.js'
import { bareReply, type CallOutcome, replyTo } from './reply.js'

/** The API host: the operations, the path that tells an emulator from the real service, and where to sign in. */
export function createApiHost(service: Service): Host {
  const routes = createApiRoutes(service.settings.contract)
  return async (request) => findOpenReply(request, service) ?? answerCall(beginCall(request, service), routes)
}

/**
 * The steps of a call, in the order in which the service refuses (contract.md section 4): if it comes from, who asks, how often,
 * for what, whether they may, and only then what was sent. A step that refuses throws a Refusal, which ends the call.
 */
async function takeSteps(call: Call, routes: ApiRoutes): Promise<CallOutcome> {
  checkOrigin(call.request, call.service.addresses)
  await identify(call)
  await call.organization.reopenAfterFailure()
  const { rule } = call.service.settings.contract.values['order-of-checks']
  // The checks find the route.
  const routed = call as RoutedCall
  for (const check of CHECKS[rule]) check(routed, routes)
  const receive = lazy(() => receivePayload(routed))
  await applyFaults(routed, receive).catch(async (error: unknown) => {
    // Whatever a fault answers, the log has what was sent; a file it does not keep.
    if (error instanceof Refusal && routed.match.route.method !== 'GET' && !rowOf(routed.match.id).media)
      await receive().catch(() => undefined)
    throw error
  })
  return execute(routed, await receive())
}

type Check = (call: RoutedCall, routes: ApiRoutes) => void

/** What is asked before anything that was sent is looked at, in either order a service may ask it. */
const CHECKS: Record<Values['order-of-checks']['rule'], readonly Check[]> = {
  'limits-first': [countAgainstLimits, refuseControlPaths, findRoute, requireAccess],
  'credentials-first': [refuseControlPaths, findRoute, requireAccess, countAgainstLimits],
}

async function answerCall(call: Call, routes: ApiRoutes): Promise<Reply> {
  const startedAt = call.service.clock.now()
  const outcome = await takeSteps(call, routes)
    .finally(() => settleFiles(call))
    .catch((error: unknown): CallOutcome => {
      call.refusedBefore = call.match ? undefined : operationAt(call, routes)
      return { refusal: asRefusal(error) }
    })
  if (call.request.method !== 'GET') call.service.jobs.wake(call.organization)
  try {
    return replyTo(call, outcome, startedAt)
  } catch (error) {
    // Even a refusal can fail to be written, for example where the organisation is damaged; the caller still gets an answer.
    call.service.onFault(error)
    return bareReply(asRefusal(error))
  }
}

/** What anybody may GET, key or not; it is neither counted nor logged. */
function findOpenReply(request: ServerRequest, service: Service): Reply | undefined {
  const { method, target } = request
  const isOpen = method === 'GET' && (target.startsWith(HEALTH) || target.startsWith(WELL_KNOWN))
  if (!isOpen || !isOwnOrigin(request, service)) return undefined
  return target.split('?')[0] === HEALTH ? describeHealth(service) : findApiMetadata(request, service)
}

function isOwnOrigin(request: ServerRequest, { addresses }: Service): boolean {
  try {
    checkOrigin(request, addresses)
    return true
  } catch {
    return false
  }
}

function describeHealth({ version, clock, organizations }: Service): Reply {
  const current = organizations.first().store.state.clock
  const shown = { mode: current.mode, now: formatTime(timeOf(current, clock.now())) }
  const body = JSON.stringify({ status: 'ok', version, pid: process.pid, clock: shown })
  return { status: 200, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body }
}
