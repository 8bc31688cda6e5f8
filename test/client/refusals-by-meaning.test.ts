import { expect, test } from 'vitest'
import { InDoubtError, ServiceError } from '../../src/client/errors.js'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, PUSH, PUSHED, type Reply, refuse, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

const FACTS = {
  'error:VALIDATION_ERROR': { code: 'NOT_ACCEPTABLE', status: 406 },
  'error:RATE_LIMITED': { code: 'SLOW_DOWN', status: 420 },
  'error:NOT_FOUND': { code: 'GONE_AWAY', status: 400 },
}
const LOST: Reply = { fail: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }

function clientWith(facts: object, retries: number, ...replies: [Reply, ...Reply[]]) {
  const { transport, requests } = scriptedTransport(...replies)
  const clock = createVirtualClock()
  const settings = { baseUrl: BASE_URL, apiKey: KEY, transport, clock, retries, facts: facts as never }
  return { client: createClient(settings), requests }
}

test.each([
  ['by its code', refuse(406, 'NOT_ACCEPTABLE'), 406, 400],
  ['of one code for two things by its status', refuse(420, 'SLOW_DOWN'), 420, 429],
  ['with a status that usually means another', refuse(400, 'GONE_AWAY'), 400, 404],
  ['without a readable code by its status alone', { status: 406, body: 'no' }, 406, 400],
  ['that no fact is about', refuse(409, 'SOURCE_NOT_PUBLISHED'), 409, 409],
])('a refusal is known %s', async (_, reply, status, meant) => {
  const { client } = clientWith(FACTS, 0, reply)
  const error = await client.getMe().catch((each: unknown) => each)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ status, meant })
})

test('a rate limit that is sent with a status of its own is waited for and tried again', async () => {
  const { client, requests } = clientWith(FACTS, 3, refuse(420, 'SLOW_DOWN'), { body: PUSHED })
  await expect(client.pushContent({ body: PUSH })).resolves.toMatchObject({ inserted: 1 })
  expect(requests).toHaveLength(2)
})

test('a refusal with a status of its own proves that a lost attempt was not carried out', async () => {
  const { client } = clientWith(FACTS, 3, LOST, refuse(406, 'NOT_ACCEPTABLE'))
  await expect(client.pushContent({ body: PUSH })).rejects.toBeInstanceOf(ServiceError)
})

test('where a second request is refused while the first runs, a 409 leaves the first in doubt', async () => {
  const reused = refuse(409, 'IDEMPOTENCY_KEY_REUSED')
  const busy = clientWith({ 'behaviour:idempotency-waits': { rule: 'conflict' } }, 3, LOST, reused)
  await expect(busy.client.pushContent({ body: PUSH })).rejects.toBeInstanceOf(InDoubtError)
  const usual = clientWith({}, 3, LOST, reused)
  await expect(usual.client.pushContent({ body: PUSH })).rejects.toBeInstanceOf(ServiceError)
})

const PUSHES_ONLY = { 'behaviour:idempotency-everywhere': { rule: 'pushes' } }
const GROUP = { survey_series_id: '1', name: 'Support', created: true }

test('where only pushes take a key, no other write is repeated after a lost answer, and carries none', async () => {
  const other = clientWith(PUSHES_ONLY, 3, LOST, { body: GROUP })
  await expect(other.client.createGroup({ body: { name: 'Support' } })).rejects.toBeInstanceOf(InDoubtError)
  expect(other.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined])
  const push = clientWith(PUSHES_ONLY, 3, LOST, { body: PUSHED })
  await expect(push.client.pushContent({ body: PUSH })).resolves.toMatchObject({ inserted: 1 })
  const raw = clientWith(PUSHES_ONLY, 3, LOST, { body: GROUP })
  const asked = { method: 'POST', path: '/api/input/survey_series/create', body: '{}', idempotencyKey: 'mine' }
  await expect(raw.client.request(asked)).rejects.toBeInstanceOf(InDoubtError)
  expect(raw.requests).toHaveLength(1)
})

test('the MCP endpoint is known by the path that facts give, and never repeated', async () => {
  const facts = { 'route:POST /api/input/mcp': { path: '/assistant', prefix: '/v2' } }
  const { client, requests } = clientWith(facts, 3, LOST, { body: {} })
  const asking = client.request({ method: 'POST', path: '/v2/assistant', body: '{}' })
  await expect(asking).rejects.toThrow(/reset/)
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined])
})
