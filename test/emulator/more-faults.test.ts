import { expect, it } from 'vitest'
import { manualClock, type OutboundRequest } from '../../emulator/index.js'
import { verify } from '../../src/webhooks/index.js'
import { allItems, bulkBody, makePlace, pushBody, requireOk, type Service, START, startService } from './service.js'

const fault = async ({ control }: Service, body: object) => requireOk(await control('POST', '/faults', body))
const me = (service: Service) => service.call('GET', '/me')

it.each([[undefined, 429, 'RATE_LIMITED'] as const, [503, 503, 'SERVICE_BUSY'] as const])(
  '[RAT-7] `limit` with status %s refuses everything until its window ends, and counts windows',
  async (status, answered, code) => {
    const processClock = manualClock(START)
    const service = await startService({ processClock })
    await fault(service, { operation: 'getMe', kind: 'limit', status, retry_after: 3, times: 1, after: 1 })
    expect((await me(service)).status).toBe(200)
    const first = await me(service)
    expect([first.status, first.json.error.code, first.headers['retry-after']]).toEqual([answered, code, '3'])
    expect(first.headers['x-ratelimit-remaining']).toBe('0')
    processClock.set(START + 2_000)
    const second = await me(service)
    expect([second.status, second.headers['retry-after']]).toEqual([answered, '1'])
    processClock.set(START + 3_000)
    expect((await me(service)).status).toBe(200)
    expect(requireOk(await service.control('GET', '/faults')).items).toMatchObject([{ hits: 1 }])
  },
)

it('`limit` takes no other status', async () => {
  const service = await startService()
  const body = { operation: 'getMe', kind: 'limit', status: 500, retry_after: 1, times: 1 }
  const { status, json } = await service.control('POST', '/faults', body)
  expect([status, json.error.details.status]).toEqual([400, ['must be 429 or 503 for the fault limit']])
})

it('[VER-14] `wrapped` puts one payload into `data`, never twice', async () => {
  for (const envelope of ['bare', 'data'] as const) {
    const service = await startService({ envelope })
    await fault(service, { operation: '*', kind: 'wrapped', times: 1 })
    const { json } = await me(service)
    expect([Object.keys(json), json.data.org_id]).toEqual([['data'], 1])
  }
})

it('[CLI-6] `unknown_values` puts words of no version where they only describe', async () => {
  const service = await startService()
  await fault(service, { operation: 'getMe', kind: 'unknown_values', times: 1 })
  expect((await me(service)).json.webhook_events).toContain('added_later')
  expect((await me(service)).json.webhook_events).not.toContain('added_later')
})

it('`slow_task` starts the task of one request later', async () => {
  const service = await startService()
  const place = await makePlace(service)
  await fault(service, { operation: 'pushBulk', kind: 'slow_task', ms: 5_000, times: 1 })
  const { task_id } = (await service.call('POST', '/content/push/bulk', bulkBody(place, ['slow']))).json
  const status = async () => requireOk(await service.call('GET', `/content/push/bulk/${task_id}`)).status
  await service.emulator.idle()
  expect([await status(), await allItems(service)]).toEqual(['queued', []])
  requireOk(await service.control('POST', '/clock/advance', { by: '5s' }))
  expect(await status()).toBe('completed')
  expect(await allItems(service)).toHaveLength(1)
})

it('`clock_jump` moves the clock of the organisation at one request', async () => {
  const service = await startService()
  const now = async () => Date.parse(requireOk(await service.control('GET', '/clock')).now)
  const before = await now()
  await fault(service, { operation: 'getMe', kind: 'clock_jump', ms: 3_600_000, times: 1 })
  await me(service)
  await me(service)
  expect((await now()) - before).toBe(3_600_000)
})

it('the log of a process says which faults hit a request', async () => {
  const struck: (readonly string[] | undefined)[] = []
  const service = await startService({ onRequest: ({ faults }) => struck.push(faults) })
  const place = await makePlace(service)
  struck.length = 0
  const { id } = await fault(service, { operation: 'pushContent', kind: 'latency', ms: 0, times: 1 })
  for (const text of ['one', 'two']) requireOk(await service.call('POST', '/content/push', pushBody(place, [text])))
  expect(struck).toEqual([[id], undefined])
})

async function received(kind: string): Promise<OutboundRequest[]> {
  const requests: OutboundRequest[] = []
  const service = await startService({
    outbound: async (request) => {
      requests.push(request)
      return { status: 204 }
    },
  })
  const subscription = { url: 'https://127.0.0.1:9/hook', events: ['series.created'] }
  const { id, secret } = requireOk(await service.control('POST', '/subscriptions', subscription))
  await fault(service, { operation: 'webhook', kind, times: 1 })
  const data = { survey_series_id: 1, name: 'Café a/b' }
  requireOk(await service.control('POST', '/events', { event: 'series.created', data }))
  await service.emulator.idle()
  for (const { headers, body } of requests) {
    expect(verify(secret, body, headers['X-Service-Signature']!), id).toBe(true)
  }
  return requests
}

it('[SIG-1] `respelled` sends the same JSON with other white space and escapes, signed as it is sent', async () => {
  const [only, ...others] = await received('respelled')
  const text = Buffer.from(only!.body).toString()
  expect(others).toEqual([])
  expect(text).toContain('Caf\\u00e9 a\\/b')
  expect(text).not.toBe(JSON.stringify(JSON.parse(text)))
  expect(JSON.parse(text).data.name).toBe('Café a/b')
})

it('`unknown_event` sends an event of a later version after the one it hits', async () => {
  const names = (await received('unknown_event')).map(({ body }) => JSON.parse(Buffer.from(body).toString()).event)
  expect(names).toEqual(['series.created', 'added.later'])
})

it('[AUT-4] `rotate_key` gives the key of a request a new secret: it and whatever else comes with that key is refused', async () => {
  const service = await startService()
  const { emulator } = service
  await fault(service, { operation: 'listSources', kind: 'rotate_key', times: 1 })
  const ask = (path: string, scope: 'all' | 'push') =>
    service.call('GET', path, undefined, { key: emulator.apiKeys.test[scope] })
  const statuses = async (...asked: [string, 'all' | 'push'][]) => {
    const found: number[] = []
    for (const [path, scope] of asked) found.push((await ask(path, scope)).status)
    return found
  }
  const asked: [string, 'all' | 'push'][] = [
    ['/me', 'all'],
    ['/surveys/list', 'all'],
    ['/me', 'all'],
    ['/me', 'push'],
  ]
  expect(await statuses(...asked)).toEqual([200, 401, 401, 200])
})
