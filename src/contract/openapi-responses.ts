import type { JsonObject } from '../base/is-object.js'
import { ERRORS, type ErrorCode } from './errors.js'
import type { Components } from './openapi-components.js'
import { errorExamples, resultExamples } from './openapi-examples.js'
import { type Envelope, type Operation, type Route, takesIdempotencyKey } from './operation.js'
import type { OperationId } from './operations/index.js'
import type { TSchema } from './schema.js'
import type { ServiceDescription } from './service-description.js'

const integer = (minimum: number, description: string) => ({ description, schema: { type: 'integer', minimum } })

/** The headers of answers, as components of the description. */
export const HEADERS: Record<string, JsonObject> = {
  'X-RateLimit-Limit': integer(1, 'Requests allowed per window.'),
  'X-RateLimit-Remaining': integer(0, 'Requests left in this window.'),
  'X-RateLimit-Reset': integer(0, 'When the window ends, as a Unix timestamp in seconds.'),
  'Retry-After': integer(1, 'Seconds to wait before retrying.'),
  'X-Request-Id': { description: 'Identifies this request.', schema: { type: 'string' }, 'x-assumed': true },
  Deprecation: {
    description: 'The unwrapped payload is deprecated until the sunset date; the endpoint stays.',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'When success payloads start to be wrapped in `data`, as an HTTP date.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'The stored response of an earlier request.',
    schema: { type: 'string' },
    'x-assumed': true,
  },
  'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' }, 'x-assumed': true },
}

const PAGE_HEADER = {
  description: 'Says how the list goes on; `Link` has the address of the next page with `rel="next"`.',
  schema: { type: 'string' },
  'x-overridden': true,
}

const ALWAYS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']

const SUCCESS: Record<number, string> = {
  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'Accepted: it continues as a task.',
}

const ERROR_MEMBERS = {
  code: { type: 'string', description: 'Machine-readable; the contract, unlike the message.' },
  message: { type: 'string', description: 'Safe to display.' },
  details: { description: 'Structured, such as the messages by field of a validation error.' },
}

/** The schema every error body has (interface "Error envelope"). */
const ERROR_ENVELOPE = {
  description: 'Every error has this form.',
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'object', required: ['code', 'message'], properties: ERROR_MEMBERS } },
}

