import { OPERATION_IDS } from '../operations/index.js'
import { assumed, Nullable, Shaped, type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

const headers = Type.Record(Type.String(), Type.String())

/** A request the API host answered; secrets are removed, bodies cut at 64 KB. */
export const RequestRecord = Type.Object({
  id: Type.String(),
  at: Time,
  method: Type.String(),
  path: Type.String(),
  operation: Nullable(Type.String()),
  status: Type.Integer(),
  ms: Type.Number(),
  key_id: Nullable(Type.String()),
  request_id: Type.String(),
  request_headers: headers,
  request_body: Nullable(Type.String()),
  response_headers: headers,
  response_body: Nullable(Type.String()),
  hints: assumed(Type.Array(Type.String()), 'what the emulator would tell the caller belongs to its log'),
})
export type RequestRecord = Static<typeof RequestRecord>

const listRequests = controlRow({
  id: 'listRequests',
  noun: 'requests',
  summary: 'The request log, newest first',
  method: 'GET',
  path: '/orgs/{org_id}/requests',
  query: Closed({
    status: Type.Optional(
      Shaped('^[1-5]([0-9]{2}|[0-9]?x{0,2})$', 'must be a status such as 404, or a class such as 4xx'),
    ),
    operation: Type.Optional(Words(OPERATION_IDS)),
    key_id: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
    text: Type.Optional(assumed(Type.String({ maxLength: 500 }), 'a log of 10,000 requests wants to be searched')),
    /** `summary`: headers are empty and bodies null, for a list that shows neither. */
    detail: Type.Optional(assumed(Words(['full', 'summary']), 'a page of full bodies may be megabytes')),
    ...PAGES,
  }),
  result: ListOf(RequestRecord),
  status: 200,
  perOrganization: true,
})

/** Assumed: control.md has the list alone; a page about one request should not have to look for it. */
const getRequest = controlRow({
  id: 'getRequest',
  noun: 'requests',
  summary: 'One request with its headers and bodies',
  method: 'GET',
  path: '/orgs/{org_id}/requests/{id}',
  result: RequestRecord,
  status: 200,
  perOrganization: true,
})

export const ROWS = { listRequests, getRequest }
