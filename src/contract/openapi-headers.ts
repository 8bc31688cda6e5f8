import type { JsonObject } from '../base/is-object.js'

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

/** References to the headers a status carries. `migrating`: a success whose envelope is in migration. */
export function headersOf(status: number, options: { migrating: boolean; replayable: boolean }): JsonObject {
  const names = [
    ...ALWAYS,
    ...(options.migrating ? ['Deprecation', 'Sunset'] : []),
    ...(options.replayable ? ['Idempotent-Replayed'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
