import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, ME, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

test('works', async () => {
  const { transport, requests } = scriptedTransport({ body: ME })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
  expect((await client.getMe()).org_id).toBe(1)
  expect(requests[0]).toMatchObject({ url: `${BASE_URL}/api/input/me` })
})
