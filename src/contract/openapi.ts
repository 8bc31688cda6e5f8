import type { JsonObject } from '../base/is-object.js'
import { pathParameters } from '../base/path-template.js'
import { DELIVERED, DELIVERY_HEADERS, type EventName } from './events.js'
import { LIMITS } from './limits.js'
import { describeResponses, ERROR_ENVELOPE, HEADERS } from './openapi-responses.js'
import { canonicalPath, type Operation, type Route, takesIdempotencyKey } from './operation.js'
import { OPERATION_IDS } from './operations/index.js'
import { Id, Time, type TSchema, Type } from './schema.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from './service-description.js'

/** The version of the interface this contract describes (VER-2). */
export const SERVICE_VERSION = '1.3.1'

const DESCRIPTION = `Takes in feedback text and analyses it: sentiment, themes, monitor matches.

Every 2xx carries the bare payload until the sunset date, and \`{"data": payload}\`, as declared here, from then on: read it from \`data\` when that key is present, and from the root otherwise. What is marked \`x-assumed\` is not shown by the interface.`

/**
 * The OpenAPI 3.1 description of the service: a walk over the operations, every route under its canonical mount, success schemas in
 * the `data` wrapper (VER-15). `serverUrl`: the ingestion host, without a slash at the end (VER-17); `service`: how it describes
 * itself.
 */
export function describeService({
  serverUrl,
  service = DEFAULT_DESCRIPTION,
}: {
  serverUrl: string
  service?: ServiceDescription
}): object {
  const rows = OPERATION_IDS.map(service.rowOf)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Feedback Ingestion and Analysis Service',
      version: SERVICE_VERSION,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl, description: 'Ingestion host' }],
    security: [{ bearer: [] }],
    tags: [...new Set([...rows.map(({ noun }) => noun), 'webhooks'])].map((name) => ({
      name,
      description: `About ${name}.`,
    })),
    paths: describePaths(rows, service),
    webhooks: describeWebhooks(service),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' } },
      schemas: { Error: ERROR_ENVELOPE },
      headers: HEADERS,
    },
  }
}

/** Names a route, once in the whole description: the operation's id, and for further routes the path in words. */
export function operationIdOf(row: Operation, route: Route): string {
  if (route === row.routes[0]) return row.id
  const words = canonicalPath(route).replace(/^\/api\/(input|v1)\/|[{}]/g, (part) =>
    part.endsWith('v1/') ? 'v1/' : '',
  )
  return `${row.id}_${words.replace(/[^A-Za-z0-9]+/g, '_')}`
}

function describePaths(rows: readonly Operation[], service: ServiceDescription): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const row of rows) {
    for (const route of row.routes) {
      const path = canonicalPath(route)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(row, route, service) }
    }
  }
  return paths
}

function describeRoute(row: Operation, route: Route, service: ServiceDescription): JsonObject {
  const { access } = route
  const worded = service.inWords(row, route.words)
  const scope =
    access === 'open' ? 'No key needed.' : `Scope: ${access === 'any' ? 'any valid key' : access.join(', ')}.`
  const emits = row.emits ? ` Emits ${row.emits.join(', ')}.` : ''
  return {
    operationId: operationIdOf(row, route),
    summary: row.summary,
    description: `${scope} Speaks the ${route.words} vocabulary and takes both.${emits}`,
    tags: [row.noun],
    ...(access === 'open' ? { security: [] } : {}),
    parameters: describeParameters(worded, route),
    ...describeBody(worded),
    responses: describeResponses(worded, route, service),
    'x-operation': row.id,
    'x-scopes': access,
    'x-words': route.words,
    ...(route.assumed ? { 'x-assumed': true } : {}),
  }
}

function describeBody({ body: schema, media }: Operation): JsonObject {
  return schema ? { requestBody: { required: true, content: { [media ?? 'application/json']: { schema } } } } : {}
}

/** The webhook deliveries, one entry an event and one for the test delivery. */
function describeWebhooks(service: ServiceDescription): JsonObject {
  const described = Object.entries(DELIVERED).map(([event, { data, shown }]) => [
    event,
    describeEvent(event, service.event(event as EventName | 'test', data), shown === true, service),
  ])
  return Object.fromEntries(described)
}

function describeEvent(event: string, data: TSchema, shown: boolean, service: ServiceDescription): JsonObject {
  return {
    post: {
      operationId: `on_${event.replace('.', '_')}`,
      summary: event === 'test' ? 'A test delivery' : `The event ${event}`,
      tags: ['webhooks'],
      security: [],
      parameters: [
        header(DELIVERY_HEADERS.event, 'The name of the event.'),
        header(DELIVERY_HEADERS.signature, 'sha256= and the hex HMAC-SHA256 of the raw body, keyed with the secret.'),
        {
          ...header(service.deliveryHeader, 'Unique per event and subscription, the same on retries.'),
          'x-assumed': true,
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: Type.Object({
              event: Type.String({ const: event }),
              timestamp: Time,
              data: shown ? data : ({ ...data, 'x-assumed': true } as TSchema),
            }),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received; anything else, a redirect included, is a failed delivery.' },
        '4XX': { description: 'A failed delivery: tried again after about 1 and about 5 minutes.' },
      },
    },
  }
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

/** The parameters of a route: path, query as the row has it, and `Idempotency-Key` on what writes. */
function describeParameters(row: Operation, route: Route): JsonObject[] {
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
