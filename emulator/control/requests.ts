import type { ControlQueryOf, ControlResultOf } from '../../src/contract/control/index.js'
import { type Repeat, repeatRequest } from '../../src/contract/control/repeat-request.js'
import { parseTime } from '../../src/contract/times.js'
import { harEntry } from '../../src/har/har-entry.js'
import { type KeptBody, type Observed, wholeBody } from '../../src/har/observed.js'
import { Secrets } from '../../src/har/secrets.js'
import { createApiHost } from '../api/host.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid, notFound, Refusal } from '../core/refusal.js'
import type { LoggedRequest } from '../core/request-log.js'
import { requestOnWire, requestSummary } from '../core/request-log.js'
import type { Service } from '../core/service.js'
import { rowOfId } from '../operations/find-rows.js'
import { findInitialKeys } from '../organizations/create-organization.js'
import type { State } from '../state/state.js'
import { pageOf } from './pages.js'

/** The request log, newest first. */
const listRequests: ControlHandler<'listRequests'> = {
  decide({ query }, { state, organization }) {
    const logged = organization.requests.list()
    requireKey(state, query.key_id, logged)
    const asked = logged.filter(wanted(query))
    const { items, pagination } = pageOf(asked, query, (each) => each.id)
    const onWire = query.detail === 'summary' ? withoutDetail : requestOnWire
    return { answer: { items: items.map(onWire), pagination } }
  },
}

const getRequest: ControlHandler<'getRequest'> = {
  decide({ params: { id = '' } }, { organization }) {
    return { answer: requestOnWire(requireLogged(organization, id)) }
  },
}

/** To the API host, as from any caller: it counts against the limits of its key, and is logged. */
const resendRequest: ControlHandler<'resendRequest'> = {
  async act({ params: { id = '' } }, service, organization) {
    const keys = findInitialKeys(organization.store.state) ?? []
    const { request, missing } = repeatRequest(requestOnWire(requireLogged(organization, id)), keys)
    if (missing !== undefined) throw new Refusal('VALIDATION_ERROR', WHY_NOT[missing])
    const reply = await send(request, service)
    return requestOnWire(requireLogged(organization, reply.headers['X-Request-Id'] ?? ''))
  },
}

const WHY_NOT: Record<NonNullable<Repeat['missing']>, string> = {
  key: 'the log holds no API keys, and this request used a key that is not well known; send it again from your program',
  body: "the log has only part of this request's body; send it again from your program",
}

async function send({ method, path, headers, body }: Repeat['request'], service: Service) {
  const { baseUrl } = service.addresses
  const bytes = body === null ? undefined : Buffer.from(body)
  return createApiHost(service)({
    side: 'api',
    method,
    target: path,
    headers: Object.fromEntries([
      ['host', [new URL(baseUrl).host]],
      ...Object.entries(headers).map(([name, value]) => [name, [value]]),
      ...(bytes ? [['content-length', [String(bytes.length)]]] : []),
    ]),
    remoteAddress: '127.0.0.1',
    body: (async function* () {
      if (bytes) yield bytes
    })(),
  })
}

const exportRequests: ControlHandler<'exportRequests'> = {
  act({ query: { ids, ...filters } }, service, organization) {
    const chosen = ids === undefined ? undefined : new Set(ids.split(','))
    const logged = organization.requests.list()
    requireKey(organization.store.state, filters.key_id, logged)
    const asked = logged.filter((each) => chosen?.has(each.id) ?? true)
    const secrets = new Secrets([])
    const seen = asked
      .filter(wanted(filters))
      .toReversed()
      .map((each) => observed(each, service))
    return {
      log: {
        version: '1.2',
        creator: { name: 'inpk', version: service.version },
        comment: 'Secrets are removed.',
        entries: seen.map((each) => harEntry(each, secrets)),
      },
    }
  },
}

/** An entry of the log as the writer of HAR files takes it. Its bodies are out of their Content-Encoding already. */
function observed(entry: LoggedRequest, { addresses }: Service): Observed {
  return {
    method: entry.method,
    url: addresses.baseUrl + entry.path,
    requestHeaders: withoutCoding(entry.requestHeaders),
    requestBody: loggedBody(entry.requestBody, entry.requestHeaders),
    status: entry.status,
    responseHeaders: withoutCoding(entry.responseHeaders),
    responseBody: loggedBody(entry.responseBody, entry.responseHeaders),
    startedAt: entry.at,
    waitMs: entry.ms,
    receiveMs: 0,
  }
}

/** The log may have less of a body than went by. */
function loggedBody(text: string | null, headers: Readonly<Record<string, string>>): KeptBody {
  const kept = wholeBody(text ?? undefined)
  const sent = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
  return { ...kept, total: Math.max(kept.total, sent) }
}

function withoutCoding(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding')
}

function requireLogged(organization: Organization, id: string): LoggedRequest {
  const entry = organization.requests.list().find((each) => each.id === id)
  if (!entry) throw notFound('request', id.slice(0, 40))
  return entry
}

function wanted(query: ControlQueryOf<'exportRequests'>): (entry: LoggedRequest) => boolean {
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
      each.refusal,
      each.requestBody,
      each.responseBody,
    )
}

/** 404 for a key, or the connection of an assistant, that neither is there nor was used. */
function requireKey(state: Readonly<State>, id: string | undefined, logged: readonly LoggedRequest[]): void {
  if (id === undefined || rowOfId(state.keys, id) || rowOfId(state.connections, id)) return
  if (!logged.some(({ keyId }) => keyId === id)) throw notFound('key', id.slice(0, 40))
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

/** Whether one of some texts holds what is looked for, whatever its case; true if nothing is. */
function textSearch(text: string | undefined): (...texts: readonly (string | null)[]) => boolean {
  if (text === undefined || text.trim() === '') return () => true
  // A pattern without lower-casing every body first.
  const pattern = new RegExp(text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu')
  return (...texts) => texts.some((each) => each !== null && pattern.test(each))
}

export const HANDLERS = { listRequests, getRequest, resendRequest, exportRequests }
