import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import type { Transport } from '../../src/contract/wire.js'
import { BASE_URL, KEY, PUSHED } from './scripted-service.js'

const AT = '2026-02-03T04:05:06.000Z'
const OPEN = {
  'result:listSources.survey_series[].created_at': { type: 'epoch' },
  'body:pushContent.question.content[].occurred_at': { type: 'epoch' },
  'query:listFeedback': { types: { occurred_since: 'epoch' } },
} as unknown as Facts

/** A service whose group was created at this number; hears what was asked. */
function serving(created: unknown) {
  const asked: string[] = []
  const refuse = { once: false }
  const transport: Transport = async ({ url, body }) => {
    const { pathname, search } = new URL(url)
    asked.push(`${pathname.split('/').at(-1)} ${decodeURIComponent(search)}${body ? String(body) : ''}`)
    if (refuse.once) {
      refuse.once = false
      const error = { code: 'INSUFFICIENT_PERMISSION', message: 'Not with this key.' }
      return { status: 403, headers: {}, body: Buffer.from(JSON.stringify({ error })) }
    }
    const group = { survey_series_id: '1', name: 'Support', created_at: created, surveys: [] }
    const listing = { survey_series: created === undefined ? [] : [group], pagination: { next_cursor: null } }
    const answer = pathname.endsWith('/list') ? listing : { items: [], pagination: { next_cursor: null }, ...PUSHED }
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
  }
  return {
    asked,
    refuse,
    client: createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, facts: OPEN, force: true }),
  }
}

const question = { question_id: '3', content: [{ text: 'Late', occurred_at: AT }] }
const PUSH = { body: { survey_series_id: '1', survey_id: '2', question } }

test.each([
  ['seconds', Date.parse(AT) / 1_000, '1770091506'],
  ['milliseconds', Date.parse(AT), '1770091506000'],
])('times in requests count %s where those in answers do, and that is looked up once', async (_, created, sent) => {
  const { asked, client } = serving(created)
  await client.call('pushContent', PUSH)
  await client.listFeedback({ query: { occurred_since: AT } })
  expect(asked).toEqual([
    'list ?limit=20',
    expect.stringContaining(`"occurred_at":${sent}}`),
    `feedback ?occurred_since=${sent}`,
  ])
})

test('a listing that failed is asked for again by the next call', async () => {
  const { asked, client, refuse } = serving(Date.parse(AT))
  refuse.once = true
  await expect(client.call('pushContent', PUSH)).rejects.toMatchObject({ status: 403 })
  await client.call('pushContent', PUSH)
  expect(asked.at(-1)).toContain('"occurred_at":1770091506000}')
})

test('where no answer shows what they count, times are sent as the interface has them', async () => {
  for (const created of [undefined, AT, 12]) {
    const { asked, client } = serving(created)
    await client.call('pushContent', PUSH)
    expect(asked.at(-1)).toContain(`"occurred_at":"${AT}"`)
  }
})
