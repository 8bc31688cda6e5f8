import { describe, expect } from 'vitest'
import type { Organization } from './organization.js'
import { ADDRESSES, fillAddress, MOUNTS } from './routes.js'
import { rule } from './rule.js'
import { expectRefusal, openScene, payloadOf } from './scene.js'

/** Foreign `Host` values; `PORT` is the right port of the host asked. */
const HOSTS = [
  'evil.example',
  'evil.example:PORT',
  'localhost.evil',
  'localhost.evil:PORT',
  '127.0.0.1.nip.io:PORT',
  '127.0.0.1.evil.example:PORT',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'localhost:1',
  '127.0.0.1:80',
  '127.0.0.1:PORT0',
  '127.0.0.1:0PORT',
  '127.0.0.1:+PORT',
  '127.0.0.1:PORT:PORT',
  '127.0.0.1:PORT@evil.example',
  'evil.example@127.0.0.1:PORT',
  'evil.example#127.0.0.1:PORT',
  '127.0.0.1:PORT/evil',
  '127.0.0.1:PORT, evil.example',
  '0.0.0.0:PORT',
  '[::]:PORT',
  '169.254.169.254:PORT',
  '10.0.0.5:PORT',
  '192.168.1.2:PORT',
  '[2001:db8::1]:PORT',
  'host.docker.internal:PORT',
  'rebind.network:PORT',
  '127.0.0.1\u0000:PORT',
  '',
  ' ',
  ':PORT',
  'localhоst:PORT',
]
const ORIGINS = [
  'https://evil.example',
  'null',
  'http://localhost',
  'http://127.0.0.1:1',
  'http://evil.example:PORT',
  'https://127.0.0.1:PORT',
  'file://',
  '',
  'http://127.0.0.1:PORT.evil.example',
]

const portOf = (url: string) => new URL(url).port
const dashboardPaths = [
  '/',
  '/api/input/me',
  '/_emulator/orgs',
  '/_emulator/orgs/1/keys',
  '/_emulator/health',
  '/somewhere',
]
const apiPaths = ['/me', '/content/push', '/nowhere', '/openapi.json', '/mcp', '/_emulator/health', '/feedback']

const knock = (org: Organization, host: 'api' | 'dashboard', path: string, headers: Record<string, string>) =>
  org.request('GET', path, { host, headers, mount: '', key: null, observe: false })

