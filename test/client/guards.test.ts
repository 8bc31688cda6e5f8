import { describe, expect, test } from 'vitest'
import type { ClientSettings } from '../../src/client/client-types.js'
import { createClient } from '../../src/client/index.js'
import { formatApiKey, parseApiKey } from '../../src/contract/api-key.js'
import { BASE_URL, KEY, ME, REAL_KEY, type Reply, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

function open(settings: Partial<ClientSettings>, ...replies: Reply[]) {
  const { transport, requests } = scriptedTransport(replies[0] ?? { body: ME }, ...replies.slice(1))
  const make = () =>
    createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock(), ...settings })
  return { make, requests }
}

const secret = `${'C'.repeat(43)}=`

describe('[KEY-10] a malformed key is refused before any request, and never shown (D5)', () => {
  const vectors = [
    '',
    ' ',
    '\n',
    `${KEY}\n`,
    ` ${KEY}`,
    `${KEY} `,
    `${KEY}\r\n`,
    `"${KEY}"`,
    `'${KEY}'`,
    `Bearer ${KEY}`,
    `bearer ${KEY}`,
    `inpk_test_ABCDEFGHIJ_${secret.slice(1)}`,
    `inpk_test_ABCDEFGHIJ_A${secret}`,
    `inpk_test_ABCDEFGHIJ_${secret.slice(0, -1)}A`,
    `inpk_test_ABCDEFGHI_${secret}`,
    `inpk_test_ABCDEFGHIJK_${secret}`,
    `inpk_test_ABCDEFG-IJ_${secret}`,
    `inpk_prod_ABCDEFGHIJ_${secret}`,
    `inpk_TEST_ABCDEFGHIJ_${secret}`,
    `INPK_test_ABCDEFGHIJ_${secret}`,
    `sk_test_ABCDEFGHIJ_${secret}`,
    `inpk_test_${secret}`,
    'inpk_test_',
    'inpk',
    `inpk_test_ABCDEFGHIJ_${'é'.repeat(43)}=`,
    `inpk_test_ABCDEFGHIJ_${'-'.repeat(43)}=`,
    `inpk_test_ABC\nEFGHIJ_${secret}`,
    `inpk_test_ABCDEFGHIJ_${secret}\0`,
    `inpk_test_ABCDEFGHIJ ${secret}`,
    `﻿${KEY}`,
    `inpk_live_test_ABCDEFGHIJ_${secret}`,
  ]

  test.each(vectors)('%j', async (apiKey) => {
    const { make, requests } = open({ apiKey })
    const error = await make()
      .getMe()
      .catch((refusal: Error) => refusal)
    expect(error).toMatchObject({ name: 'InputError', code: apiKey === '' ? 'API_KEY_MISSING' : 'API_KEY_MALFORMED' })
    expect(requests).toEqual([])
    for (const part of [secret.slice(0, 20), KEY.slice(20), 'é'.repeat(3)])
      expect(JSON.stringify([(error as Error).message, error])).not.toContain(part)
  })

  test('without one, the error says how a program passes it, not how a command finds it', async () => {
    const without = createClient({ baseUrl: BASE_URL, transport: scriptedTransport({ body: ME }).transport })
    await expect(without.getMe()).rejects.toMatchObject({
      code: 'API_KEY_MISSING',
      message: 'no API key is set',
      hint: 'Pass `apiKey` to `createClient`.',
    })
  })

  test('a sound one is taken apart and put together again', () => {
    const parts = parseApiKey(KEY)!
    expect(parts).toEqual({ environment: 'test', id: 'EMUabcdef1', secret: `${'A'.repeat(43)}=` })
    expect(formatApiKey(parts)).toBe(KEY)
  })
})

