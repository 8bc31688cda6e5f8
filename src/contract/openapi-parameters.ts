import type { JsonObject } from '../base/is-object.js'
import { pathParameters, splitAddress } from '../base/path-template.js'
import { LIMITS } from './limits.js'
import { type Describing, operationIdOf } from './openapi-responses.js'
import { type Operation, type Route, takesIdempotencyKey } from './operation.js'
import { Id, type TSchema } from './schema.js'

/** The parameters of a route: path, query as the row has it, and `Idempotency-Key` on what writes. */
export function describeParameters(row: Operation, route: Route, describing: Describing): JsonObject[] {
  return [...inPath(route), ...queryParameters(row, route, describing), ...idempotencyParameter(row, route)]
}

function inPath({ path: address }: Route): JsonObject[] {
  const { path, query } = splitAddress(address)
  const described = (part: string) => ({
    description: `Identifies the ${part === 'id' ? nounBefore(path) : part.replace(/_id$/, '')}.`,
    schema: Id,
  })
  return [
    ...pathParameters(path).map((name) => ({ name, in: 'path', required: true, ...described(name) })),
    ...Object.entries(query).map(([name, part]) => ({ name, in: 'query', required: true, ...described(part) })),
  ]
}

/** `source` in `/sources/{id}/analysis`. */
function nounBefore(path: string): string {
  return /([a-z_-]+?)s?\/\{id\}/.exec(path)?.[1] ?? 'record'
}

function queryParameters({ query, ...row }: Operation, route: Route, { components }: Describing): JsonObject[] {
  if (!query) return []
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...schema } = components.refer(member, route.words, operationIdOf(row, route))
    const said = description === undefined ? {} : { description }
    const isAssumed = 'x-assumed' in query || 'x-assumed' in member
    const mark = isAssumed ? { 'x-assumed': true } : {}
    return { name, in: 'query', required: required.includes(name), ...said, ...mark, schema }
  })
}

/** The interface shows the header for pushes; that every other POST takes it is assumed (contract.md section 7). */
function idempotencyParameter(row: Operation, route: Route): JsonObject[] {
  if (!takesIdempotencyKey(row, route)) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same payload returns the stored response, for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: '^[\\x21-\\x7e]+$' },
      ...(row.idempotencyKey === 'shown' ? {} : { 'x-assumed': true }),
    },
  ]
}
