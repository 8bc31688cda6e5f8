import { expect } from 'vitest'
import { makePlace, pushBody, requireOk, type Service } from '../service.js'
import { type Plays, play } from './play.js'

const limited = { rateLimits: true } as const
const left = ({ headers }: { headers: Record<string, string> }) => Number(headers['x-ratelimit-remaining'])

async function keyOf({ control }: Service, rate_limit_per_minute: number): Promise<string> {
  const setting = { label: 'K', environment: 'test', scope: 'all', rate_limit_per_minute }
  return requireOk(await control('POST', '/keys', setting)).api_key
}

/** What limits and idempotency keys show. */
export const OF_LIMITS: Plays = {
  'rate-limit-layers key': play(async (service) => {
    const keys = [await keyOf(service, 300), await keyOf(service, 300)] as const
    for (let count = 0; count < 100; count += 1) await service.call('GET', '/surveys/list', undefined, { key: keys[0] })
    expect(left(await service.call('GET', '/surveys/list', undefined, { key: keys[1] }))).toBe(299)
  }, limited),
  'address-layer every-request': play(async (service) => {
    await service.call('GET', '/surveys/list')
    await service.call('GET', '/surveys/list')
    expect(left(await service.call('GET', '/me', undefined, { key: 'none' }))).toBe(597)
  }, limited),
  'introspection-counts counted': play(async (service) => {
    const key = await keyOf(service, 2)
    const statuses = [1, 2, 3].map(async () => (await service.call('GET', '/me', undefined, { key })).status)
    expect(await Promise.all(statuses)).toEqual([200, 200, 429])
  }, limited),
  'idempotency-scope key': play(async (service) => {
    const ask = { idempotencyKey: 'k' }
    requireOk(await service.call('POST', '/survey_series/create', { name: 'Group A' }, ask))
    const other = await service.call('POST', '/survey/create', { survey_series_id: '1', survey_title: 'Reviews' }, ask)
    expect([other.status, other.json.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  }),
  'idempotency-only-success every-answer': play(async (service) => {
    const ask = { idempotencyKey: 'k' }
    const body = { survey_series_id: '1', survey_title: 'Reviews' }
    const refused = await service.call('POST', '/survey/create', body, ask)
    requireOk(await service.call('POST', '/survey_series/create', { name: 'Group A' }))
    const again = await service.call('POST', '/survey/create', body, ask)
    expect([again.status, again.json, again.headers['idempotent-replayed']]).toEqual([404, refused.json, 'true'])
    const faulty = await service.call('POST', '/survey/create', {}, { idempotencyKey: 'l' })
    expect((await service.call('POST', '/survey/create', {}, { idempotencyKey: 'l' })).json).toEqual(faulty.json)
  }),
  'idempotency-waits conflict': play(async (service) => {
    const push = async (place: Awaited<ReturnType<typeof makePlace>>) =>
      (await service.call('POST', '/content/push', pushBody(place, ['a']), { idempotencyKey: 'k' })).status
    const place = await makePlace(service)
    expect((await Promise.all([push(place), push(place)])).sort()).toEqual([200, 409])
    expect(await push(place)).toBe(200)
  }),
  'idempotency-everywhere pushes': play(async (service) => {
    const body = { survey_series_id: '1', survey_title: 'Reviews' }
    requireOk(await service.call('POST', '/survey_series/create', { name: 'Group A' }))
    const ids = [1, 2].map(async () => {
      return requireOk(await service.call('POST', '/survey/create', body, { idempotencyKey: 'k' })).survey_id
    })
    expect(await Promise.all(ids)).toEqual(['1', '2'])
    const place = await makePlace(service)
    for (let count = 0; count < 2; count += 1) {
      requireOk(await service.call('POST', '/content/push', pushBody(place, ['a']), { idempotencyKey: 'k' }))
    }
    expect(requireOk(await service.call('GET', '/feedback')).items).toHaveLength(1)
  }),
}
