import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectEmulator, type Emulator, type EmulatorAddresses, startEmulator } from '../../emulator/index.js'
import { createControlClient } from '../../src/client/control.js'
import { createClient } from '../../src/client/index.js'
import { openTestEmulator } from '../../src/vitest/emulator-of-run.js'
import { setupWith } from '../../src/vitest/setup.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ https: true, allowHosts: ['emulator'], port: 0 })
})
afterAll(() => emulator.close())

const client = (certificate: string | undefined) =>
  createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.all, certificate, retries: 0 })

describe('an emulator that speaks HTTPS', () => {
  test('serves both hosts with a certificate of its own, which a client has to be given', async () => {
    expect([emulator.baseUrl, emulator.dashboardUrl].map((url) => new URL(url).protocol)).toEqual(['https:', 'https:'])
    const me = await client(emulator.certificate).getMe()
    expect(me.org_id).toBe(1)
    const group = await client(emulator.certificate).createGroup({ body: { name: 'Shop' } })
    expect(group.created).toBe(true)
    for (const other of [undefined, rootCertificates[0]]) {
      await expect(client(other).getMe()).rejects.toThrow(/certificate/)
    }
  })

  test('is controlled over HTTPS, streams included', async () => {
    const control = createControlClient(emulator)
    expect((await control.getEmulator()).base_url).toBe(emulator.baseUrl)
    const stop = new AbortController()
    const stream = control.streamEvents(stop.signal)[Symbol.asyncIterator]()
    const first = stream.next()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await control.createMember({ body: { name: 'Ada', email: 'ada@example.com' } })
    expect((await first).value).toMatchObject({ event: expect.any(String) })
    stop.abort()
    await stream.return?.(undefined)
  })

  test('is found from another process by its certificate', async () => {
    const { createOrganization } = connectEmulator(emulator)
    const handle = await createOrganization({ name: 'Another' })
    expect((await handle.client.getMe()).org_name).toBe('Another')
  })

  test('is shared by the tests of a vitest run, which trust it', async () => {
    let shared: EmulatorAddresses | undefined
    const stop = await setupWith({ https: true })({ provide: (_key, value) => (shared = value) })
    const { emulator, close } = await openTestEmulator(structuredClone(shared))
    expect((await (await emulator.createOrganization()).client.getMe()).org_id).toBe(2)
    await close()
    await stop()
  })

  test('says so to clients that speak HTTP', async () => {
    const url = emulator.baseUrl.replace('https:', 'http:')
    const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      plainRequest(`${url}/api/input/me`, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode!, body }))
      })
        .on('error', reject)
        .end()
    })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body).error).toEqual({
      code: 'HTTPS_REQUIRED',
      message: 'this emulator speaks HTTPS: use https:// in the address',
    })
  })

  test('names its own addresses with https: where assistants sign in, and what a description says', async () => {
    const { baseUrl, dashboardUrl, handle } = emulator
    const refused = await handle({ method: 'POST', url: `${baseUrl}/api/input/mcp`, headers: {}, body: '{}' })
    expect(refused.headers['www-authenticate']).toContain(`resource_metadata="${baseUrl}/`)
    const url = `${baseUrl}/.well-known/oauth-protected-resource`
    const metadata = JSON.parse(Buffer.from((await handle({ method: 'GET', url, headers: {} })).body).toString())
    expect(metadata).toMatchObject({ resource: baseUrl, authorization_servers: [dashboardUrl] })
  })

  test('closes at once, whatever connections have said nothing', async () => {
    const other = await startEmulator({ https: true })
    const silent = connect(Number(new URL(other.baseUrl).port), '127.0.0.1')
    await new Promise((resolve) => silent.once('connect', resolve))
    silent.on('error', () => undefined)
    await other.close()
    await new Promise((resolve) => (silent.destroyed ? resolve(undefined) : silent.once('close', resolve)))
  })

  test('cuts a connection as one without TLS does, where a fault says so', async () => {
    const { control } = await emulator.createOrganization()
    await control.createFault({ body: { operation: 'getMe', kind: 'reset', times: 1 } })
    const key = (await control.createKey({ body: { label: 'k', environment: 'test', scope: 'all' } })).api_key
    const settings = { baseUrl: emulator.baseUrl, apiKey: key, certificate: emulator.certificate, retries: 0 }
    await expect(createClient(settings).getMe()).rejects.toThrow(
      `could not reach ${emulator.baseUrl}: connection closed before a response`,
    )
    expect((await createClient(settings).getMe()).key.id).toBe(key.split('_')[2])
  })
})
