import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { START } from './service.js'

// Pages that are asked for by the last row of the one before, as Stripe's are (contract.md section 7).

const paging = (next: string, more?: string) => ({ style: 'last', at: 'starting_after', next, ...(more && { more }) })
const FACTS: [name: string, facts: Facts][] = [
  ['with identifiers as ours', { 'paging:listSources': paging('survey_series[-1].survey_series_id', 'has_more') }],
  [
    'by a number of another name',
    {
      'paging:listSources': paging('survey_series[-1].id', 'has_more'),
      'result:listSources.survey_series[].survey_series_id': { name: 'id', type: 'integer' },
    },
  ],
  ['without a word on whether there are more', { 'paging:listSources': paging('survey_series[-1].survey_series_id') }],
  ['by a member that ours do not have', { 'paging:listSources': paging('survey_series[-1].place', 'has_more') }],
]

test.each(FACTS)('[LST-10] every group is listed once, after the last row of the page before: %s', async (_, paged) => {
  const facts = { ...paged, 'behaviour:paging-clamp': { default: 3, most: 3 } }
  const emulator = await startEmulator({ listen: false, clock: { mode: 'frozen', now: START }, facts })
  const { baseUrl } = emulator
  let pages = 0
  const transport: typeof emulator.handle = (request) => {
    if (request.method === 'GET') pages += 1
    return emulator.handle(request)
  }
  const client = createClient({ baseUrl, apiKey: emulator.apiKeys.test.all, transport, facts })
  const names = Array.from({ length: 7 }, (_, index) => `Group ${index}`)
  for (const name of names) await client.createGroup({ body: { name } })
  const listed: string[] = []
  for await (const { name } of client.each.groups()) listed.push(name)
  expect(listed).toEqual(names)
  expect(pages).toBeGreaterThanOrEqual(3)
  await emulator.close()
})
