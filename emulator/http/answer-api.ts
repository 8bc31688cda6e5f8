import { formatTime } from '../../src/contract/times.js'
import { timeOf } from '../rules/clock.js'
import type { Service } from '../service.js'
import type { Reply, ServerRequest } from './exchange.js'
import { requireOwnOrigin } from './origin.js'
import { answerApiCall } from './pipeline.js'

const HEALTH = '/_emulator/health'

/** Answers a request to the API host: an API call, or the one path by which an emulator can be told from the real service. */
export async function answerApi(request: ServerRequest, service: Service): Promise<Reply> {
  const health = request.method === 'GET' && request.target.split('?')[0] === HEALTH && ownOrigin(request, service)
  return health ? healthOf(service) : answerApiCall(request, service)
}

function ownOrigin(request: ServerRequest, service: Service): boolean {
  try {
    requireOwnOrigin(request, service.addresses)
    return true
  } catch {
    return false
  }
}

function healthOf({ version, clock, organizations }: Service): Reply {
  const current = organizations.first().store.state.clock
  const shown = { mode: current.mode, now: formatTime(timeOf(current, clock.now())) }
  const body = JSON.stringify({ status: 'ok', version, pid: process.pid, clock: shown })
  return { status: 200, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body }
}
