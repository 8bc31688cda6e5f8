import { createRequire } from 'node:module'
import type ResponseValidator from 'openapi-response-validator'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../src/contract/errors.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { describeService, operationIdOf, SERVICE_VERSION } from '../../src/contract/openapi.js'
import { canonicalPath } from '../../src/contract/operation.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { ME, PUSHED } from '../client/scripted-service.js'

// The package is CommonJS with its constructor under `default`.
const { default: Validator } = createRequire(import.meta.url)('openapi-response-validator') as {
  default: typeof ResponseValidator.default
}

interface Described {
  operationId: string
  parameters: { name: string; in: string; schema: object; 'x-assumed'?: true }[]
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }> }
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { schema: Record<string, unknown> }>; 'x-assumed'?: true }
  >
  'x-assumed'?: true
}
const service = describeService({ serverUrl: 'https://ingest.service.test' }) as {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { properties: { data: { 'x-assumed'?: true } } } }> } } }
  >
  components: { schemas: Record<string, object>; headers: Record<string, object> }
}
const rows = OPERATION_IDS.map(rowOf)
const routes = rows.flatMap((row) =>
  row.routes.map((route) => ({
    row,
    route,
    described: service.paths[canonicalPath(route)]?.[route.method.toLowerCase()],
  })),
)

describe('the description', () => {
  test('[VER-2] info.version is a semantic version, major 1, 1.3.0 or later', () => {
    expect(service.openapi).toBe('3.1.0')
    expect(service.info.version).toBe(SERVICE_VERSION)
    const [major, minor] = SERVICE_VERSION.split('.').map(Number)
    expect([major, minor! >= 3]).toEqual([1, true])
  })

  test('[VER-17] names the ingestion host as the server', () => {
    expect(service.servers.map(({ url }) => url)).toEqual(['https://ingest.service.test'])
  })

  test('[VER-7] has every route of the table once, under an id of its own', () => {
    const ids = routes.map(({ described }) => described?.operationId)
    expect(ids).toEqual(routes.map(({ row, route }) => operationIdOf(row, route)))
    expect(new Set(ids).size).toBe(routes.length)
    expect(Object.values(service.paths).flatMap((path) => Object.keys(path))).toHaveLength(routes.length)
    expect(Object.keys(service.paths)).toEqual(
      expect.arrayContaining(['/api/input/me', '/api/input/feedback/push', '/api/v1/openapi.json', '/api/input/mcp']),
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
    const { responses } = service.paths['/api/input/content/push/bulk']!.post!
    const dataOf = (status: string) =>
      (responses[status]!.content!['application/json']!.schema.properties as { data: { properties: object } }).data
        .properties
    expect(dataOf('202')).toHaveProperty('task_id')
    expect(dataOf('200')).toHaveProperty('results')
  })

  test('answers and bodies are in the words of the route', () => {
    const bodyOf = (path: string) =>
      Object.keys(service.paths[path]!.post!.requestBody!.content['application/json']!.schema.properties)
    expect(bodyOf('/api/input/content/push')).toEqual(['survey_series_id', 'survey_id', 'question', 'source_reference'])
    expect(bodyOf('/api/input/feedback/push')).toEqual(['feedback_group_id', 'source_id', 'field', 'source_reference'])
    expect(service.paths['/api/input/feedback']!.get!.parameters.map(({ name }) => name)).toContain('source_id')
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
    const { responses } = service.paths['/api/input/content/push']!.post!
    expect(responses['402']!['x-assumed']).toBe(true)
    expect(responses['403']!['x-assumed']).toBeUndefined()
    expect(JSON.stringify(service.paths['/api/input/feedback']!.get!.responses['200'])).toContain('"x-assumed":true')
    expect(service.components.headers['X-Request-Id']).toHaveProperty('x-assumed', true)
    const key = (path: string) => service.paths[path]!.post!.parameters.find(({ name }) => name === 'Idempotency-Key')
    expect([key('/api/input/content/push')!['x-assumed'], key('/api/input/survey/create')!['x-assumed']]).toEqual([
      undefined,
      true,
    ])
  })

  test('lists the events and the test delivery; only the data of analysis.completed is shown', () => {
    expect(Object.keys(service.webhooks)).toEqual([...EVENT_NAMES, 'test'])
    const assumed = Object.entries(service.webhooks).filter(
      ([, { post }]) => post.requestBody.content['application/json']!.schema.properties.data['x-assumed'],
    )
    expect(assumed).toHaveLength(EVENT_NAMES.length)
    expect(assumed.map(([event]) => event)).not.toContain('analysis.completed')
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
    const me = validatorOf(service.paths['/api/input/me']!.get!)
    const whole = { ...ME, key: { ...ME.key, created_at: '2026-01-05T12:00:00.000Z' } }
    expect(me.validateResponse(200, { data: whole })).toBeUndefined()
    expect(me.validateResponse(200, whole)).toBeDefined()
    expect(me.validateResponse(429, { error: { code: 'RATE_LIMITED', message: 'x' } })).toBeUndefined()
    expect(me.validateResponse(429, { error: { code: 'RATE_LIMITED' } })).toBeDefined()
    const push = validatorOf(service.paths['/api/input/content/push']!.post!)
    expect(push.validateResponse(200, { data: PUSHED })).toBeUndefined()
    expect(push.validateResponse(200, { data: { ...PUSHED, inserted: -1 } })).toBeDefined()
  })
})
