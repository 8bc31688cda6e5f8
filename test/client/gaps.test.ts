import { expect, test } from 'vitest'
import { describeGaps, findGap, gapsIn, isWhole, requireAnyOf, whatIsThere } from '../../src/client/gaps.js'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'

const INVITE = { invite_id: 'i', source_id: '4', status: 'completed', created_at: 'x', completed_at: null }

async function invite(body: object, facts = {}) {
  const { transport } = scriptedTransport({ body })
  return createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, facts }).getInvite({ params: { id: 'i' } })
}

test('what is there of an answer is shown, and what is missing is told', async () => {
  const payload = await invite({ ...INVITE, counts: { total: 3, sent: 'three' } })
  const { counts, status } = whatIsThere(payload)
  expect([status, counts]).toEqual(['completed', { total: 3 }])
  const gaps = gapsIn(payload)
  expect(gaps.map(({ path }) => path)).toEqual([
    'counts.sent',
    'counts.delivered',
    'counts.bounced',
    'counts.complained',
  ])
  expect(describeGaps([gaps[0]!], 'shown as -')).toBe(
    'The response to getInvite has no `counts.sent` (it is a string, not a number) that can be read; shown as -. `inpk learn` finds out how this service differs.',
  )
  expect(isWhole(payload)).toBe(false)
})

test('everything that is missing is named, however much that is', async () => {
  const gaps = gapsIn(await invite({ invite_id: 'i', completed_at: {}, counts: { total: 'x' } }))
  const [first, ...others] = gaps
  expect(gaps.length).toBeGreaterThan(8)
  const said = describeGaps([first!, ...others], 'shown as -')
  expect(gaps.filter(({ path }) => !said.includes(`\`${path}\``))).toEqual([])
  expect(said.split('\n').slice(1)).toHaveLength(gaps.length)
})

test('a record that is null is told of, as is an amount that cannot be', async () => {
  const told = async (counts: string) => {
    const { transport } = scriptedTransport({ body: INVITE })
    const sent = JSON.stringify(INVITE).replace(/}$/, `,"counts":${counts}}`)
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport: async (request) => ({ ...(await transport(request)), body: Buffer.from(sent) }),
    })
    return gapsIn(await client.getInvite({ params: { id: 'i' } })).map(({ path, why }) => [path, why])
  }
  expect(await told('null')).toEqual([['counts', 'is null, not an object']])
  expect(await told('{"total":3,"sent":-7,"delivered":2.5,"bounced":1e400,"complained":0}')).toEqual([
    ['counts.sent', 'is -7, less than 0'],
    ['counts.delivered', 'is 2.5, not a whole number'],
    ['counts.bounced', 'is Infinity, larger than any number'],
  ])
})

test('nothing is told of what the service is known to lack', async () => {
  const facts = { 'result:getInvite': { names: { counts: null, status: 'state' } } }
  const payload = await invite({ ...INVITE, status: undefined, state: 'completed' }, facts)
  expect(gapsIn(payload)).toEqual([])
  expect(findGap(payload, 'counts')).toBeUndefined()
  expect(isWhole(payload)).toBe(false)
  expect(whatIsThere(payload)).toMatchObject({ status: 'completed', survey_id: '4' })
  expect(() => payload.counts).toThrow('has no `counts`')
})

test('an answer that lacks nothing is whole', async () => {
  const counts = { total: 1, sent: 1, delivered: 1, bounced: 0, complained: 0 }
  const payload = await invite({ ...INVITE, counts })
  expect([gapsIn(payload), isWhole(payload)]).toEqual([[], true])
})

test('an answer of whose main content nothing can be read is refused, by operation and member', async () => {
  const counts = ['counts.total', 'counts.sent']
  const without = await invite(INVITE)
  expect(() => requireAnyOf(without, counts)).toThrow('The response to getInvite has no `counts` that can be read')
  const unlike = await invite({ ...INVITE, counts: { Total: 3, Sent: 3 } })
  expect(() => requireAnyOf(unlike, counts)).toThrow('no `counts.total`, `counts.sent` that can be read')
  const half = await invite({ ...INVITE, counts: { total: 3 } })
  expect(() => requireAnyOf(half, counts)).not.toThrow()
  expect(() => requireAnyOf(without, [...counts, 'status'])).not.toThrow()
})

test('main content that the service is known to lack is not asked of it', async () => {
  const payload = await invite(INVITE, { 'result:getInvite': { names: { counts: null } } })
  expect(() => requireAnyOf(payload, ['counts.sent'])).not.toThrow()
})

test('an answer that does not repeat what its path named is read as if it did, and is shown as it came', async () => {
  const { invite_id: _, ...rest } = INVITE
  const counts = { total: 1, sent: 1, delivered: 1, bounced: 0, complained: 0 }
  const payload = await invite({ ...rest, counts })
  expect(gapsIn(payload)).toEqual([])
  expect(whatIsThere(payload).invite_id).toBe('i')
  expect(JSON.parse(JSON.stringify(payload))).not.toHaveProperty('invite_id')
})

test.each([
  ['seconds', 1_770_336_000],
  ['milliseconds', 1_770_336_000_000],
])('a time that is a number of %s is read by its size', async (_unit, created_at) => {
  const payload = await invite({ ...INVITE, created_at })
  expect(gapsIn(payload).map(({ path }) => path)).not.toContain('created_at')
  expect(payload.created_at).toBe('2026-02-06T00:00:00.000Z')
  expect(JSON.parse(JSON.stringify(payload)).created_at).toBe(created_at)
})

test('a number that can be no time is not read as one', async () => {
  const payload = await invite({ ...INVITE, created_at: 7 })
  expect(gapsIn(payload).map(({ path }) => path)).toContain('created_at')
})

test('a time that is written as in a mail is a time', async () => {
  const payload = await invite({ ...INVITE, created_at: 'Thu, 01 Jan 2026 08:00:00 GMT', completed_at: null })
  expect(payload.created_at).toBe('2026-01-01T08:00:00.000Z')
  expect(JSON.parse(JSON.stringify(payload)).created_at).toBe('Thu, 01 Jan 2026 08:00:00 GMT')
})