describe('credentials go to the configured origin only (D6)', () => {
  test.each([
    'ftp://service.test',
    'service.test',
    '',
    'https://',
    'javascript:alert(1)',
    'https://user:pass@service.test',
    'https://service.test?x=1',
    'https://service.test#x',
  ])('a base URL that is none is refused: %j', (baseUrl) => {
    expect(open({ baseUrl }).make).toThrow(expect.objectContaining({ code: 'BASE_URL_INVALID' }))
  })

  test.each(['api', '@evil.test/', '.evil.test', ':1/x', '/x?y', '/x#y'])(
    'a prefix that is no path is refused: %j',
    (prefix) => {
      expect(open({ prefix }).make).toThrow(expect.objectContaining({ code: 'BASE_URL_INVALID' }))
    },
  )

  test('plain http is for this machine only, even with force', async () => {
    for (const baseUrl of [
      'http://service.test',
      'http://192.168.1.7:4600',
      'http://localhost.evil.test',
      'http://127.0.0.1.nip.io',
      'http://0.0.0.0:4600',
    ]) {
      const { make, requests } = open({ baseUrl, apiKey: REAL_KEY, force: true })
      await expect(make().getMe()).rejects.toMatchObject({ code: 'PLAIN_HTTP_REFUSED' })
      expect(requests).toEqual([])
    }
  })

  test.each([
    'http://localhost:4600',
    'http://127.0.0.1:4600',
    'http://[::1]:4600',
    'http://127.9.9.9',
    'http://2130706433',
    'https://localhost',
  ])('%s is this machine', async (baseUrl) => {
    const { make, requests } = open({ baseUrl })
    await make().getMe()
    expect(requests).toHaveLength(1)
  })

  test.each(['//evil.test/x', 'https://evil.test/x', '@evil.test/x', '.evil.test/x', ':99/x', '\\\\evil.test\\x'])(
    'a raw path does not lead away: %s',
    async (path) => {
      const { make, requests } = open({ baseUrl: 'https://service.test', apiKey: REAL_KEY })
      await make()
        .request({ method: 'GET', path })
        .catch(() => undefined)
      for (const { url } of requests) expect(new URL(url).origin).toBe('https://service.test')
    },
  )

  test.each(['..', '.', '', '\ud800'])('an identifier does not change the path: %j', async (id) => {
    const { make, requests } = open({})
    await expect(make().getAnalysis({ params: { id } })).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' })
    expect(requests).toEqual([])
  })

  test('an identifier with a slash stays one part of the path', async () => {
    const { make, requests } = open({}, { body: { analysis_status: 'none', analysis_id: null } })
    await make().getAnalysis({ params: { id: '../../me?x#y' } })
    expect(requests[0]!.url).toBe(`${BASE_URL}/api/input/sources/..%2F..%2Fme%3Fx%23y/analysis`)
  })

  test('a redirect is not followed and its target sees nothing', async () => {
    const { make, requests } = open({}, { status: 307, headers: { location: 'https://evil.test/' } })
    await expect(make().getMe()).rejects.toMatchObject({ name: 'WrongHostError' })
    expect(requests).toHaveLength(1)
  })
})

describe('the interlock', () => {
  test('a key of the service never goes to loopback, unless forced', async () => {
    const { make, requests } = open({ apiKey: REAL_KEY })
    await expect(make().getMe()).rejects.toMatchObject({ code: 'REAL_KEY_REFUSED' })
    expect(requests).toEqual([])
    const forced = open({ apiKey: REAL_KEY, force: true })
    await forced.make().getMe()
    expect(forced.requests).toHaveLength(1)
  })

  test('a key of an emulator goes abroad only where an emulator answers, which is asked without credentials', async () => {
    const settings = { baseUrl: 'https://emulator.test' }
    const { make, requests } = open(settings, { body: { status: 'ok' } }, { body: ME })
    const client = make()
    await client.getMe()
    await client.getMe()
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/_emulator/health',
      '/api/input/me',
      '/api/input/me',
    ])
    expect(requests[0]!.headers).not.toHaveProperty('authorization')
  })

  test.each<[string, Reply]>([
    ['404', { status: 404, body: {} }],
    ['a web page', { body: '<html>' }],
    ['another JSON', { body: { status: 'up' } }],
    ['nothing', { fail: new Error('no route') }],
  ])('and nowhere else: %s', async (_, reply) => {
    const { make, requests } = open({ baseUrl: 'https://service.test' }, reply)
    await expect(make().getMe()).rejects.toMatchObject({ code: 'EMULATOR_KEY_REFUSED' })
    expect(requests.every(({ headers }) => !('authorization' in headers))).toBe(true)
  })

  test('the description needs no key', async () => {
    const { make, requests } = open({ apiKey: '' }, { body: { openapi: '3.1.0' } })
    await make().getOpenapi()
    expect(requests[0]!.url).toBe(`${BASE_URL}/api/v1/openapi.json`)
    expect(requests[0]!.headers).not.toHaveProperty('authorization')
  })
})
