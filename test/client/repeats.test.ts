import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

// A service may ignore a parameter that it does not know, so an answer that does not repeat what was asked for proves nothing.

const ANALYSIS = { analysis_status: 'available', analysis_id: null, survey_id: '34', item_count: 8 }

function ask(answer: object, period?: string) {
  const { transport } = scriptedTransport({ body: answer })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock(), retries: 0 })
  return client.getAnalysis({ params: { id: '34' }, query: period === undefined ? {} : { period_key: period } })
}

test.each([
  ['is missing', {}, 'does not say so'],
  ['is null', { period_key: null }, 'does not say so'],
  ['is another one', { period_key: '2026-01' }, 'says "2026-01"'],
  ['stands under a name that is not known', { month: '2026-02' }, 'does not say so'],
])('an analysis whose period %s is not that of a period that was asked for', async (_how, members, said) => {
  const refused = ask({ ...ANALYSIS, ...members }, '2026-02')
  await expect(refused).rejects.toMatchObject({
    code: 'UNEXPECTED_RESPONSE',
    message: expect.stringContaining(said),
    hint: expect.stringContaining('`inpk learn`'),
  })
})

test('an analysis of the period that was asked for is taken, and one without a period where none was', async () => {
  expect(await ask({ ...ANALYSIS, period_key: '2026-W08' }, '2026-w08')).toMatchObject({ item_count: 8 })
  expect(await ask(ANALYSIS)).toMatchObject({ item_count: 8 })
})