describe('addresses', () => {
  rule('[ADR-1] every documented path is answered on the one base URL', async (org) => {
    for (const row of ADDRESSES.filter((row) => row.mount === '/api/input')) {
      const answer = await org.request(row.method, fillAddress(row, '987654321'), {
        mount: '',
        ...(row.method === 'POST' ? { body: {} } : {}),
      })
      expect([404, 405].includes(answer.status) && answer.json?.error?.code === 'METHOD_NOT_ALLOWED', row.address).toBe(
        false,
      )
      if (!row.path.includes('{')) expect(answer.status, row.address).not.toBe(404)
    }
  })

  rule(
    'short paths are mounted under /api/input, /api/v1 and the root, and one handler serves them all',
    async (org) => {
      await openScene(org)
      for (const path of ['/me', '/surveys/list', '/sources/list', '/feedback']) {
        const [first, ...others] = await Promise.all(MOUNTS.map((mount) => org.get(path, { mount })))
        for (const other of others) expect(other!.json).toEqual(first!.json)
      }
    },
  )

  rule('[ADR-4] request and response bodies are JSON', async (org) => {
    const answers = [
      await org.get('/me'),
      await org.get('/nowhere'),
      await org.post('/content/push', {}),
      await org.get('/openapi.json', { mount: '/api/v1' }),
    ]
    for (const answer of answers) {
      expect(answer.headers['content-type']).toMatch(/^application\/(json|.*\+json)/)
      expect(answer.json).toBeTypeOf('object')
    }
    const form = { rawBody: 'name=Form', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await org.request('POST', '/survey_series/create', form)).status).toBe(415)
  })

  rule('[ADR-5] identifiers are strings where no other type is stated', async (org) => {
    await openScene(org)
    const listing = payloadOf(await org.get('/surveys/list?limit=200'))
    for (const group of listing.survey_series) {
      expect(typeof group.survey_series_id).toBe('string')
      for (const source of group.surveys) {
        expect(typeof source.survey_id).toBe('string')
        for (const question of source.questions) expect(typeof question.question_id).toBe('string')
      }
    }
  })

  rule('an unknown path is not found, and the message names the nearest route', async (org) => {
    for (const [path, near] of [
      ['/surveys/lst', '/surveys/list'],
      ['/content/pusch', '/content/push'],
      ['/feedbck', '/feedback'],
      ['/source/12/analysis', '/sources/{id}/analysis'],
    ] as const) {
      const answer = await org.get(path)
      expectRefusal(answer, 404, 'NOT_FOUND')
      expect(answer.json.error.message).toContain(near)
    }
  })

  for (const path of [
    '//me',
    '/me/',
    '/ME',
    '/me/..',
    '/../me',
    '/%6de',
    '/me%00',
    '/me;x',
    '/content//push',
    '/content/push/',
    '/api/input/api/input/me',
    '/sources//analysis',
    '/sources/1/2/analysis',
    '/\\me',
  ]) {
    rule(`a path is taken as it is: ${path} is no route`, async (org) => {
      const answer = await org.get(path)
      expect([400, 404], answer.text).toContain(answer.status)
    })
  }

  rule('a known path with another method answers 405 and says what is allowed', async (org) => {
    for (const row of ADDRESSES.filter((row) => row.mount === '/api/input' || row.operation === 'getOpenapi')) {
      for (const method of ['PUT', 'PATCH', 'DELETE', row.method === 'GET' ? 'POST' : 'GET']) {
        const other = ADDRESSES.some((entry) => entry.method === method && entry.address === row.address)
        if (other) continue
        const answer = await org.request(method, fillAddress(row), {
          mount: '',
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
        })
        // GET on a collection may meet a parameter route, such as a task called "bulk".
        if (answer.status === 404) continue
        expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
        expect(answer.headers.allow?.split(/, */)).toContain(row.method)
      }
    }
  })

  rule('[ADR-2] the dashboard host answers API paths with an HTML page and status 200', async (org) => {
    if (org.target.dashboardUrl === undefined) org.skip('no dashboard URL was given')
    for (const path of ['/api/input/me', '/api/v1/openapi.json', '/api/input/content/push', '/api/anything']) {
      for (const method of ['GET', 'POST']) {
        const answer = await org.request(method, path, {
          host: 'dashboard',
          ...(method === 'POST' ? { body: {} } : {}),
        })
        expect([answer.status, answer.headers['content-type']?.startsWith('text/html')], `${method} ${path}`).toEqual([
          200,
          true,
        ])
        expect(answer.text).toMatch(/<html/i)
      }
    }
  })

  rule(
    'the dashboard host answers unknown paths with the page, but nothing unknown under /.well-known',
    async (org) => {
      expect(
        (await org.request('GET', '/somewhere', { host: 'dashboard', key: null })).headers['content-type'],
      ).toMatch(/^text\/html/)
      expect((await org.request('GET', '/.well-known/nothing', { host: 'dashboard', key: null })).status).toBe(404)
    },
  )

  rule('the API host answers the health check and nothing else of the control API', async (org) => {
    const health = await org.request('GET', '/_emulator/health', { mount: '', key: null })
    expect(health.status).toBe(200)
    expect(health.payload).toMatchObject({
      status: 'ok',
      version: expect.any(String),
      pid: process.pid,
      clock: expect.anything(),
    })
    for (const path of [
      '/_emulator/orgs',
      `/_emulator/orgs/${org.orgId}`,
      `/_emulator/orgs/${org.orgId}/keys`,
      '/_emulator',
    ]) {
      expectRefusal(await org.request('GET', path, { mount: '' }), 404, 'NOT_FOUND')
    }
  })

  for (const host of HOSTS) {
    rule(
      `Host ${JSON.stringify(host)} is refused on every route of both hosts, before the key is looked at`,
      async (org) => {
        const { baseUrl, dashboardUrl } = org.target
        for (const path of apiPaths) {
          const answer = await knock(org, 'api', path, { host: host.replaceAll('PORT', portOf(baseUrl)) })
          expect([answer.status, answer.json?.error?.code], path).toEqual([403, 'FORBIDDEN_ORIGIN'])
        }
        for (const path of dashboardPaths) {
          const answer = await knock(org, 'dashboard', path, { host: host.replaceAll('PORT', portOf(dashboardUrl!)) })
          expect([answer.status, answer.json?.error?.code], path).toEqual([403, 'FORBIDDEN_ORIGIN'])
        }
      },
    )
  }

  rule("each host refuses the other host's port", async (org) => {
    const { baseUrl, dashboardUrl } = org.target
    expect((await knock(org, 'api', '/me', { host: new URL(dashboardUrl!).host })).status).toBe(403)
    expect((await knock(org, 'dashboard', '/', { host: new URL(baseUrl).host })).status).toBe(403)
  })

  for (const name of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
    rule(`Host ${name} with the right port is let in`, async (org) => {
      const { baseUrl, dashboardUrl } = org.target
      expect((await knock(org, 'api', '/me', { host: `${name}:${portOf(baseUrl)}` })).status).toBe(401)
      expect((await knock(org, 'dashboard', '/', { host: `${name}:${portOf(dashboardUrl!)}` })).status).toBe(200)
    })
  }

  for (const origin of ORIGINS) {
    rule(`Origin ${JSON.stringify(origin)} is refused on both hosts, a right key or not`, async (org) => {
      for (const [host, paths] of [
        ['api', apiPaths],
        ['dashboard', dashboardPaths],
      ] as const) {
        const value = origin.replaceAll('PORT', portOf(host === 'api' ? org.target.baseUrl : org.target.dashboardUrl!))
        for (const path of paths) expect((await knock(org, host, path, { origin: value })).status, path).toBe(403)
      }
      const answer = await org.get('/me', {
        headers: { origin: origin.replaceAll('PORT', portOf(org.target.baseUrl)) },
      })
      expectRefusal(answer, 403, 'FORBIDDEN_ORIGIN')
    })
  }

  rule("the dashboard's own Origin is let in, and still gets no CORS header", async (org) => {
    const origin = new URL(org.target.dashboardUrl!).origin
    payloadOf(await org.get('/me', { headers: { origin } }))
    const page = await knock(org, 'dashboard', '/_emulator/orgs', { origin })
    expect(page.status).toBe(200)
    expect(Object.keys(page.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  rule('a preflight is refused', async (org) => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    for (const path of apiPaths) {
      const answer = await org.request('OPTIONS', path, { mount: '', key: null, headers, observe: false })
      expectRefusal(answer, 403, 'FORBIDDEN_ORIGIN')
    }
  })
})
