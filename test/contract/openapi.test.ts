import { createRequire } from 'node:module'
import type ResponseValidator from 'openapi-response-validator'
import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { ERRORS } from '../../src/contract/errors.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import { describeService } from '../../src/contract/openapi.js'
import { operationIdOf } from '../../src/contract/openapi-responses.js'
import { MOUNTS } from '../../src/contract/operation.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { SERVICE_VERSION } from '../../src/contract/service-description.js'
import { ME, PUSHED } from '../client/scripted-service.js'

// The package is CommonJS with its constructor under `default`.
const { default: Validator } = createRequire(import.meta.url)('openapi-response-validator') as {
  default: typeof ResponseValidator.default
}

/** A schema, behind its reference where it is one. */
interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  [keyword: string]: unknown
}
interface Server {
  url: string
}
interface Described {
  operationId: string
  parameters: { name: string; in: string; schema: object; 'x-assumed'?: true }[]
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema; examples?: object }> }
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { schema: Schema; examples?: object }>; 'x-assumed'?: true }
  >
  'x-assumed'?: true
}
/** Its operations, and its `servers`. */
type PathItem = Record<string, Described>
const service = describeService({ serverUrl: 'https://ingest.service.test' }) as {
  openapi: string
  info: { version: string }
  servers: Server[]
  paths: Record<string, PathItem>
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { properties: { data: { 'x-assumed'?: true } } } }> } } }
  >
  components: { schemas: Record<string, Schema>; headers: Record<string, object> }
}
const rows = OPERATION_IDS.map(rowOf)
const serversOf = ({ servers }: PathItem, all = service.servers) => (servers as unknown as Server[] | undefined) ?? all
const operationsAt = ({ servers: _, ...methods }: PathItem): Described[] => Object.values(methods)
const operations = Object.values(service.paths).flatMap(operationsAt)
const routes = rows.flatMap((row) =>
  row.routes.map((route) => ({
    row,
    route,
    described: describedAs(operationIdOf(row, route)),
  })),
)

function schemaAt(schema: Schema): Schema {
  return schema.$ref ? service.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
}

function describedAs(operationId: string): Described | undefined {
  return operations.find((each) => each.operationId === operationId)
}

