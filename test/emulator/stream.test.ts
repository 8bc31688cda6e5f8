import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventQueue } from '../../emulator/control/event-queue.js'
import { findSchemaFaults } from '../../emulator/core/check-schema.js'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { type ControlClient, createControlClient } from '../../src/client/control.js'
import { STREAM_EVENTS } from '../../src/contract/control/stream.js'

let emulator: Emulator
let control: ControlClient

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, dashboardPort: 0 })
  control = createControlClient({ dashboardUrl: emulator.dashboardUrl })
})
afterAll(() => emulator.close())

/** The events of the stream until there are so many, and what is done once the first one came. */
async function listen(count: number, act: () => Promise<unknown>, client = control) {
  const gone = new AbortController()
  const seen: { event: string; data: Record<string, unknown> }[] = []
  try {
    for await (const { event, data } of client.streamEvents(gone.signal)) {
      seen.push({ event, data: JSON.parse(data) })
      if (seen.length === 1) await act()
      if (seen.length >= count) break
    }
  } finally {
    gone.abort()
  }
  return seen
}

function ask(path: string, method = 'GET', body?: string) {
  const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}`, 'content-type': 'application/json' }
  return fetch(emulator.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
}

it('begins with the clock, then tells requests, changes, deliveries and the clock as they come, as the table says', async () => {
  const seen = await listen(9, async () => {
    await ask('/api/input/nothing')
    await ask('/api/input/survey_series/create', 'POST', '{"name":"Shop"}')
    const { id } = await control.createSubscription({
      body: { url: 'http://127.0.0.1:9/', events: ['content.pushed'], local: true },
    })
    await control.testSubscription({ params: { id } })
    await control.setClock({ body: { mode: 'frozen' } })
  })
  expect(seen[0]!.event).toBe('clock')
  for (const { event, data } of seen) {
    const schema = STREAM_EVENTS[event as keyof typeof STREAM_EVENTS]
    expect(findSchemaFaults(schema, data), event).toEqual({})
  }
  const events = seen.map(({ event }) => event)
  for (const event of ['request', 'change', 'delivery']) expect(events).toContain(event)
  const missed = seen.find(({ event }) => event === 'request')!.data
  expect([missed.path, missed.status, missed.refusal, missed.hints]).toEqual([
    '/api/input/nothing',
    404,
    expect.stringContaining('/api/input/nothing not found'),
    [],
  ])
})

it('an organisation hears nothing of another', async () => {
  const { org_id: other } = await control.createOrganization({ body: { name: 'Other' } })
  const seen = await listen(
    2,
    async () => {
      await ask('/api/input/me')
      await control.forOrganization(other).createMember({ body: { name: 'Ada', email: 'ada@example.org' } })
    },
    control.forOrganization(other),
  )
  expect(seen.map(({ event }) => event)).toEqual(['clock', 'change'])
})

it('nobody is told any more once the reader has gone, and the emulator closes with one still there', async () => {
  const own = await startEmulator({ port: 0, dashboardPort: 0 })
  const answer = await fetch(`${own.dashboardUrl}/_emulator/orgs/1/stream`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  await own.close()
  await expect(answer.text()).rejects.toThrow()
})

it('a reader that is too slow is told to start anew instead of being sent everything', async () => {
  const queue = eventQueue('start anew', 5_000)
  for (let count = 0; count < 5_001; count += 1) queue.push('x')
  queue.push('y')
  const reader = queue[Symbol.asyncIterator]()
  expect(await reader.next()).toEqual({ done: false, value: 'start anewy' })
  let isOver = false
  queue.onEnd(() => {
    isOver = true
  })
  const next = reader.next()
  await reader.return?.()
  expect([await next, isOver]).toEqual([{ done: true, value: undefined }, true])
})

it('without a socket there is no stream, and it says so', async () => {
  const own = await startEmulator({ listen: false })
  const url = `${own.dashboardUrl}/_emulator/orgs/1/stream`
  await expect(own.handle({ method: 'GET', url, headers: {} })).rejects.toThrow('needs a socket')
  await own.close()
})
