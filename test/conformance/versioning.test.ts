import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import { describeTarget, type Organization } from './organization.js'
import { ROUTES } from './routes.js'
import { emulatorRule, rule } from './rule.js'
import { createGroup, expectRefusal, openScene, payloadOf, push, uniqueName } from './scene.js'

interface Described {
  path: string
  method: string
  operation: Json
}

async function described(org: Organization): Promise<Described[]> {
  const { document } = await describeTarget(org.target)
  return Object.entries(document.paths).flatMap(([path, methods]: [string, Json]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** The operations the interface shows, with the members of their answers and bodies as it shows them. */
const SHOWN: {
  method: string
  path: string
  status: string
  body?: Record<string, string>
  answer?: Record<string, string>
}[] = [
  {
    method: 'GET',
    path: '/me',
    status: '200',
    answer: { key: 'object', org_id: 'integer', org_name: 'string', rate_limits: 'object', webhook_events: 'array' },
  },
  { method: 'GET', path: '/surveys/list', status: '200', answer: { survey_series: 'array', pagination: 'object' } },
  {
    method: 'POST',
    path: '/survey_series/create',
    status: '200',
    body: { name: 'string' },
    answer: { created: 'boolean' },
  },
  {
    method: 'POST',
    path: '/survey/create',
    status: '200',
    body: {
      survey_series_id: 'string',
      survey_title: 'string',
      survey_description: 'string',
      questions: 'array',
      feedback_type: 'string',
    },
  },
  { method: 'POST', path: '/survey/publish', status: '200' },
  {
    method: 'POST',
    path: '/content/push',
    status: '200',
    body: { survey_series_id: 'string', survey_id: 'string', question: 'object', source_reference: 'string' },
    answer: { inserted: 'integer', duplicates: 'integer', rows_accepted: 'integer', aps_deducted: 'number' },
  },
  {
    method: 'POST',
    path: '/content/push/bulk',
    status: '202',
    body: {
      survey_series_id: 'string',
      survey_id: 'string',
      questions: 'array',
      source_reference: 'string',
      sync: 'boolean',
    },
  },
  { method: 'GET', path: '/feedback', status: '200' },
  { method: 'POST', path: '/feedback/erase', status: '200' },
  { method: 'POST', path: '/feedback/upload', status: '202' },
  {
    method: 'GET',
    path: '/sources/{id}/analysis',
    status: '200',
    answer: { analysis_status: 'string', analysis_id: 'string' },
  },
  { method: 'GET', path: '/sources/{id}/invite-template', status: '200' },
  { method: 'POST', path: '/sources/{id}/invites', status: '202' },
  { method: 'GET', path: '/invites/{id}', status: '200' },
  { method: 'GET', path: '/invites/{id}/recipients', status: '200' },
  { method: 'POST', path: '/feedback_groups/create', status: '200', body: { name: 'string' } },
  { method: 'POST', path: '/feedback/push', status: '200' },
  { method: 'POST', path: '/feedback/push/bulk', status: '202' },
]

const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}')
const findDescribed = (all: Described[], method: string, path: string) =>
  all.find(
    (entry) =>
      entry.method === method &&
      ['', '/api/input', '/api/v1'].some((mount) => shape(entry.path) === shape(mount + path)),
  )

const contentOf = (holder: Json) => Object.values<Json>(holder?.content ?? {})[0]?.schema

/** The schema behind references. */
function resolve(document: Json, schema: Json): Json {
  return schema?.$ref
    ? resolve(
        document,
        schema.$ref
          .slice(2)
          .split('/')
          .reduce((node: Json, part: string) => node[part], document),
      )
    : schema
}

/** Members of a schema of an object, whichever of its alternatives they stand in. */
function membersOf(document: Json, schema: Json): Record<string, Json> {
  const node = resolve(document, schema)
  const alternatives = [...(node?.anyOf ?? []), ...(node?.oneOf ?? []), ...(node?.allOf ?? [])]
  return Object.assign({}, node?.properties, ...alternatives.map((entry: Json) => membersOf(document, entry)))
}

/** The type words a member may have. */
function typesOf(document: Json, schema: Json): string[] {
  const node = resolve(document, schema)
  const own = node?.type === undefined ? [] : [node.type].flat()
  return [
    ...own,
    ...[...(node?.anyOf ?? []), ...(node?.oneOf ?? [])].flatMap((entry: Json) => typesOf(document, entry)),
  ]
}

/** Every list of allowed words in the description. */
function enumsOf(node: Json): string[][] {
  if (node === null || typeof node !== 'object') return []
  return [...(Array.isArray(node.enum) ? [node.enum] : []), ...Object.values(node).flatMap(enumsOf)]
}

describe('the description', () => {
  rule('[VER-1] GET /api/v1/openapi.json answers with it, and needs no key', async (org) => {
    const answer = await org.get('/openapi.json', { mount: '/api/v1', key: null })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/json/)
    expect(answer.json.openapi).toMatch(/^3\./)
    expect(Object.keys(answer.json)).toEqual(expect.arrayContaining(['info', 'paths', 'servers']))
  })

  rule('the description answers at /openapi.json too, never wrapped', async (org) => {
    const [one, two] = [
      await org.get('/openapi.json', { mount: '' }),
      await org.get('/openapi.json', { mount: '/api/v1' }),
    ]
    expect(one.json).toEqual(two.json)
  })

  rule('[VER-2] info.version is a semantic version, major 1, 1.3.0 or later', async (org) => {
    const { document } = await describeTarget(org.target)
    expect(document.info.version).toMatch(/^1\.(3\.\d+|[4-9]\.\d+|\d{2,}\.\d+)$/)
    if (org.target.kind === 'emulator') expect(document.info.version).toBe('1.3.0')
  })

  rule('[VER-17] it names the ingestion host as the server', async (org) => {
    const { document } = await describeTarget(org.target)
    expect(document.servers.map((server: Json) => new URL(server.url, org.target.baseUrl).origin)).toContain(
      new URL(org.target.baseUrl).origin,
    )
  })

  rule('[VER-7] no operation or member the interface shows is removed or renamed', async (org) => {
    const [all, { document }] = [await described(org), await describeTarget(org.target)]
    for (const { method, path, status, body = {}, answer = {} } of SHOWN) {
      const found = findDescribed(all, method, path)
      expect(found, `${method} ${path}`).toBeDefined()
      const sent = membersOf(document, contentOf(resolve(document, found!.operation.requestBody)))
      const payload = membersOf(document, contentOf(resolve(document, found!.operation.responses[status]))).data
      expect(Object.keys(sent), `${method} ${path}`).toEqual(expect.arrayContaining(Object.keys(body)))
      expect(Object.keys(membersOf(document, payload)), `${method} ${path}`).toEqual(
        expect.arrayContaining(Object.keys(answer)),
      )
    }
  })

  rule('[VER-8] no type the interface shows is tightened', async (org) => {
    const [all, { document }] = [await described(org), await describeTarget(org.target)]
    for (const { method, path, status, body = {}, answer = {} } of SHOWN) {
      const { operation } = findDescribed(all, method, path)!
      const sent = membersOf(document, contentOf(resolve(document, operation.requestBody)))
      const payload = membersOf(
        document,
        membersOf(document, contentOf(resolve(document, operation.responses[status]))).data,
      )
      for (const [members, schemas] of [
        [body, sent],
        [answer, payload],
      ] as const) {
        for (const [name, type] of Object.entries(members))
          expect(typesOf(document, schemas[name]), `${method} ${path} ${name}`).toContain(type)
      }
    }
  })

  rule('[VER-9] no success status the interface shows has changed', async (org) => {
    const all = await described(org)
    for (const { method, path, status } of SHOWN) {
      expect(Object.keys(findDescribed(all, method, path)!.operation.responses), `${method} ${path}`).toContain(status)
    }
  })

  rule('[VER-10] no list of allowed words the interface shows is narrowed', async (org) => {
    const enums = enumsOf((await describeTarget(org.target)).document).map((words) => new Set(words))
    for (const words of [
      ['survey', 'call_transcript', 'app_review', 'support_ticket', 'chat', 'email', 'social_media', 'review', 'other'],
      [
        'DEPTH_TEXT',
        'TEXT',
        'MCQ',
        'SCQ',
        'RATING',
        'NPS',
        'long_answer',
        'short_answer',
        'mcq',
        'scq',
        'rating',
        'nps',
      ],
      ['EDITING', 'ACCESSIBLE'],
      ['none', 'available'],
      ['live', 'test'],
    ]) {
      expect(
        enums.some((allowed) => words.every((word) => allowed.has(word))),
        words.join(),
      ).toBe(true)
    }
  })

  rule('[VER-15] its schemas declare success payloads in the data wrapper', async (org) => {
    const { document } = await describeTarget(org.target)
    let seen = 0
    for (const { path, operation } of await described(org)) {
      if (path.endsWith('/openapi.json') || path.endsWith('/mcp')) continue
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        if (!/^2/.test(status)) continue
        seen += 1
        expect(Object.keys(membersOf(document, contentOf(resolve(document, response)))), `${path} ${status}`).toEqual([
          'data',
        ])
      }
    }
    expect(seen).toBeGreaterThan(10)
  })

  rule('every route of the contract is in the description', async (org) => {
    const all = await described(org)
    for (const { method, path, operation } of ROUTES.filter(
      (row) => row.operation !== 'mcp' && row.operation !== 'getOpenapi',
    )) {
      expect(findDescribed(all, method, path), `${operation}: ${method} ${path}`).toBeDefined()
    }
  })

  rule('what the interface does not show is marked as assumed', async (org) => {
    const text = JSON.stringify((await describeTarget(org.target)).document)
    expect(text.match(/"x-assumed":true/g)?.length ?? 0).toBeGreaterThan(50)
  })
})

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

