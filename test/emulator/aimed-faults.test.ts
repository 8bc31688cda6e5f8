import { beforeEach, describe, expect, it, test } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { startEmulator } from '../../emulator/index.js'
import { matchesTarget } from '../../emulator/rules/fault-match.js'
import { atEndOfFile } from '../end-of-file.js'
import {
  bulkBody,
  type Json,
  makePlace,
  type Place,
  pushBody,
  requireOk,
  type Service,
  startService,
} from './service.js'

let service: Service
let place: Place
let other: Place
beforeEach(async () => {
  service = await startService()
  place = await makePlace(service)
  other = await makePlace(service, 'Bars')
})

const fault = async (body: object, { control } = service) =>
  requireOk(await control('POST', '/faults', { operation: '*', kind: 'status', status: 418, times: 9, ...body }))
const hits = async () => requireOk(await service.control('GET', '/faults')).items.map((each: Json) => each.hits)
const push = (to: Place, ask = {}) => service.call('POST', '/content/push', pushBody(to, ['fine']), ask)

describe('a fault hits only what it is aimed at', () => {
  it('a path, with or without its mount, `*` for any text', async () => {
    await fault({ match: { path: '/surveys/*' } })
    expect((await service.call('GET', '/me')).status).toBe(200)
    expect((await service.call('GET', '/surveys/list?limit=1')).status).toBe(418)
    await fault({ match: { path: '/api/input/me' } })
    expect((await service.call('GET', '/me')).status).toBe(418)
    expect(await hits()).toEqual([1, 1])
  })

  it('a path by its end', async () => {
    await fault({ match: { path: '*list' } })
    expect((await service.call('GET', '/me')).status).toBe(200)
    expect((await service.call('GET', '/surveys/list?limit=1')).status).toBe(418)
  })

  it('a key', async () => {
    const key = requireOk(await service.control('POST', '/keys', { label: 'CI', environment: 'test', scope: 'all' }))
    await fault({ match: { key_id: key.id } })
    expect((await service.call('GET', '/me')).status).toBe(200)
    expect((await service.call('GET', '/me', undefined, { key: key.api_key })).status).toBe(418)
  })

  it('a source, in path, query or body, in the words of any route', async () => {
    await fault({ match: { source_id: place.survey_id } })
    expect((await push(other)).status).toBe(200)
    expect((await push(place)).status).toBe(418)
    const recommended = { feedback_group_id: place.survey_series_id, source_id: place.survey_id, field: {} }
    expect((await service.call('POST', '/feedback/push', recommended)).status).toBe(418)
    expect((await service.call('GET', `/feedback?source_id=${place.survey_id}`)).status).toBe(418)
    expect((await service.call('GET', `/sources/${place.survey_id}/analysis`)).status).toBe(418)
    expect((await service.call('GET', `/sources/${other.survey_id}/analysis`)).status).toBe(200)
    expect(await hits()).toEqual([4])
  })

  it('members of the body, in any entry of a list; an aimed-away request neither counts nor is skipped', async () => {
    await fault({ match: { body: { 'questions[*].question_id': place.question_id, sync: true } }, after: 1, times: 1 })
    const bulk = (to: Place, members = {}) =>
      service.call('POST', '/content/push/bulk', bulkBody(to, [{ text: 'a', external_id: '1' }], members))
    expect((await bulk(place)).status).toBe(202)
    expect((await bulk(other, { sync: true })).status).toBe(200)
    expect((await bulk(place, { sync: true })).status).toBe(200)
    expect((await bulk(place, { sync: true })).status).toBe(418)
    expect((await bulk(place, { sync: true })).status).toBe(200)
  })

  it('a body that is not JSON is refused as ever', async () => {
    await fault({ match: { body: { survey_id: '1' } } })
    const answer = await service.call('POST', '/content/push', undefined, {
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, answer.json.error.code]).toEqual([400, 'INVALID_JSON'])
  })

  it('attempts of webhooks: the path of the address, the source, a member of what is sent', async () => {
    const received: string[] = []
    service = await startService({
      outbound: async ({ url, body }) => {
        received.push(`${new URL(url).pathname} ${JSON.parse(Buffer.from(body).toString()).data.survey_id}`)
        return { status: 204 }
      },
    })
    for (const path of ['/a', '/b']) {
      const url = `https://127.0.0.1:9${path}`
      requireOk(await service.control('POST', '/subscriptions', { url, events: ['content.pushed'] }))
    }
    const [one, two] = [await makePlace(service), await makePlace(service, 'Bars')]
    await fault({
      operation: 'webhook',
      kind: 'drop',
      status: undefined,
      match: { path: '/a', source_id: one.survey_id },
    })
    await fault({
      operation: 'webhook',
      kind: 'drop',
      status: undefined,
      match: { body: { 'data.survey_id': two.survey_id }, path: '/b' },
    })
    for (const each of [one, two]) requireOk(await push(each))
    await service.emulator.idle()
    expect(received.sort()).toEqual([`/a ${two.survey_id}`, `/b ${one.survey_id}`])
  })
})

describe('a fault brings an answer of its own', () => {
  test.each([
    [{ body: { org_id: null } }, 'application/json', '{"org_id":null}'],
    [{ body: '[1' }, 'text/plain; charset=utf-8', '[1'],
    [{ body: '[1]' }, 'application/json', '[1]'],
    [{ body: '<p>', headers: { 'content-type': 'text/html', 'X-Proxy': 'yes' } }, 'text/html', '<p>'],
  ])('%j', async (own, type, text) => {
    await fault({ operation: 'getMe', status: 502, ...own })
    const answer = await service.call('GET', '/me')
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([502, type, text])
    expect(answer.headers['x-proxy']).toBe((own as Json).headers?.['X-Proxy'])
    expect(answer.headers['x-request-id']).toBeDefined()
  })

  it('headers alone leave the error as it is', async () => {
    await fault({ operation: 'getMe', status: 429, headers: { 'retry-after': 'soon' } })
    const answer = await service.call('GET', '/me')
    expect([answer.headers['retry-after'], answer.json.error.code]).toEqual(['soon', 'RATE_LIMITED'])
  })
})

