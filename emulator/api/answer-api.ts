import { formatTime } from '../../src/contract/times.js'
import { requireOwnOrigin } from '../core/addresses.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import type { Service } from '../core/service.js'
import { findApiMetadata } from '../oauth/metadata.js'
import { timeOf } from '../rules/clock.js'
import { answerApiCall, HEALTH } from './pipeline.js'

/** Answers a request to the API host: an API call, the path by which an emulator can be told from the real service, or where to sign in. */
export async function answerApi(request: ServerRequest, service: Service): Promise<Reply> {
  const open = request.method === 'GET' && ownOrigin(request, service)
  const found = open ? findOpenAnswer(request, service) : undefined
  return found ?? answerApiCall(request, service)
}

function findOpenAnswer(request: ServerRequest, service: Service): Reply | undefined {
  return request.target.split('?')[0] === HEALTH ? healthOf(service) : findApiMetadata(request, service)
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
