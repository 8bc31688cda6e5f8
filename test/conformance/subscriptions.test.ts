import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Organization } from './organization.js'
import { HOOK, openReceivingOrganization, type Receiver, settle, subscribe, subscription } from './receiver.js'
import { rule } from './rule.js'
import { createGroup, createSource, expectInvalid, expectRefusal, payloadOf } from './scene.js'
import { webhookRule } from './webhook-rule.js'

const PATH = '/subscriptions'
const PRIVATE_TARGETS = [
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://169.254.169.254/latest',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://0xa000001/',
  'https://167772161/',
  'https://012.0.0.1/',
  'https://10.1/',
  'https://①⓪.0.0.1/',
]
const patch = async (org: Organization, id: string, body: object) =>
  payloadOf(await org.control('PATCH', `${PATH}/${id}`, body))

/** `count` events, whose first attempts fail at once. */
async function failTimes(org: Organization, receiver: Receiver, count: number): Promise<void> {
  receiver.otherwise = 500
  for (let time = 0; time < count; time += 1) {
    await createGroup(org)
    await settle(org)
  }
}

describe('webhook subscriptions', () => {
  for (const url of [
    'http://example.com/hook',
    'http://127.0.0.1:9/hook',
    'ftp://example.com',
    'ws://example.com',
    'javascript:alert(1)',
    '//example.com',
    'example.com',
    'https://',
    '',
    'HTTP://EXAMPLE.COM',
    'file:///etc/passwd',
  ]) {
    webhookRule(`[SUB-1] the target URL must be HTTPS: "${url}" is refused`, async (org) => {
      expectInvalid(await org.control('POST', PATH, { url, events: ['content.pushed'] }))
      expect(payloadOf(await org.control('GET', PATH)).items).toEqual([])
    })
  }

  webhookRule('[SUB-1] a target cannot become http later', async (org) => {
    const { id } = await subscribe(org)
    expectInvalid(await org.control('PATCH', `${PATH}/${id}`, { url: 'http://example.com/hook' }))
    expect((await subscription(org, id)).url).toBe(HOOK)
  })

  for (const url of PRIVATE_TARGETS) {
    rule(`nothing is sent to a private address: ${url}`, async (org) => {
      const answer = await org.control('POST', PATH, { url, events: ['series.created'] })
      if (answer.status !== 200) return expectInvalid(answer)
      await createGroup(org)
      await settle(org)
      const [delivery] = payloadOf(await org.control('GET', '/deliveries')).items
      expect(delivery.attempts, 'refused before a connection is tried').toEqual([
        expect.objectContaining({ status: null, error: expect.stringMatching(/private/) }),
      ])
    })
  }

  webhookRule('a local subscription may be http on a loopback host, and says so', async (org, receiver) => {
    const local = { url: 'http://127.0.0.1:9000/hook', events: ['series.created'], local: true }
    expect(payloadOf(await org.control('POST', PATH, local)).local).toBe(true)
    expectInvalid(await org.control('POST', PATH, { ...local, url: 'http://example.com/hook' }))
    await createGroup(org)
    await settle(org)
    expect(receiver.received).toHaveLength(1)
  })

  webhookRule('[SUB-2] a subscription gets the events chosen for it and no others', async (org, receiver) => {
    await subscribe(org, ['survey.created'])
    const groupId = await createGroup(org)
    await createSource(org, groupId)
    await org.advance('1m')
    expect(receiver.received.map((delivery) => delivery.json.event)).toEqual(['survey.created'])
  })

  webhookRule('[SUB-3] the secret is shown once', async (org) => {
    const { id, secret } = await subscribe(org)
    expect(secret.length).toBeGreaterThan(20)
    await createGroup(org)
    await settle(org)
    for (const path of [PATH, `${PATH}/${id}`, '/deliveries', '/requests']) {
      const reading = await org.control('GET', path)
      expect(reading.status).toBe(200)
      expect(reading.text).not.toContain(secret)
    }
    expect(JSON.stringify(await patch(org, id, { state: 'paused' }))).not.toContain(secret)
  })

  webhookRule('[SUB-4] the secret can be regenerated at any time', async (org) => {
    const { id, secret } = await subscribe(org)
    for (const state of ['active', 'paused'] as const) {
      await patch(org, id, { state })
      expect(payloadOf(await org.control('POST', `${PATH}/${id}/secret`)).secret).not.toBe(secret)
    }
  })

  webhookRule('[SUB-5, SUB-6] state and failure count are shown', async (org, receiver) => {
    const { id } = await subscribe(org)
    expect(await subscription(org, id)).toMatchObject({ state: 'active', failure_count: 0 })
    await failTimes(org, receiver, 2)
    expect(await subscription(org, id)).toMatchObject({ state: 'active', failure_count: 2 })
    expect((await patch(org, id, { state: 'paused' })).state).toBe('paused')
  })

  webhookRule('[SUB-7] an organisation can have 10 subscriptions; the 11th is refused', async (org) => {
    const ids = []
    for (let count = 0; count < 10; count += 1) ids.push((await subscribe(org)).id)
    expectRefusal(await org.control('POST', PATH, { url: HOOK, events: ['content.pushed'] }), 409, 'SUBSCRIPTION_LIMIT')
    expect((await org.control('DELETE', `${PATH}/${ids[0]}`)).status).toBe(204)
    await subscribe(org)
  })

  webhookRule(
    '[SUB-8, SUB-14] 10 consecutive failures deactivate a subscription, retries counted; after 9 it is active',
    async (org, receiver) => {
      const { id } = await subscribe(org)
      await failTimes(org, receiver, 3)
      expect((await subscription(org, id)).failure_count).toBe(3)
      await org.advance('70s')
      expect(await subscription(org, id)).toMatchObject({ failure_count: 6, state: 'active' })
      await org.advance('10m')
      expect(await subscription(org, id)).toMatchObject({ failure_count: 9, state: 'active' })
      await failTimes(org, receiver, 1)
      expect(await subscription(org, id)).toMatchObject({ failure_count: 10, state: 'deactivated' })
    },
  )

  webhookRule(
    '[SUB-9, SUB-10] a deactivated subscription gets nothing until it is enabled again',
    async (org, receiver) => {
      const { id } = await subscribe(org)
      await failTimes(org, receiver, 10)
      expect((await subscription(org, id)).state).toBe('deactivated')
      receiver.otherwise = 200
      const before = receiver.received.length
      await createGroup(org)
      await org.advance('1h')
      expect(receiver.received, 'no event, and no retry of what was due').toHaveLength(before)
      expect(await patch(org, id, { state: 'active' })).toMatchObject({ state: 'active', failure_count: 0 })
      await createGroup(org)
      await org.advance('1h')
      expect(receiver.received, 'the new event alone').toHaveLength(before + 1)
    },
  )

  webhookRule(
    '[SUB-11, SUB-12] a paused subscription gets nothing while it is paused, and is active again once resumed',
    async (org, receiver) => {
      const { id } = await subscribe(org)
      await failTimes(org, receiver, 1)
      receiver.otherwise = 200
      await patch(org, id, { state: 'paused' })
      await createGroup(org)
      await org.advance('1h')
      expect(receiver.received, 'no event, and what was due is cancelled').toHaveLength(1)
      expect((await patch(org, id, { state: 'active' })).state).toBe('active')
      await createGroup(org)
      await settle(org)
      expect(receiver.received).toHaveLength(2)
    },
  )

  webhookRule(
    '[SUB-13] a successful delivery sets the failure count to 0 and leaves the state',
    async (org, receiver) => {
      const { id } = await subscribe(org)
      await failTimes(org, receiver, 9)
      receiver.otherwise = 200
      await createGroup(org)
      await settle(org)
      expect(await subscription(org, id)).toMatchObject({ failure_count: 0, state: 'active' })
    },
  )

  it(
    '[SUB-8, SUB-13, SUB-14] any sequence of answers, pauses and enablings ends where a model ends',
    async (context) => {
      if (process.env.INPK_CONFORMANCE_URL) context.skip('needs the emulator')
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.constant('fail' as const) },
        { weight: 1, arbitrary: fc.constant('succeed' as const) },
        { weight: 1, arbitrary: fc.constantFrom('pause' as const, 'enable' as const, 'secret' as const) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const { org, receiver } = await openReceivingOrganization(context.skip as never, { observe: false })
          const { id } = await subscribe(org, ['series.created'])
          const model = { state: 'active', failure_count: 0 }
          for (const each of steps) {
            if (each === 'secret') await org.control('POST', `${PATH}/${id}/secret`)
            else if (each === 'pause' || each === 'enable') {
              const state = each === 'pause' ? 'paused' : 'active'
              await patch(org, id, { state })
              if (state === 'active' && model.state !== 'active') model.failure_count = 0
              model.state = state
            } else {
              receiver.otherwise = each === 'fail' ? 500 : 200
              await createGroup(org)
              await settle(org)
              if (model.state === 'active') {
                model.failure_count = each === 'fail' ? model.failure_count + 1 : 0
                if (model.failure_count === 10) model.state = 'deactivated'
              }
            }
            // Retries never fall due: an event a millisecond, and a minute to the first retry.
            expect(await subscription(org, id)).toMatchObject(model)
          }
        }),
        { numRuns: process.env.INPK_SOAK ? 300 : 10 },
      )
    },
    process.env.INPK_SOAK ? 3_600_000 : 60_000,
  )
})