test.each([
  [{ match: { path: 'me' } }, 400, 'match.path'],
  [{ match: { member: 1 } }, 400, 'match.member'],
  [{ match: { body: { 'a..b': 1 } } }, 400, 'match.body'],
  [{ match: { body: { a: { b: 1 } } } }, 400, 'match.body.a'],
  [{ match: { key_id: 'nobody' } }, 404, undefined],
  [{ match: { source_id: '99' } }, 404, undefined],
  [{ operation: 'webhook', kind: 'drop', match: { key_id: 'nobody' } }, 400, 'match.key_id'],
  [{ kind: 'reset', body: 'x' }, 400, 'body'],
  [{ kind: 'reset', headers: { a: 'b' } }, 400, 'headers'],
  [{ status: 204, body: 'x' }, 400, 'body'],
  [{ headers: { 'Content-Length': '3' } }, 400, 'headers'],
  [{ headers: { 'a b': '3' } }, 400, 'headers'],
  [{ headers: { a: 'b\r\nc: d' } }, 400, 'headers.a'],
])('%j is refused', async (setting, status, member) => {
  const base = { operation: 'getMe', times: 1, ...('kind' in setting ? {} : { kind: 'status', status: 500 }) }
  const answer = await service.control('POST', '/faults', { ...base, ...setting })
  expect(answer.status, answer.text).toBe(status)
  if (member) expect(Object.keys(answer.json.error.details)[0]).toBe(member)
})

it('a body of more than 10,000 characters is refused', async () => {
  const setting = { operation: 'getMe', kind: 'status', status: 500, times: 1, body: 'x'.repeat(10_000) }
  const answer = await service.control('POST', '/faults', setting)
  expect([answer.status, answer.json.error.message]).toEqual([400, 'body must have at most 10,000 characters'])
})

it('a target survives a restart and an export, and comes with a seed', async () => {
  const files = createMemoryFiles()
  const seed = {
    groups: [{ name: 'Shops', sources: [{ title: 'Reviews', id: '7' }] }],
    keys: [{ api_key: `inpk_test_EMUnightly_${`${'A'.repeat(43)}=`}`, label: 'CI', scope: 'push' as const }],
    faults: [
      {
        operation: 'pushContent' as const,
        kind: 'status' as const,
        status: 500,
        times: 2,
        match: { source_id: '7', key_id: 'EMUnightly', body: { source_reference: 'x' } },
        headers: { 'X-A': 'b' },
        body: { broken: [1] },
      },
    ],
  }
  const start = (more = {}) => startEmulator({ listen: false, files, dataDirectory: '/data', ...more })
  const first = await start({ seed })
  const made = (await first.control.listFaults()).items
  expect(made).toEqual([{ id: '1', hits: 0, ...seed.faults[0] }])
  const portable = await first.control.exportOrganization()
  await first.close()
  const second = await start()
  atEndOfFile(() => second.close())
  expect((await second.control.listFaults()).items).toEqual(made)
  await second.control.importOrganization({ body: portable as never })
  expect((await second.control.listFaults()).items).toEqual(made)
})

test.each([
  ['getMe', { source_id: '1' }, 'source_id', "can't match: requests of getMe name no source"],
  ['getOpenapi', { key_id: 'ANY' }, 'key_id', "can't match: getOpenapi takes no key"],
  ['pushContent', { path: '/content/pusch' }, 'path', "can't match: pushContent is at no such path"],
  ['pushContent', { path: '/api/v2/*' }, 'path', 'its path is /content/push'],
  ['*', { path: '/no/such/path' }, 'path', "can't match: any operation is at no such path"],
  ['listFeedback', { body: { survey_id: '1' } }, 'body', "can't match: requests of listFeedback have no body"],
])('a fault that could never hit is refused: %s %j', async (operation, match, member, reason) => {
  const own = 'key_id' in match ? { key_id: requireOk(await service.control('GET', '/keys')).items[0].id } : match
  const body = { operation, kind: 'status', status: 500, times: 1, match: own }
  const answer = await service.control('POST', '/faults', body)
  expect(answer.status).toBe(400)
  expect(answer.json.error.details[`match.${member}`]?.join()).toContain(reason)
})

test.each([
  ['getAnalysis', { path: '/*/analysis' }],
  ['getAnalysis', { path: '/sources/7/analysis' }],
  ['getAnalysis', { source_id: '1' }],
  ['listFeedback', { source_id: '1' }],
  ['uploadFeedback', { source_id: '1' }],
  ['pushContent', { path: '*p*h', body: { own: '1' } }],
  ['*', { path: '*' }],
])('one that may hit is not: %s %j', async (operation, match) => {
  requireOk(await service.control('POST', '/faults', { operation, kind: 'status', status: 500, times: 1, match }))
})

test.each([
  ['/a/*/c', '/a/b/c', true],
  ['/a/*', '/a', false],
  ['/*c', '/a/b/c', true],
  ['/*b*b', '/ab', false],
  ['/*b*b', '/abb', true],
  ['*push', '/content/push', true],
  ['*push', '/content/push/bulk', false],
  ['/a', '/a/', false],
])('the path %s and %s: %s', (path, sent, fits) => {
  expect(matchesTarget({ path }, { paths: [sent], sourceIds: [], body: undefined })).toBe(fits)
})
