import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboundRequest } from '../../emulator/index.js'
import { DELIVERED, EVENT_NAMES, type EventName } from '../../src/contract/events.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { isAboutMembers, placeOf, readMembers } from '../../src/contract/facts/member-facts.js'
import { verify } from '../../src/webhooks/index.js'
import { factsOf, OPEN_IDS } from '../contract/facts/random-facts.js'
import { without } from '../round-trip/full-value.js'
import { requireOk, startService } from './service.js'

const RUNS = process.env.INPK_SOAK ? { numRuns: 500 } : { numRuns: 15, seed: 15 }
const IDS = OPEN_IDS.filter((id) => id.startsWith('event:') || id === 'behaviour:webhook-delivery-id')

/** The data without the members that the service does not have. */
function kept(facts: Facts, event: string, data: unknown): unknown {
  const id = `event:${event}`
  const fact = facts[id]
  if (!fact || !isAboutMembers(id)) return data
  const { rules } = readMembers(placeOf(id), fact)
  return rules.filter(({ name }) => name === null).reduce((value, { steps }) => without(value, steps), data)
}

test('every event of a service with any facts is read back as it was, and its signature is of the bytes as received', async () => {
  const arbitrary = fc.record({ ids: fc.subarray(IDS, { minLength: 1 }), seed: fc.nat() })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ ids, seed }) => {
      const facts = factsOf(ids, seed)
      const received: OutboundRequest[] = []
      const outbound = async (request: OutboundRequest) => ({ status: received.push(request) && 204 })
      const { control, emulator } = await startService({ outbound, facts })
      const hook = { url: 'https://127.0.0.1:9/hook', events: EVENT_NAMES }
      const { id, secret } = requireOk(await control('POST', '/subscriptions', hook))
      for (const event of EVENT_NAMES)
        requireOk(await control('POST', '/events', { event, data: DELIVERED[event].sample }))
      await emulator.idle()
      requireOk(await control('POST', `/subscriptions/${id}/test`))
      await emulator.idle()
      await emulator.close()
      const contract = contractWith(facts)
      const read = received.map(({ headers, body }) => {
        expect(verify(secret, Buffer.from(body), headers['X-Service-Signature']!)).toBe(true)
        expect(headers[contract.values['webhook-delivery-id'].header]).toMatch(/^dlv_/)
        const { event, data } = JSON.parse(Buffer.from(body).toString()) as { event: EventName | 'test'; data: unknown }
        return [event, contract.eventCodec(event)?.fromWire(data) ?? data]
      })
      const message = 'This is a test delivery.'
      const samples = EVENT_NAMES.map((event): [string, unknown] => [event, DELIVERED[event].sample])
      const sent = [...samples, ['test', { subscription_id: Number(id), message }] as const]
      expect(read).toEqual(sent.map(([event, data]) => [event, kept(facts, event, data)]))
    }),
    RUNS,
  )
}, 60_000)
