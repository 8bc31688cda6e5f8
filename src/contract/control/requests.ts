import { Nullable, type Static, Time, Type } from '../schema.js'
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
})
export type RequestRecord = Static<typeof RequestRecord>

export const listRequests = controlRow({
  id: 'listRequests',
  noun: 'requests',
  summary: 'The request log, newest first',
  method: 'GET',
  path: '/orgs/{org_id}/requests',
  query: Closed({
    status: Type.Optional(Type.String()),
    operation: Type.Optional(Type.String()),
    key_id: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
    ...PAGES,
  }),
  result: ListOf(RequestRecord),
  status: 200,
  perOrganization: true,
})
