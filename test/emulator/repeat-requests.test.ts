import { afterAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { type ControlClient, createControlClient } from '../../src/client/control.js'
import type { RequestRecord } from '../../src/contract/control/requests.js'
import { readHar } from '../../src/har/index.js'

describe('the request log', async () => {
  const emulator: Emulator = await startEmulator({ listen: false })
  const control: ControlClient = createControlClient({
    dashboardUrl: emulator.dashboardUrl,
    transport: emulator.handle,
  })
  const key = emulator.apiKeys.test.all
  afterAll(() => emulator.close())

  it('sends a request again with its body and its well-known key', async () => {
    const logged = await send('POST', '/api/input/survey_series/create', key, { name: 'Support' })
    const again = await control.resendRequest({ params: { id: logged.id } })
    expect(again).toMatchObject({ method: 'POST', path: logged.path, status: 200, key_id: logged.key_id })
    expect(again.id).not.toBe(logged.id)
    expect(again.request_body).toBe(logged.request_body)
    expect((await control.listRequests()).items[0]!.id).toBe(again.id)
  })

  it('refuses where it does not have the key or the whole body, and an unknown id', async () => {
    const { api_key } = await control.createKey({ body: { label: 'Own', environment: 'test', scope: 'all' } })
    const withOwn = await send('GET', '/api/input/me', api_key)
    await expect(control.resendRequest({ params: { id: withOwn.id } })).rejects.toThrow('holds no API keys')
    const long = await send('POST', '/api/input/survey_series/create', key, { name: 'x'.repeat(70_000) })
    await expect(control.resendRequest({ params: { id: long.id } })).rejects.toThrow("only part of this request's body")
    const bad = await send('GET', '/api/input/me', 'no-key-at-all')
    await expect(control.resendRequest({ params: { id: bad.id } })).rejects.toThrow('holds no API keys')
    await expect(control.resendRequest({ params: { id: 'req_none' } })).rejects.toThrow('request req_none not found')
  })

  it('is a HAR file, oldest first, without secrets: all of it, or what was chosen', async () => {
    const all = await control.exportRequests()
    expect(JSON.stringify(all)).not.toContain(key.slice(-44))
    const { items } = await control.listRequests()
    expect(all.log.entries).toHaveLength(items.length)
    const chosen = await control.exportRequests({ query: { ids: `${items[0]!.id},${items.at(-1)!.id}` } })
    const exchanges = []
    for await (const each of readHar(Buffer.from(JSON.stringify(chosen)))) exchanges.push(each)
    expect(exchanges.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${emulator.baseUrl}/api/input/survey_series/create`,
      `GET ${emulator.baseUrl}/api/input/me`,
    ])
    expect(Buffer.from(exchanges[0]!.requestBody!).toString()).toBe('{"name":"Support"}')
    expect(exchanges[0]!.requestHeaders.authorization).toBe('[removed]')
    const refused = await control.exportRequests({ query: { status: '4xx' } })
    expect(refused.log.entries.map(({ response }) => (response as { status: number }).status)).toEqual([400, 401])
  })

  it('says in the HAR file that a body is longer than what the log keeps', async () => {
    const { log } = await control.exportRequests({ query: { text: 'xxxxxxxxxx' } })
    const { postData } = log.entries[0]!.request as { postData: { comment: string; _incomplete: boolean } }
    expect(postData).toMatchObject({ _incomplete: true })
  })

  async function send(method: string, path: string, apiKey: string, body?: object): Promise<RequestRecord> {
    await emulator.handle({
      method,
      url: emulator.baseUrl + path,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: '*/*' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { items } = await control.listRequests()
    return items.find((each) => each.path === path)!
  }
})
