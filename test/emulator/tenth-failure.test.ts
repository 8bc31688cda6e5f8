import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Json, requireOk, startService } from './service.js'

/**
 * The model: outcomes in the order they came in; the tenth failure in a row is the last. A receiver answers each of the
 * attempts after some turns of its own, so that those side by side end in any order.
 */
function outcomesUntilTenth(outcomes: readonly boolean[]): number {
  let failures = 0
  const last = outcomes.findIndex((ok) => {
    failures = ok ? 0 : failures + 1
    return failures === 10
  })
  return last < 0 ? outcomes.length : last + 1
}

it('[SUB-8] no attempt fails after the tenth failure in a row, however many are due at once (fidelity B3)', async () => {
  const answers = fc.array(fc.record({ ok: fc.boolean(), turns: fc.nat(20) }), { minLength: 60, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 25 }), fc.boolean(), answers, async (events, neverOk, given) => {
      const ended: boolean[] = []
      let begun = 0
      const outbound = async () => {
        const { ok, turns } = given[begun++ % given.length]!
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        ended.push(ok && !neverOk)
        return { status: ok && !neverOk ? 200 : 500 }
      }
      const service = await startService({ outbound })
      const hook = { url: 'https://127.0.0.1:9/hook', events: ['series.created'] }
      const { id } = requireOk(await service.control('POST', '/subscriptions', hook))
      for (let made = 0; made < events; made++) {
        await service.control('POST', '/events', {
          event: 'series.created',
          data: { survey_series_id: 1, name: 'Shops' },
        })
      }
      requireOk(await service.control('POST', '/clock/advance', { by: '1h' }))
      const { state, failure_count } = requireOk(await service.control('GET', `/subscriptions/${id}`))
      const { items } = requireOk(await service.control('GET', '/deliveries'))
      const most = outcomesUntilTenth(ended)
      expect(
        ended.slice(most).filter((ok) => !ok),
        'failures after the tenth',
      ).toEqual([])
      expect(failure_count).toBeLessThanOrEqual(10)
      if (neverOk && events * 3 >= 10) {
        expect([ended.length, state, failure_count]).toEqual([10, 'deactivated', 10])
        expect(items.filter((each: Json) => each.state === 'pending')).toEqual([])
        for (const each of items) expect(each.state).toBe(each.attempts.length === 3 ? 'exhausted' : 'cancelled')
      }
      await service.emulator.close()
    }),
    { numRuns: process.env.INPK_SOAK === undefined ? 12 : 500 },
  )
})
