import type { JsonObject } from '../base/is-object.js'
import { ERRORS, type ErrorCode } from './errors.js'
import { type Operation, type Route, takesIdempotencyKey } from './operation.js'
import type { TSchema } from './schema.js'
import type { ServiceDescription } from './service-description.js'

const integer = (minimum: number, description: string) => ({ description, schema: { type: 'integer', minimum } })

/** The headers of answers, as components of the description. */
export const HEADERS: Record<string, JsonObject> = {
  'X-RateLimit-Limit': integer(1, 'Requests a window allows.'),
  'X-RateLimit-Remaining': integer(0, 'Requests left in this window.'),
  'X-RateLimit-Reset': integer(0, 'When the window ends, as a Unix timestamp in seconds.'),
  'Retry-After': integer(1, 'Seconds to wait before the next try.'),
  'X-Request-Id': { description: 'Names this exchange.', schema: { type: 'string' }, 'x-assumed': true },
  Deprecation: {
    description: 'The bare payload goes away, not the endpoint: until the sunset date.',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'When success payloads begin to come in `data`, as an HTTP date.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'The kept answer of an earlier request.',
    schema: { type: 'string' },
    'x-assumed': true,
  },
  'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' }, 'x-assumed': true },
}

const ALWAYS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']

const SUCCESS: Record<number, string> = { 200: 'Done.', 202: 'Accepted: it goes on as a task.' }

/** The schema every error body has (interface "Error envelope"). */
export const ERROR_ENVELOPE = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Machine-readable; the contract, unlike the message.' },
        message: { type: 'string', description: 'Safe to display.' },
        details: { description: 'Structured, such as the messages by field of a validation error.' },
      },
    },
  },
}

/** What JSON-RPC 2.0 section 5.1 has. */
const PROTOCOL_ERROR = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc: { const: '2.0' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
    },
  },
}

/** What JSON-RPC 2.0 section 5 has: a result or an error. */
const PROTOCOL_ANSWER = {
  anyOf: [
    {
      type: 'object',
      required: ['jsonrpc', 'id', 'result'],
      properties: { jsonrpc: { const: '2.0' }, id: { type: ['string', 'integer'] }, result: { type: 'object' } },
    },
    PROTOCOL_ERROR,
  ],
}

/** All responses of a route: its successes as the row has them, and its errors grouped by status. */
export function describeResponses(row: Operation, route: Route, service: ServiceDescription): JsonObject {
  const successes = row.statuses.map((status, place) => [String(status), successResponse(row, route, status, place)])
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

function successResponse(row: Operation, route: Route, status: number, place: number): JsonObject {
  const payload = row.protocol ? PROTOCOL_ANSWER : payloadOfStatus(row.result, row.statuses.length, place)
  const wrapped = { type: 'object', required: ['data'], properties: { data: payload } }
  return {
    description: SUCCESS[status],
    headers: responseHeaders(status, { migrating: !row.unwrapped, replayable: takesIdempotencyKey(row, route) }),
    ...(isBare(row, status) ? {} : { content: successContent(row, row.unwrapped ? payload : wrapped) }),
  }
}

function successContent(row: Operation, schema: unknown): JsonObject {
  const stream = row.protocol && {
    'text/event-stream': {
      schema: { type: 'string', description: 'The same messages, one in the data of each event.' },
    },
  }
  return { 'application/json': { schema }, ...stream }
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
  const examples = codes.map((code) => service.refusal(code).code)
  const envelope = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { properties: { error: { properties: { code: { type: 'string', examples } } } } },
    ],
  }
  const allAssumed = codes.every((code) => ERRORS[code].assumed)
  return {
    description: codes.map((code) => `${service.refusal(code).code}: ${ERRORS[code].when}.`).join(' '),
    headers: responseHeaders(status, { migrating: false, replayable: false }),
    content: {
      'application/json': {
        schema: ofProtocol ? { anyOf: [envelope, PROTOCOL_ERROR] } : envelope,
      },
    },
    ...(allAssumed ? { 'x-assumed': true } : {}),
  }
}

/** References to the headers a status carries. `migrating`: a success whose envelope is in migration. */
export function responseHeaders(status: number, options: { migrating: boolean; replayable: boolean }): JsonObject {
  const names = [
    ...ALWAYS,
    ...(options.migrating ? ['Deprecation', 'Sunset'] : []),
    ...(options.replayable ? ['Idempotent-Replayed'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
