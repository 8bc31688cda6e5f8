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

function operationOf(c: Choices, dialect: Dialect, route: Route): Record<string, unknown> {
  const answers = Object.entries(route.answers).map(([status, schema]) => [
    status,
    {
      description: 'Successful Response',
      content: dialect.content(
        envelope(c, `${route.id}${Object.keys(route.answers).length > 1 ? status : ''}`, schema),
      ),
    },
  ])
  const errors = dialect
    .errorStatuses(c, route)
    .map((status) => [String(status), { description: 'Error', content: dialect.content(errorSchema(c)) }])
  const path = route.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: dialect.write(TEXT) }]
    : []
  const query = (route.query ?? []).map(({ name, schema, description }) => ({
    name,
    in: 'query',
    required: false,
    schema: dialect.write(schema),
    ...(description && { description }),
  }))
  const key =
    route.path.includes('push') && route.method === 'POST'
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: dialect.write(TEXT) }]
      : []
  const parameters = [...path, ...query, ...key]
  return {
    ...dialect.heading(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: dialect.content(route.body, route.isMultipart) } }),
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
