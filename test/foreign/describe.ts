import type { Choices } from './choices.js'
import { type Dialect, dialectOf } from './dialects.js'
import type { Route } from './route.js'
import { type Schema, TEXT } from './shape.js'

const ANY: Schema = {}

function errorSchema(c: Choices): Schema {
  const details: Record<Choices['error.details'], Schema | undefined> = {
    map: { type: 'object', additionalProperties: TEXT },
    'map of lists': { type: 'object', additionalProperties: { type: 'array', items: TEXT } },
    'loc list': {
      type: 'array',
      items: {
        type: 'object',
        title: 'ErrorLocation',
        properties: { loc: { type: 'array', items: ANY }, msg: TEXT, type: TEXT },
        required: ['loc', 'msg', 'type'],
      },
    },
    'field list': {
      type: 'array',
      items: {
        type: 'object',
        title: 'FieldError',
        properties: { field: TEXT, message: TEXT },
        required: ['field', 'message'],
      },
    },
    strings: { type: 'array', items: TEXT },
    none: undefined,
  }
  const shown = details[c['error.details']]
  const error: Schema = {
    type: 'object',
    title: 'ErrorBody',
    properties: { code: TEXT, message: TEXT, ...(shown && { details: shown }) },
    required: ['code', 'message'],
  }
  return { type: 'object', title: 'ErrorEnvelope', properties: { error }, required: ['error'] }
}

function envelope(c: Choices, name: string, schema: Schema): Schema {
  if (c['description.envelope'] === 'bare') return schema
  return {
    type: 'object',
    title: `${name[0]!.toUpperCase()}${name.slice(1)}Envelope`,
    properties: { data: schema },
    required: ['data'],
  }
}

/** What a success is said to hold, as fully as this team says it. */
function contentOf(c: Choices, dialect: Dialect, schema: Schema): Record<string, unknown> {
  if (c['description.detail'] === 'nothing') return {}
  const content = dialect.content(schema)
  if (c['description.detail'] === 'schemas') return { content }
  return {
    content: Object.fromEntries(
      Object.entries(content).map(([media, each]) => [media, { ...(each as object), example: exampleOf(schema) }]),
    ),
  }
}

function contentOfBody(dialect: Dialect, { body, isMultipart, isRaw }: Route): Record<string, unknown> {
  return isRaw ? { 'text/csv': { schema: body } } : dialect.content(body!, isMultipart)
}

/** A value that passes a schema. */
function exampleOf({
  type,
  enum: words,
  format,
  properties,
  items,
  anyOf,
  additionalProperties,
  minimum,
}: Schema): unknown {
  if (words) return words[0]
  if (anyOf) return exampleOf(anyOf[0]!)
  if (type === 'array') return [exampleOf(items ?? {})]
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]))
  if (type === 'object')
    return typeof additionalProperties === 'object' ? { delivery: exampleOf(additionalProperties) } : {}
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  return format === 'date-time'
    ? '2026-03-01T10:00:00Z'
    : format === 'uuid'
      ? '51000000-0000-4000-8000-000000000001'
      : 'words'
}

function operationOf(c: Choices, dialect: Dialect, route: Route): Record<string, unknown> {
  const answers = Object.entries(route.answers).map(([status, schema]) => {
    const name = `${route.id}${Object.keys(route.answers).length > 1 ? status : ''}`
    return [status, { description: 'Successful Response', ...contentOf(c, dialect, envelope(c, name, schema)) }]
  })
  const errors = dialect
    .errorStatuses(c, route)
    .map((status) => [String(status), { description: 'Error', content: dialect.content(errorSchema(c)) }])
  const path = route.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: dialect.write(TEXT) }]
    : []
  const query = (route.query ?? []).map((each) => ({
    name: each.name,
    in: 'query',
    required: each.required ?? false,
    schema: dialect.write(each.schema),
    ...(each.description && { description: each.description }),
  }))
  const key =
    route.path.includes('push') && route.method === 'POST'
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: dialect.write(TEXT) }]
      : []
  const parameters = [...path, ...query, ...key]
  return {
    ...dialect.heading(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: contentOfBody(dialect, route) } }),
    responses: Object.fromEntries([...answers, ...errors]),
    security: [{ ApiKey: [] }],
  }
}

/** The service's own OpenAPI description, in the dialect of the framework its team uses. */
export function describeService(c: Choices, routes: Route[]): Record<string, unknown> {
  const dialect = dialectOf(c['description.dialect'])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const known = paths[route.path] ?? {}
    known[route.method.toLowerCase()] = operationOf(c, dialect, route)
    paths[route.path] = known
  }
  return {
    openapi: dialect.version,
    info: { title: 'Feedback Ingestion', version: '1.3.0' },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: dialect.components, securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer' } } },
  }
}
