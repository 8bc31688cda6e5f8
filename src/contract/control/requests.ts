import { OPERATION_IDS } from '../operations/index.js'
import { assumed, Nullable, Shaped, type Static, Time, Type, Words } from '../schema.js'
import { AnyObject, Closed, controlRow, ListOf, PAGES } from './control-row.js'

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
  hints: assumed(Type.Array(Type.String()), 'hints for the caller are kept in the log'),
  refusal: assumed(Nullable(Type.String()), 'why a request was refused is kept in the log'),
})
export type RequestRecord = Static<typeof RequestRecord>

/** Stands for a body of the log that may hold erased feedback. */
export const WITHHELD = '(withheld: feedback was erased)'

/** What narrows the log down. */
const FILTERS = {
  status: Type.Optional(
    Shaped('^[1-5]([0-9]{2}|[0-9]?x{0,2})$', 'must be a status such as 404, or a class such as 4xx'),
  ),
  operation: Type.Optional(Words(OPERATION_IDS)),
  key_id: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
  text: Type.Optional(assumed(Type.String({ maxLength: 500 }), 'a log of 10,000 requests wants to be searched')),
}

const listRequests = controlRow({
  id: 'listRequests',
  noun: 'requests',
  summary: 'The request log, newest first',
  method: 'GET',
  path: '/orgs/{org_id}/requests',
  query: Closed({
    ...FILTERS,
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

/** Assumed: a request that failed is best understood by sending it again. */
const resendRequest = controlRow({
  id: 'resendRequest',
  noun: 'requests',
  summary: 'Sends a logged request again, with its key if that is well known',
  method: 'POST',
  path: '/orgs/{org_id}/requests/{id}/resend',
  result: RequestRecord,
  status: 200,
  perOrganization: true,
})

/** Assumed: other tools read HTTP traffic from HAR files. */
const exportRequests = controlRow({
  id: 'exportRequests',
  noun: 'requests',
  summary: 'Logged requests as a HAR 1.2 file, oldest first',
  method: 'GET',
  path: '/orgs/{org_id}/requests.har',
  query: Closed({
    ids: Type.Optional(Type.String({ description: 'only these, separated by commas' })),
    ...FILTERS,
  }),
  result: Type.Object({
    log: Type.Object({
      version: Type.String(),
      creator: Type.Object({ name: Type.String(), version: Type.String() }),
      comment: Type.String(),
      entries: Type.Array(AnyObject),
    }),
  }),
  status: 200,
  perOrganization: true,
})

export const ROWS = { listRequests, getRequest, resendRequest, exportRequests }
