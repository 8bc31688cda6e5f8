import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime, parseTime } from '../../src/contract/times.js'
import { invalid } from '../http/refusal.js'
import type { LoggedRequest } from '../request-log.js'
import type { ControlHandler } from './handler.js'
import { pageOf } from './pages.js'

/** The request log, newest first. */
export const listRequests: ControlHandler<'listRequests'> = {
  decide({ query }, { world }) {
    const since = query.since === undefined ? undefined : parseTime(query.since)
    if (query.since !== undefined && since === undefined) throw invalid({ since: ['must be an ISO-8601 time'] })
    const asked = world.requests
      .list()
      .filter((each) => query.status === undefined || String(each.status).startsWith(query.status.replace(/x+$/, '')))
      .filter((each) => query.operation === undefined || each.operation === query.operation)
      .filter((each) => query.key_id === undefined || each.keyId === query.key_id)
      .filter((each) => since === undefined || each.at >= since)
    const { items, pagination } = pageOf(asked, query, (each) => each.id)
    return { answer: { items: items.map(requestOnWire), pagination } }
  },
}

function requestOnWire(entry: LoggedRequest): ControlResultOf<'listRequests'>['items'][number] {
  return {
    id: entry.id,
    at: formatTime(entry.at),
    method: entry.method,
    path: entry.path,
    operation: entry.operation,
    status: entry.status,
    ms: entry.ms,
    key_id: entry.keyId,
    request_id: entry.id,
    request_headers: entry.requestHeaders,
    request_body: entry.requestBody,
    response_headers: entry.responseHeaders,
    response_body: entry.responseBody,
  }
}
