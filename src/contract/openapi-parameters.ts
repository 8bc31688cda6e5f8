import type { JsonObject } from '../base/is-object.js'
import { pathParameters } from '../base/path-template.js'
import { LIMITS } from './limits.js'
import { type Operation, type Route, takesIdempotencyKey } from './operation.js'
import { Id, type TSchema } from './schema.js'

/** The parameters of a route: path, query as the row has it, and `Idempotency-Key` on what writes. */
export function describeParameters(row: Operation, route: Route): JsonObject[] {
  return [...inPath(route), ...queryParameters(row), ...idempotencyParameter(row, route)]
}

function inPath({ path }: Route): JsonObject[] {
  return pathParameters(path).map((name) => ({ name, in: 'path', required: true, schema: Id }))
}

function queryParameters({ query }: Operation): JsonObject[] {
  if (!query) return []
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The interface shows the header for pushes; that every other POST takes it is assumed (contract.md section 7). */
function idempotencyParameter(row: Operation, route: Route): JsonObject[] {
  if (!takesIdempotencyKey(row, route)) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same payload gets the kept answer again, for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: '^[\\x21-\\x7e]+$' },
      ...(row.idempotencyKey === 'shown' ? {} : { 'x-assumed': true }),
    },
  ]
}
