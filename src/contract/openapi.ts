import type { JsonObject } from '../base/is-object.js'
import { HEADERS } from './openapi-headers.js'
import { describeParameters } from './openapi-parameters.js'
import { describeResponses, ERROR_ENVELOPE } from './openapi-responses.js'
import { describeWebhooks } from './openapi-webhooks.js'
import { MOUNTS, type Operation, type Route } from './operation.js'
import { OPERATION_IDS } from './operations/index.js'
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

/** Where a route is described: under the mount the client sends it to, or its own first one. */
export function canonicalPath(route: Route): string {
  return (route.mounts?.[0] ?? MOUNTS[0]) + route.path
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