describe('the envelope migration', () => {
  rule('[VER-11, VER-12, VER-13] every 2xx carries the bare payload with Deprecation and Sunset', async (org) => {
    const answers = [await org.get('/me'), await org.get('/surveys/list'), await org.get('/feedback')]
    if (!org.target.readOnly) {
      const scene = await openScene(org)
      answers.push(await push(org, scene, ['a']))
      answers.push(
        await org.post('/content/push/bulk', {
          survey_series_id: scene.groupId,
          survey_id: scene.sourceId,
          questions: [{ question_id: scene.textId, content: ['b'] }],
        }),
      )
    }
    for (const { status, json, headers } of answers) {
      expect(status).toBeLessThan(300)
      expect(Object.keys(json)).not.toEqual(['data'])
      expect(headers.deprecation).toBeTruthy()
      expect(Number.isNaN(Date.parse(headers.sunset!))).toBe(false)
      if (org.target.kind === 'emulator')
        expect([headers.deprecation, HTTP_DATE.test(headers.sunset!)]).toEqual(['true', true])
    }
  })

  rule('errors carry neither Deprecation nor Sunset: no endpoint is deprecated', async (org) => {
    const { headers } = await org.get('/nowhere')
    expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined])
  })

  rule('[VER-14, ERR-6] after the sunset date a payload is wrapped in data, and errors are not', async (org) => {
    const groupId = await createGroup(org)
    const { headers, json } = await org.get('/surveys/list')
    const sunset = Date.parse(headers.sunset!)
    const jump = async (at: number) =>
      void payloadOf(await org.control('POST', '/clock/advance', { to: new Date(at).toISOString() }))
    await jump(sunset - 1_000)
    expect((await org.get('/surveys/list')).json).toEqual(json)
    await jump(sunset + 1_000)
    const wrapped = await org.get('/surveys/list')
    expect(wrapped.json).toEqual({ data: json })
    expect([wrapped.headers.deprecation, wrapped.headers.sunset]).toEqual([undefined, undefined])
    expect(payloadOf(await org.post('/survey_series/create', { name: uniqueName() })).created).toBe(true)
    expect(groupId).toBeTruthy()
    const refusals = [
      await org.get('/nowhere'),
      await org.post('/content/push', {}),
      await org.get('/me', { key: null }),
    ]
    for (const refusal of refusals) expect(Object.keys(refusal.json)).toEqual(['error'])
    expect(Object.keys((await org.get('/openapi.json', { mount: '/api/v1' })).json)).toContain('openapi')
  })

  emulatorRule(
    'with the envelope fixed to data every payload is wrapped from the start',
    { envelope: 'data' },
    async (org) => {
      const answer = await org.get('/me')
      expect(Object.keys(answer.json)).toEqual(['data'])
      expect([answer.headers.deprecation, answer.headers.sunset]).toEqual([undefined, undefined])
      const scene = await openScene(org)
      expect(payloadOf(await push(org, scene, ['a'])).inserted).toBe(1)
      expectRefusal(await org.get('/nowhere'), 404, 'NOT_FOUND')
    },
  )

  emulatorRule('with the envelope fixed to bare it stays so for ever', { envelope: 'bare' }, async (org) => {
    await org.advance('9000h')
    await org.advance('9000h')
    expect(Object.keys((await org.get('/me')).json)).toContain('org_id')
  })

  emulatorRule('the sunset date can be chosen', { sunset: '2026-03-03T00:00:00Z' }, async (org) => {
    expect((await org.get('/me')).headers.sunset).toBe('Tue, 03 Mar 2026 00:00:00 GMT')
    await org.advance('24h')
    expect(Object.keys((await org.get('/me')).json)).toEqual(['data'])
  })
})
