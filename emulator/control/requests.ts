import type { ControlQueryOf, ControlResultOf } from '../../src/contract/control/index.js'
import { parseTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import { invalid, notFound } from '../core/refusal.js'
import type { LoggedRequest } from '../core/request-log.js'
import { requestOnWire, requestSummary } from '../core/request-log.js'
import { pageOf } from './pages.js'

/** The request log, newest first. */
const listRequests: ControlHandler<'listRequests'> = {
  decide({ query }, { organization }) {
    const asked = organization.requests.list().filter(wanted(query))
    const { items, pagination } = pageOf(asked, query, (each) => each.id)
    const onWire = query.detail === 'summary' ? withoutDetail : requestOnWire
    return { answer: { items: items.map(onWire), pagination } }
  },
}

const getRequest: ControlHandler<'getRequest'> = {
  decide({ params: { id = '' } }, { organization }) {
    const entry = organization.requests.list().find((each) => each.id === id)
    if (!entry) throw notFound('request', id.slice(0, 40))
    return { answer: requestOnWire(entry) }
  },
}

function wanted(query: ControlQueryOf<'listRequests'>): (entry: LoggedRequest) => boolean {
  const since = query.since === undefined ? undefined : parseTime(query.since)
  if (query.since !== undefined && since === undefined) throw invalid({ since: ['must be an ISO-8601 time'] })
  const status = query.status?.replace(/x+$/, '')
  const found = textSearch(query.text)
  return (each) =>
    (status === undefined || String(each.status).startsWith(status)) &&
    (query.operation === undefined || each.operation === query.operation) &&
    (query.key_id === undefined || each.keyId === query.key_id) &&
    (since === undefined || each.at >= since) &&
    found(
      each.method,
      each.path,
      each.operation,
      each.id,
      each.keyId,
      ...each.hints,
      each.requestBody,
      each.responseBody,
    )
}

function withoutDetail(entry: LoggedRequest): ControlResultOf<'getRequest'> {
  return {
    ...requestSummary(entry),
    request_headers: {},
    request_body: null,
    response_headers: {},
    response_body: null,
  }
}

/** Whether one of some texts holds what is looked for, whatever its case; true where nothing is. */
function textSearch(text: string | undefined): (...texts: readonly (string | null)[]) => boolean {
  if (text === undefined || text.trim() === '') return () => true
  // A pattern without lower-casing every body first.
  const pattern = new RegExp(text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu')
  return (...texts) => texts.some((each) => each !== null && pattern.test(each))
}

export const HANDLERS = { listRequests, getRequest }