describe('the description', () => {
  test('[VER-2] info.version is a semantic version, major 1, 1.3.0 or later', () => {
    expect(service.openapi).toBe('3.1.0')
    expect(service.info.version).toBe(SERVICE_VERSION)
    const [major, minor] = service.info.version.split('.').map(Number)
    expect([major, minor! >= 3]).toEqual([1, true])
  })

  test('[VER-17] names the ingestion host as the server', () => {
    expect(service.servers.map(({ url }) => url)).toEqual([
      'https://ingest.service.test/api/input',
      'https://ingest.service.test/api/v1',
      'https://ingest.service.test',
    ])
  })

  test('[VER-7] has every route of the table once, under an id of its own', () => {
    const ids = routes.map(({ described }) => described?.operationId)
    expect(ids).toEqual(routes.map(({ row, route }) => operationIdOf(row, route)))
    expect(new Set(ids).size).toBe(routes.length)
    expect(operations).toHaveLength(routes.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]*\d?)*$/)
    expect(Object.keys(service.paths)).toEqual(
      expect.arrayContaining(['/me', '/feedback/push', '/openapi.json', '/mcp', '/api/v1/content/push/bulk']),
    )
  })

  test('[VER-15] declares success payloads in the data wrapper, and nothing else in it', () => {
    for (const { row, described } of routes) {
      for (const status of row.statuses) {
        const schema = described!.responses[status]!.content?.['application/json']?.schema
        if (row.unwrapped) expect(Object.keys((schema?.properties as object) ?? {})).not.toContain('data')
        else
          expect(schema).toMatchObject({ type: 'object', required: ['data'], properties: { data: expect.any(Object) } })
      }
    }
  })

  test('[VER-15] each status of an operation with two has the payload of its own', () => {
    const { responses } = service.paths['/content/push/bulk']!.post!
    const dataOf = (status: string) =>
      schemaAt((responses[status]!.content!['application/json']!.schema.properties as { data: Schema }).data).properties
    expect(dataOf('202')).toHaveProperty('task_id')
    expect(dataOf('200')).toHaveProperty('results')
  })

  test('answers and bodies are in the words of the route', () => {
    const bodyOf = (path: string) =>
      Object.keys(schemaAt(service.paths[path]!.post!.requestBody!.content['application/json']!.schema).properties!)
    expect(bodyOf('/content/push')).toEqual(['survey_series_id', 'survey_id', 'question', 'source_reference'])
    expect(bodyOf('/feedback/push')).toEqual(['feedback_group_id', 'source_id', 'field', 'source_reference'])
    expect(service.paths['/feedback']!.get!.parameters.map(({ name }) => name)).toContain('source_id')
  })

  test('every error of a row is described at its status, with the envelope and its codes', () => {
    for (const { row, described } of routes) {
      for (const code of row.errors) expect(JSON.stringify(described!.responses[ERRORS[code].status])).toContain(code)
    }
  })

  test('every answer carries the rate-limit headers; 429 and 503 Retry-After; successes in migration Deprecation and Sunset', () => {
    for (const { row, described } of routes) {
      for (const [status, { headers = {} }] of Object.entries(described!.responses)) {
        expect(Object.keys(headers)).toEqual(
          expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']),
        )
        expect('Retry-After' in headers).toBe(status === '429' || status === '503')
        expect('Sunset' in headers && 'Deprecation' in headers).toBe(status.startsWith('2') && !row.unwrapped)
      }
    }
  })

  test('what is assumed is marked: routes, errors, schemas, headers', () => {
    for (const { route, described } of routes) expect(described!['x-assumed'] ?? false).toBe(route.assumed ?? false)
    const { responses } = service.paths['/content/push']!.post!
    expect(responses['402']!['x-assumed']).toBe(true)
    expect(responses['403']!['x-assumed']).toBeUndefined()
    expect(JSON.stringify(service.paths['/feedback']!.get!.responses['200'])).toContain('"x-assumed":true')
    expect(service.components.headers['X-Request-Id']).toHaveProperty('x-assumed', true)
    const key = (path: string) => service.paths[path]!.post!.parameters.find(({ name }) => name === 'Idempotency-Key')
    expect([key('/content/push')!['x-assumed'], key('/survey/create')!['x-assumed']]).toEqual([undefined, true])
  })

  test('lists the events and the test delivery; only the data of analysis.completed is shown', () => {
    expect(Object.keys(service.webhooks)).toEqual([...EVENT_NAMES, 'test'])
    const assumed = Object.entries(service.webhooks).filter(
      ([, { post }]) => post.requestBody.content['application/json']!.schema.properties.data['x-assumed'],
    )
    expect(assumed).toHaveLength(EVENT_NAMES.length)
    expect(assumed.map(([event]) => event)).not.toContain('analysis.completed')
  })

  test('the records are schemas of their own, in each vocabulary, and none clashes with another', () => {
    const names = Object.keys(service.components.schemas)
    for (const name of ['Source', 'Group', 'Field', 'FeedbackItem', 'Analysis', 'Theme', 'Task', 'Error'])
      expect(names).toContain(name)
    expect(Object.keys(service.components.schemas.Source!.properties!)).toContain('source_id')
    expect(Object.keys(service.components.schemas.Survey!.properties!)).toContain('survey_id')
    expect(names.filter((name) => /Of[A-Za-z]+$/.test(name))).toEqual([])
    expect(JSON.stringify(service)).not.toContain('x-trim')
  })

  test('numbers in a query are numbers: `limit` is 1 to 200, 50 unless given', () => {
    const schemaOf = (name: string) =>
      service.paths['/surveys/list']!.get!.parameters.find((each) => each.name === name)!.schema
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 50 })
    expect([schemaOf('survey_series_id'), schemaOf('survey_id')]).toEqual([{ type: 'integer' }, { type: 'integer' }])
  })

  test('each route stands under the mounts it has', () => {
    for (const { route, described } of routes) {
      const [path, item] = Object.entries(service.paths).find(([, each]) => operationsAt(each).includes(described!))!
      const servers = serversOf(item).map(({ url }) => url)
      const addresses = (route.mounts ?? MOUNTS).map((mount) => `https://ingest.service.test${mount}${route.path}`)
      for (const server of servers) expect(addresses).toContain(server + path)
    }
  })

  test('the emulator answers every path below every server that the path has, without those of single operations', async () => {
    const emulator = await startEmulator({ listen: false })
    const own = describeService({ serverUrl: emulator.baseUrl }) as typeof service
    const unanswered: string[] = []
    for (const [path, item] of Object.entries(own.paths)) {
      for (const { url } of serversOf(item, own.servers)) {
        for (const [method, described] of Object.entries(item).filter(([name]) => name !== 'servers')) {
          const request = { method: method.toUpperCase(), url: url + path.replace(/\{[^}]*\}/g, '1'), headers: {} }
          const { status } = await emulator.handle({ ...request, timeoutMs: 10_000 })
          if (status === 404 || status === 405) unanswered.push(`${request.method} ${url}${path}`)
          expect(described).not.toHaveProperty('servers')
        }
      }
    }
    expect(unanswered).toEqual([])
    await emulator.close()
  })

  test('`bare` declares the payloads as they are before the sunset', () => {
    const bare = describeService({ serverUrl: 'https://ingest.service.test', envelope: 'bare' }) as typeof service
    const { content } = bare.paths['/me']!.get!.responses['200']!
    expect(content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/KeyInformation' })
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(service))).toEqual(service)
  })
})

describe('a validator made from the description', () => {
  const validatorOf = ({ responses }: Described) =>
    new Validator({ responses: JSON.parse(JSON.stringify(responses)), components: service.components } as never)

  test.each(routes.map(({ described }) => [described!.operationId, described!] as const))(
    'compiles for %s',
    (_, described) => {
      expect(() => validatorOf(described)).not.toThrow()
    },
  )

  test('takes a right answer and refuses a wrong one', () => {
    const me = validatorOf(service.paths['/me']!.get!)
    const whole = { ...ME, key: { ...ME.key, created_at: '2026-01-05T12:00:00.000Z' } }
    expect(me.validateResponse(200, { data: whole })).toBeUndefined()
    expect(me.validateResponse(200, whole)).toBeDefined()
    expect(me.validateResponse(429, { error: { code: 'RATE_LIMITED', message: 'x' } })).toBeUndefined()
    expect(me.validateResponse(429, { error: { code: 'RATE_LIMITED' } })).toBeDefined()
    const push = validatorOf(service.paths['/content/push']!.post!)
    expect(push.validateResponse(200, { data: PUSHED })).toBeUndefined()
    expect(push.validateResponse(200, { data: { ...PUSHED, inserted: -1 } })).toBeDefined()
  })
})

test.each(['fields', 'flat', 'flat-columns', 'flat-pairs', 'members', 'columns', 'pairs', 'parts', 'none'])(
  'the description of a service that is told its columns as %s is there',
  (form) => {
    const { description } = contractWith({ 'behaviour:upload-mapping': { form } } as never)
    expect(() => describeService({ serverUrl: 'http://127.0.0.1:4600', service: description })).not.toThrow()
  },
)
