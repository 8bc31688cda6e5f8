import type { JsonObject } from '../base/is-object.js'
import { splitAddress } from '../base/path-template.js'
import { DELIVERED, DELIVERY_HEADERS, type EventName } from './events.js'
import { createComponents } from './openapi-components.js'
import { bodyExamples, errorExampleComponents } from './openapi-examples.js'
import { describeParameters } from './openapi-parameters.js'
import { type Describing, describeResponses, HEADERS, OWN_SCHEMAS, operationIdOf } from './openapi-responses.js'
import { addressesOf, canonicalPath, type Envelope, MOUNTS, type Operation, type Route } from './operation.js'
import { describeMembers } from './operations/descriptions.js'
import { OPERATION_IDS } from './operations/index.js'
import { assumed, Time, type TSchema, Type } from './schema.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from './service-description.js'

const DESCRIPTION = `Takes in feedback text and analyses it: sentiment, themes, monitor matches.

Every route accepts both vocabularies and answers in its own: \`source\` is \`survey\` in the classic one, \`field\` is \`question\`, and \`feedback_group\` is \`survey_series\`. Every error has the same envelope: go by \`error.code\`, never by the message. What is marked \`x-assumed\` is not shown by the interface.`

const ENVELOPE_NOTES: Record<Envelope, string> = {
  bare: 'Success payloads are declared unwrapped, as they are until the sunset date; from then on they come as `{"data": payload}`. Read them from `data` when that key is present, and from the root otherwise.',
  data: 'Success payloads are declared in `data`. Until the sunset date they come unwrapped: read them from `data` when that key is present, and from the root otherwise.',
}

/** What each tag is about; a noun without a line here is a tag without a description. */
const TAGS: Record<string, string> = {
  keys: 'The calling API key and its organisation.',
  groups: 'Feedback groups (classic: survey series), which hold sources.',
  sources: 'Data sources (classic: surveys) with their fields (classic: questions).',
  content: 'Pushing feedback, and the tasks that a push or an upload becomes.',
  feedback: 'Stored feedback: list, erase, upload files.',
  analysis: 'Analysis results: sentiment, themes, monitor matches.',
  invites: 'Survey invites by email.',
  description: 'This description.',
  mcp: 'Read-only access for AI assistants.',
  webhooks: 'Signed deliveries to your own server.',
}

const SERVERS: Record<(typeof MOUNTS)[number], string> = {
  '/api/input': 'Ingestion host',
  '/api/v1': 'Ingestion host, by version',
  '': 'Ingestion host, short',
}

/**
 * The OpenAPI 3.1 description of the service: a walk over the operations, each route once, under the mounts as servers. `serverUrl`:
 * the ingestion host, without a slash at the end (VER-17); `service`: how it describes itself; `envelope`: how success payloads
 * are declared: in `data` as the owner of the service has it (VER-15), or bare.
 */
export function describeService({
  serverUrl,
  service = DEFAULT_DESCRIPTION,
  envelope = 'data',
}: {
  serverUrl: string
  service?: ServiceDescription
  envelope?: Envelope
}): object {
  const rows = OPERATION_IDS.map(service.rowOf).map(describeMembers)
  const components = createComponents()
  const describing: Describing = { service, envelope, components }
  const paths = describePaths(rows, serverUrl, describing)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Feedback Ingestion and Analysis Service',
      version: service.version,
      description: `${DESCRIPTION}\n\n${ENVELOPE_NOTES[envelope]}`,
      contact: { name: 'Feedback Ingestion and Analysis Service', url: serverUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: MOUNTS.map((mount) => ({ url: serverUrl + mount, description: SERVERS[mount] })),
    security: [{ bearer: [] }],
    tags: [...new Set([...rows.map(({ noun }) => noun), 'webhooks'])].map((name) => ({
      name,
      ...(Object.hasOwn(TAGS, name) ? { description: TAGS[name] } : {}),
    })),
    paths,
    webhooks: describeWebhooks(describing),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' } },
      schemas: { ...OWN_SCHEMAS, ...components.schemas() },
      headers: usedHeaders(paths),
      examples: errorExampleComponents(service),
    },
  }
}

/** The headers that answers refer to. */
function usedHeaders(paths: JsonObject): JsonObject {
  const text = JSON.stringify(paths)
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => text.includes(`#/components/headers/${name}"`)))
}

/**
 * Each route by its path below the servers. A path that not all servers have names its own, for many readers know no servers of a
 * single operation; a route whose path is taken, or has other servers, stands with its mount.
 */
function describePaths(rows: readonly Operation[], serverUrl: string, describing: Describing): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const row of rows) {
    const known = new Set<string>()
    for (const route of row.routes) {
      const addresses = addressesOf(route)
      // An earlier route of the operation answers there.
      if (addresses.every((each) => known.has(each))) continue
      for (const each of addresses) known.add(each)
      const method = route.method.toLowerCase()
      const { path: own } = splitAddress(route.path)
      const serversOf = (mounts: readonly string[] | undefined) =>
        mounts && { servers: mounts.map((mount) => ({ url: serverUrl + mount })) }
      const there = paths[own]
      const servers = serversOf(route.mounts)
      const isTaken =
        there !== undefined && (method in there || JSON.stringify(there.servers) !== JSON.stringify(servers?.servers))
      const path = isTaken ? splitAddress(canonicalPath(route)).path : own
      const described = { [method]: describeRoute(row, route, describing) }
      paths[path] = { ...paths[path], ...(isTaken ? serversOf(['']) : servers), ...described }
    }
  }
  return paths
}

function describeRoute(row: Operation, route: Route, describing: Describing): JsonObject {
  const { access } = route
  const { service } = describing
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
    parameters: describeParameters(worded, route, describing),
    ...describeBody(worded, route, describing),
    responses: describeResponses(worded, route, describing),
    'x-operation': row.id,
    'x-scopes': access,
    'x-words': route.words,
    ...(route.assumed ? { 'x-assumed': true } : {}),
  }
}

function describeBody(row: Operation, route: Route, { service, components }: Describing): JsonObject {
  if (!row.body) return {}
  const schema = components.refer(row.body, route.words, operationIdOf(row, route))
  const content = { [row.media ?? 'application/json']: { schema, ...bodyExamples(row, route, service) } }
  return { requestBody: { required: true, content } }
}

/** The webhook deliveries, one entry an event and one for the test delivery. */
function describeWebhooks(describing: Describing): JsonObject {
  return Object.fromEntries(
    Object.keys(DELIVERED).map((event) => [event, describeEvent(event as Delivered, describing)]),
  )
}

/** When the samples of deliveries were sent. */
const SAMPLE_TIME = '2026-03-02T09:30:00.000Z'

type Delivered = EventName | 'test'

function describeEvent(event: Delivered, { service, components }: Describing): JsonObject {
  const row: { data: TSchema; sample: unknown; shown?: true } = DELIVERED[event]
  const data = service.event(event, row.data)
  const body = Type.Object({
    event: Type.String({ const: event }),
    timestamp: Time,
    data: row.shown ? data : assumed(data),
  })
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
            schema: components.refer(body, 'classic', event),
            examples: {
              sample: { value: { event, timestamp: SAMPLE_TIME, data: service.eventExample(event, row.sample) } },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Anything else, including a redirect, is a failed delivery.' },
        '4XX': { description: 'A failed delivery: retried after about 1 and about 5 minutes.' },
      },
    },
  }
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