/** Schemas besides those of the rows. */
export const OWN_SCHEMAS: Record<string, JsonObject> = {
  Error: ERROR_ENVELOPE,
  ProtocolError: {
    description: 'A JSON-RPC 2.0 error response (section 5.1).',
    type: 'object',
    required: ['jsonrpc', 'error'],
    properties: {
      jsonrpc: { type: 'string', const: '2.0' },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
  },
  ProtocolResult: {
    description: 'A JSON-RPC 2.0 response (section 5).',
    type: 'object',
    required: ['jsonrpc', 'id', 'result'],
    properties: {
      jsonrpc: { type: 'string', const: '2.0' },
      id: { type: ['string', 'integer'] },
      result: { type: 'object', additionalProperties: true },
    },
  },
}

const PROTOCOL_ERROR = { $ref: '#/components/schemas/ProtocolError' }
const PROTOCOL_ANSWER = { anyOf: [{ $ref: '#/components/schemas/ProtocolResult' }, PROTOCOL_ERROR] }

/** What a description is written with. */
export interface Describing {
  service: ServiceDescription
  /** How success payloads are placed in bodies. */
  envelope: Envelope
  components: Components
}

/** All responses of a route: its successes as the row has them, and its errors grouped by status. */
export function describeResponses(row: Operation, route: Route, describing: Describing): JsonObject {
  const { service } = describing
  const successes = row.statuses.map((status, place) => [
    String(status),
    successResponse({ row, route, status, place }, describing),
  ])
  const statusOf = (code: ErrorCode) => service.refusal(code).status
  const statuses = [...new Set(row.errors.map(statusOf))].sort((a, b) => a - b)
  return Object.fromEntries([
    ...successes,
    ...statuses.map((status) => [
      String(status),
      errorResponse(
        row.errors.filter((code) => statusOf(code) === status),
        status,
        { service, ofProtocol: row.protocol !== undefined && status === 400 },
      ),
    ]),
  ])
}

/** A success status of a route; `place`: which of them it is. */
interface Success {
  row: Operation
  route: Route
  status: number
  place: number
}

function successResponse(success: Success, describing: Describing): JsonObject {
  const { row, route, status } = success
  return {
    description: SUCCESS[status] ?? 'The request succeeded.',
    headers: responseHeaders(status, {
      migrating: !row.unwrapped,
      replayable: takesIdempotencyKey(row, route),
      ofPage: describing.service.pageHeaders(row.id as OperationId),
    }),
    ...(isBare(row, status) ? {} : { content: successContent(success, describing) }),
  }
}

function successContent({ row, route, place }: Success, { service, envelope, components }: Describing): JsonObject {
  const result = payloadOfStatus(row.result, row.statuses.length, place)
  const payload = row.protocol ? PROTOCOL_ANSWER : components.refer(result, route.words, operationIdOf(row, route))
  const isWrapped = envelope === 'data' && !row.unwrapped
  const schema = isWrapped ? { type: 'object', required: ['data'], properties: { data: payload } } : payload
  const wrap = (value: unknown) => (isWrapped ? { data: value } : value)
  const stream = row.protocol && {
    'text/event-stream': {
      schema: { type: 'string', description: 'The same messages, one in the data of each event.' },
      ...resultExamples({ row, route, place, wrap: (message) => `data: ${JSON.stringify(message)}\n\n` }, service),
    },
  }
  return { 'application/json': { schema, ...resultExamples({ row, route, place, wrap }, service) }, ...stream }
}

/** MCP acknowledges a notification without a body. */
function isBare(row: Operation, status: number): boolean {
  return row.protocol !== undefined && status === 202
}

/** Where each status has a payload of its own, the union lists them in the order of the statuses. */
function payloadOfStatus(result: TSchema, statuses: number, place: number): TSchema {
  const { anyOf, ...rest } = result as { anyOf?: JsonObject[] }
  return anyOf && anyOf.length === statuses ? ({ ...anyOf[place], ...rest } as TSchema) : result
}

function errorResponse(
  codes: readonly ErrorCode[],
  status: number,
  { service, ofProtocol }: { service: ServiceDescription; ofProtocol: boolean },
): JsonObject {
  const allAssumed = codes.every((code) => ERRORS[code].assumed)
  const envelope = errorEnvelope(codes, service)
  return {
    description: codes.map((code) => `${service.refusal(code).code}: ${ERRORS[code].when}.`).join(' '),
    headers: responseHeaders(status, { migrating: false, replayable: false }),
    content: {
      'application/json': {
        schema: ofProtocol ? { anyOf: [envelope, PROTOCOL_ERROR] } : envelope,
        ...errorExamples(codes, service),
      },
    },
    ...(allAssumed ? { 'x-assumed': true } : {}),
  }
}

const ERROR = { $ref: '#/components/schemas/Error' }

/** The envelope, with the codes of a status where the interface shows one of them; else nothing says that there are no others. */
function errorEnvelope(codes: readonly ErrorCode[], service: ServiceDescription): JsonObject {
  if (codes.every((code) => ERRORS[code].assumed)) return ERROR
  const { message, details } = ERROR_MEMBERS
  const code = { type: 'string', enum: codes.map((each) => service.refusal(each).code) }
  const error = { type: 'object', properties: { code, message, details } }
  return { allOf: [ERROR, { type: 'object', properties: { error } }] }
}

/** The name of a route in the description; unique in it. */
export function operationIdOf(row: Operation, route: Route): string {
  return route.name ?? row.id
}

/** The headers a status carries. `migrating`: a success whose envelope is in migration; `ofPage`: those of a page of a listing. */
export function responseHeaders(
  status: number,
  options: { migrating: boolean; replayable: boolean; ofPage?: readonly string[] },
): JsonObject {
  const names = [
    ...ALWAYS,
    ...(options.migrating ? ['Deprecation', 'Sunset'] : []),
    ...(options.replayable ? ['Idempotent-Replayed'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
  ]
  const described = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return Object.fromEntries([...described, ...(options.ofPage ?? []).map((name) => [name, PAGE_HEADER])])
}
