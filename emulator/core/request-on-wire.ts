import type { RequestRecord } from '../../src/contract/control/requests.js'
import type { RequestSummary } from '../../src/contract/control/stream.js'
import { formatTime } from '../../src/contract/times.js'
import type { LoggedRequest } from './request-log.js'

/** A request without headers and bodies. */
export function requestSummary(entry: LoggedRequest): RequestSummary {
  const { id, at, method, path, operation, status, ms, keyId, hints } = entry
  return { id, at: formatTime(at), method, path, operation, status, ms, key_id: keyId, request_id: id, hints }
}

/** A request as the control API shows it (control.md, `…/requests`). */
export function requestOnWire(entry: LoggedRequest): RequestRecord {
  return {
    ...requestSummary(entry),
    request_headers: entry.requestHeaders,
    request_body: entry.requestBody,
    response_headers: entry.responseHeaders,
    response_body: entry.responseBody,
  }
}
