import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { ALL_EVENTS, type Reaction, type Receiver, settle, signatureOf, subscribe, subscription } from './receiver.js'
import { createGroup, payloadOf } from './scene.js'
import { START } from './target.js'
import { webhookRule } from './webhook-rule.js'

/** An event with one delivery: a group is created. */
async function emit(org: Organization): Promise<void> {
  await createGroup(org)
  await settle(org)
}
const deliveries = async (org: Organization) => payloadOf(await org.control('GET', '/deliveries')).items

describe('shape of a delivery', () => {
  webhookRule(
    '[DLV-2, DLV-3, DLV-4, DLV-5, DLV-6, DLV-7] it has the headers and the body of the interface',
    async (org, receiver) => {
      await subscribe(org)
      await emit(org)
      const [{ headers, json, url }] = receiver.received as [Receiver['received'][0]]
      expect(url).toBe('https://127.0.0.1:9443/hook')
      expect(headers['content-type']).toBe('application/json')
      expect(headers['user-agent']).toBe('Service-Webhook/1.0')
      expect(headers['x-service-event']).toBe('series.created')
      expect(headers['x-service-delivery']).toBeTruthy()
      expect(Object.keys(json).sort()).toEqual(['data', 'event', 'timestamp'])
      expect(json.event).toBe('series.created')
      expect(json.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      expect(Math.abs(Date.parse(json.timestamp) - START)).toBeLessThan(1_000)
      expect(json.data).toBeTypeOf('object')
    },
  )

  webhookRule(
    '[SIG-1] the signature is sha256= and the hex HMAC-SHA256 of the raw body, keyed with the secret',
    async (org, receiver) => {
      const { secret } = await subscribe(org)
      payloadOf(await org.post('/survey_series/create', { name: 'Zürich 😀 "quoted" \u2028' }))
      await settle(org)
      const [{ headers, body }] = receiver.received as [Receiver['received'][0]]
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(headers['x-service-signature']).toBe(signatureOf(body, secret))
    },
  )

  webhookRule('the ledger keeps the exact bytes that were sent', async (org, receiver) => {
    await subscribe(org)
    await emit(org)
    const [record] = await deliveries(org)
    expect(Buffer.from(record.body_base64, 'base64')).toEqual(receiver.received[0]!.body)
    expect(record.body).toBe(receiver.received[0]!.body.toString('utf8'))
    expect(record).toMatchObject({ event: 'series.created', state: 'delivered', next_attempt_at: null })
  })

  webhookRule('[EVT-15, EVT-16] a test delivery can be asked for and carries event test', async (org, receiver) => {
    const { id, secret } = await subscribe(org, ['content.pushed'])
    const record = payloadOf(await org.control('POST', `/subscriptions/${id}/test`))
    await settle(org)
    expect(record.event).toBe('test')
    const [{ json, headers, body }] = receiver.received as [Receiver['received'][0]]
    expect(json).toMatchObject({ event: 'test', data: { subscription_id: Number(id), message: expect.any(String) } })
    expect(headers['x-service-event']).toBe('test')
    expect(headers['x-service-signature']).toBe(signatureOf(body, secret))
  })

  webhookRule('a test delivery is one attempt in any state, and counts no failure', async (org, receiver) => {
    const { id } = await subscribe(org)
    payloadOf(await org.control('PATCH', `/subscriptions/${id}`, { state: 'paused' }))
    receiver.otherwise = 500
    payloadOf(await org.control('POST', `/subscriptions/${id}/test`))
    await org.advance('10m')
    expect(receiver.received).toHaveLength(1)
    expect((await subscription(org, id)).failure_count).toBe(0)
  })
})

describe('attempts', () => {
  webhookRule('[DLV-8] a 2xx answer counts as delivered: no further attempt follows', async (org, receiver) => {
    await subscribe(org)
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.script = [status]
      await emit(org)
    }
    await org.advance('1h')
    expect(receiver.received).toHaveLength(5)
    for (const { state } of await deliveries(org)) expect(state).toBe('delivered')
  })

  webhookRule(
    '[DLV-9] a receiver has 30 seconds; one that does not answer has failed the attempt',
    async (org, receiver) => {
      const { id } = await subscribe(org)
      receiver.script = ['no answer']
      await emit(org)
      expect(receiver.received[0]!.timeoutMs).toBe(30_000)
      expect((await subscription(org, id)).failure_count).toBe(1)
      expect(await deliveries(org)).toEqual([
        expect.objectContaining({
          state: 'pending',
          attempts: [expect.objectContaining({ number: 1, status: null, error: expect.any(String) })],
        }),
      ])
      await org.advance('2m')
      expect(receiver.received).toHaveLength(2)
    },
  )

  for (const reaction of [301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503, 'no answer'] as Reaction[]) {
    webhookRule(`[DLV-10, DLV-11] ${reaction} is a failed attempt and is retried`, async (org, receiver) => {
      const { id } = await subscribe(org)
      receiver.script = [reaction]
      await emit(org)
      expect((await subscription(org, id)).failure_count).toBe(1)
      await org.advance('90s')
      expect(receiver.received).toHaveLength(2)
      expect(await deliveries(org)).toEqual([expect.objectContaining({ state: 'delivered' })])
      expect(receiver.received[1]!.url).toBe(receiver.received[0]!.url)
    })
  }

  webhookRule(
    '[DLV-12, DLV-13, DLV-14] attempts come at once, after about 1 minute and about 5 minutes later; no fourth follows',
    async (org, receiver) => {
      await subscribe(org)
      receiver.otherwise = 500
      await createGroup(org)
      await settle(org)
      const seen: [string, number][] = []
      for (const by of ['54s', '12s', '4m24s', '60s', '10m', '24h', '48h']) {
        await org.advance(by)
        seen.push([by, receiver.received.length])
      }
      expect(seen).toEqual([
        ['54s', 1],
        ['12s', 2],
        ['4m24s', 2],
        ['60s', 3],
        ['10m', 3],
        ['24h', 3],
        ['48h', 3],
      ])
      const [record] = await deliveries(org)
      expect(record).toMatchObject({ state: 'exhausted', next_attempt_at: null })
      const offsets = record.attempts.map((attempt: Json) => Math.round((Date.parse(attempt.at) - START) / 1_000))
      expect(offsets).toEqual([0, 60, 360])
    },
  )

  webhookRule('every attempt carries the same bytes and the same delivery id', async (org, receiver) => {
    await subscribe(org)
    receiver.otherwise = 500
    await emit(org)
    await org.advance('10m')
    expect(receiver.received).toHaveLength(3)
    for (const { body, headers } of receiver.received) {
      expect(body).toEqual(receiver.received[0]!.body)
      expect(headers['x-service-delivery']).toBe(receiver.received[0]!.headers['x-service-delivery'])
    }
  })

  webhookRule('two subscriptions get one event each under a delivery id of its own', async (org, receiver) => {
    const [one, two] = [await subscribe(org), await subscribe(org, ALL_EVENTS, 'https://localhost:9444/other')]
    await emit(org)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map((delivery) => delivery.headers['x-service-delivery'])).size).toBe(2)
    for (const { body, headers, url } of receiver.received) {
      expect(headers['x-service-signature']).toBe(signatureOf(body, url.includes('other') ? two.secret : one.secret))
    }
  })

  webhookRule(
    '[SIG-5] after the secret was regenerated new deliveries are signed with the new one at once, waiting retries too',
    async (org, receiver) => {
      const { id, secret } = await subscribe(org)
      receiver.script = [500]
      await emit(org)
      const { secret: renewed } = payloadOf(await org.control('POST', `/subscriptions/${id}/secret`))
      expect(renewed).not.toBe(secret)
      await emit(org)
      await org.advance('2m')
      const [first, second, retry] = receiver.received
      expect(first!.headers['x-service-signature']).toBe(signatureOf(first!.body, secret))
      expect(second!.headers['x-service-signature']).toBe(signatureOf(second!.body, renewed))
      expect(retry!.body).toEqual(first!.body)
      expect(retry!.headers['x-service-signature']).toBe(signatureOf(retry!.body, renewed))
    },
  )

  webhookRule('a redelivery sends the same bytes once more and counts no failure', async (org, receiver) => {
    const { id } = await subscribe(org)
    await emit(org)
    const [{ id: deliveryId }] = await deliveries(org)
    receiver.otherwise = 500
    payloadOf(await org.control('POST', `/deliveries/${deliveryId}/redeliver`))
    await settle(org)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]!.body).toEqual(receiver.received[0]!.body)
    expect((await subscription(org, id)).failure_count).toBe(0)
  })
})
