import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { realClock } from '../../emulator/adapters/process-clock.js'
import { manualClock, startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/index.js'
import { allItems, makePlace, pushBody, requireOk, type Service, startService } from './service.js'

const fault = async ({ control }: Service, body: object) => requireOk(await control('POST', '/faults', body))
const me = (service: Service) => service.call('GET', '/me')
const hitsOf = async ({ control }: Service) =>
  requireOk(await control('GET', '/faults')).items.map(({ hits }: { hits: number }) => hits)

it('`reset` cuts the connection before anything is done, `times` times after the first `after` requests', async () => {
  const service = await startService()
  const place = await makePlace(service)
  await fault(service, { operation: 'pushContent', kind: 'reset', times: 2, after: 1 })
  const push = (text: string) => service.call('POST', '/content/push', pushBody(place, [text]))
  expect((await push('one')).status).toBe(200)
  await expect(push('two')).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect(push('three')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect((await push('four')).status).toBe(200)
  expect((await allItems(service)).map(({ text }) => text)).toEqual(['one', 'four'])
  expect(await hitsOf(service)).toEqual([2])
})

it('the log has what was sent, whatever a fault answers', async () => {
  const service = await startService()
  const place = await makePlace(service)
  await fault(service, { operation: 'pushContent', kind: 'status', status: 500, times: 1 })
  expect((await service.call('POST', '/content/push', pushBody(place, ['kept in the log']))).status).toBe(500)
  const [{ id }] = requireOk(await service.control('GET', '/requests')).items
  const { request_body } = requireOk(await service.control('GET', `/requests/${id}`))
  expect(JSON.stringify(request_body)).toContain('kept in the log')
})

it('[IDM-4] `lost_answer` does the work and cuts the connection; the same key gets the answer then, and nothing twice', async () => {
  const service = await startService()
  const place = await makePlace(service)
  await fault(service, { operation: 'pushContent', kind: 'lost_answer', times: 1 })
  const push = () => service.call('POST', '/content/push', pushBody(place, ['once']), { idempotencyKey: 'batch-1' })
  await expect(push()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await push()).toMatchObject({ status: 200, json: { inserted: 1 }, headers: { 'idempotent-replayed': 'true' } })
  expect(await allItems(service)).toHaveLength(1)
})

it('`truncate` ends the connection within the answer; one that is shorter arrives whole', async () => {
  const service = await startService()
  await fault(service, { operation: 'getMe', kind: 'truncate', bytes: 10, times: 1 })
  await expect(me(service)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await fault(service, { operation: 'getMe', kind: 'truncate', bytes: 1_000_000, times: 1 })
  expect((await me(service)).status).toBe(200)
})

it('[ADR-2] `html` answers with the page of the dashboard and 200, and nothing is done', async () => {
  const service = await startService()
  await fault(service, { operation: '*', kind: 'html', times: 1 })
  const answer = await service.call('POST', '/survey_series/create', { name: 'Shops' })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.text).toMatch(/^<!doctype html>/)
  expect(requireOk(await service.call('GET', '/surveys/list')).survey_series).toEqual([])
})

it('[CLI-6] `unknown_fields` adds members to every object of the payload, beside nothing but `data` of the envelope', async () => {
  const service = await startService({ envelope: 'data' })
  await fault(service, { operation: '*', kind: 'unknown_fields', times: 1 })
  const { json } = await me(service)
  expect(Object.keys(json)).toEqual(['data'])
  expect(json.data.added_later).toEqual(json.data.key.added_later)
  expect(json.data.org_id).toBe(1)
  expect((await me(service)).json.data.added_later).toBeUndefined()
})

it('requests that `latency` holds up at once are no leak, and those that were answered leave nothing behind', async () => {
  const service = await startService({ processClock: realClock })
  await fault(service, { operation: 'getMe', kind: 'latency', ms: 1, times: 12 })
  const warned: string[] = []
  const hear = ({ name }: Error) => warned.push(name)
  process.on('warning', hear)
  await Promise.all(Array.from({ length: 12 }, () => me(service)))
  await new Promise(setImmediate)
  process.off('warning', hear)
  expect(warned).toEqual([])

  const { signal } = new AbortController()
  await realClock.sleep(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('`latency` waits that long on the clock of the process', async () => {
  const waited: number[] = []
  const processClock = { ...manualClock(0), sleep: async (ms: number) => void waited.push(ms) }
  const service = await startService({ processClock })
  await fault(service, { operation: 'getMe', kind: 'latency', ms: 3_000, times: 1 })
  expect((await me(service)).status).toBe(200)
  expect((await me(service)).status).toBe(200)
  expect(waited).toEqual([3_000])
})

it.each([
  [{ operation: 'getMe', kind: 'drop', times: 1 }, 'kind'],
  [{ operation: '*', kind: 'reorder', window: 2, times: 1 }, 'kind'],
  [{ operation: 'webhook', kind: 'status', status: 500, times: 1 }, 'kind'],
  [{ operation: 'getMe', kind: 'latency', times: 1 }, 'ms'],
  [{ operation: 'getMe', kind: 'truncate', times: 1 }, 'bytes'],
  [{ operation: 'webhook', kind: 'delay', times: 1 }, 'ms'],
  [{ operation: 'webhook', kind: 'reorder', times: 1 }, 'window'],
])('%j is refused for its %s', async (body, member) => {
  const service = await startService()
  const answer = await service.control('POST', '/faults', body)
  expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, [member]])
})

it('over sockets a cut is a cut: the client goes on where it may, and never reads half an answer', async () => {
  const emulator = await startEmulator({ port: 0 })
  try {
    const add = (body: object) =>
      fetch(`${emulator.dashboardUrl}/_emulator/orgs/1/faults`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const client = (retries: number) =>
      createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.all, retries })
    for (const kind of ['reset', 'lost_answer', 'truncate'] as const) {
      await add({ operation: 'getMe', kind, times: 2, ...(kind === 'truncate' ? { bytes: 40 } : {}) })
      await expect(client(0).getMe(), kind).rejects.toThrow('could not reach')
      expect((await client(2).getMe()).org_id, kind).toBe(1)
    }
    await add({ operation: 'getMe', kind: 'html', times: 1 })
    await expect(client(0).getMe()).rejects.toMatchObject({ name: 'WrongHostError' })
  } finally {
    await emulator.close()
  }
})

it('what a fault did is told by its kind and at the time of the organisation; one that has ended is not counted again', async () => {
  const service = await startService()
  const { control } = service
  requireOk(await control('POST', '/clock/advance', { by: '60d' }))
  await fault(service, { operation: 'getMe', kind: 'status', status: 503, times: 1, after: 1 })
  for (const status of [200, 503, 200, 200]) expect((await me(service)).status).toBe(status)
  const { items } = requireOk(await control('GET', '/log'))
  const made = items.filter(({ operation }: { operation: string }) => operation === 'fault')
  expect(made.map(({ summary }: { summary: string }) => summary)).toEqual([
    'injected fault 1 (status)',
    'fault 1 (status) let a request through',
  ])
  const { now } = requireOk(await control('GET', '/clock'))
  for (const { at } of made) expect(Date.parse(now) - Date.parse(at)).toBeLessThan(60_000)
})
