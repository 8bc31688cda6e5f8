import { expect, test } from 'vitest'
import { startService } from '../service.js'
import { CALLBACK, handSignIn } from './sign-in.js'

async function open(members: Record<string, unknown> = {}) {
  const service = await startService()
  const hand = handSignIn(service)
  const { client_id } = (await hand.register(members)).json
  const path = `/oauth/approve/${await hand.requestId(client_id)}`
  return { service, path, clientId: client_id as string, page: service.emulator.dashboardUrl + path, ...hand }
}

test('the page names the assistant, what it may do and where it leads, and asks who one is, without any script', async () => {
  const { page, get } = await open({ client_name: '<script>alert(1)</script>"' })
  const { status, headers, text } = await get(page)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).not.toContain('<script')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')
  expect(text).toContain('127.0.0.1:33418')
  const { register } = handSignIn(await startService())
  expect((await register({ client_name: 'A\u202egnp.exe\u0007\n' })).json.client_name).toBe('Agnp.exe')
  expect(text).toContain('<option value="1/1">Owner (owner@example.com)</option>')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['referrer-policy']).toBe('same-origin')
})

test('approving leads back to the assistant with a code that works; a second answer finds nothing', async () => {
  const { path, form, exchange, clientId, ask, service } = await open()
  const origin = { origin: service.emulator.dashboardUrl }
  const answer = await form(path, { decision: 'approve', member: '1/1' }, origin)
  const back = new URL(answer.headers.location!)
  expect([answer.status, back.origin + back.pathname]).toEqual([303, CALLBACK])
  expect([...back.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
  const { access_token } = (await exchange(clientId, back.searchParams.get('code')!)).json
  expect((await ask(access_token)).status).toBe(200)
  const again = await form(path, { decision: 'approve', member: '1/1' }, origin)
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('already answered')])
})

test('denying tells the assistant, and nothing is left', async () => {
  const { path, form, service } = await open()
  const { searchParams } = new URL((await form(path, { decision: 'deny', member: '1/1' })).headers.location!)
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null])
  expect((await service.control('GET', '/connections')).json.items).toEqual([])
})

test('a foreign page cannot press the button', async () => {
  const { path, form, service } = await open()
  for (const origin of ['https://evil.example', 'null', service.emulator.baseUrl]) {
    expect((await form(path, { decision: 'approve', member: '1/1' }, { origin })).status).toBe(403)
  }
  expect((await service.control('GET', '/connections')).json.items).toMatchObject([{ state: 'requested' }])
})

test('without a member, an unknown one or another decision the page is shown again, and nothing is decided', async () => {
  const { path, form, service } = await open()
  for (const members of [
    { decision: 'approve' },
    { decision: 'approve', member: '1/99' },
    { decision: 'approve', member: '9/1' },
    { member: '1/1' },
    { decision: 'x', member: '1/constructor' },
  ] as Record<string, string>[]) {
    const answer = await form(path, members)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('role="alert"')])
  }
  await service.control('PATCH', '/members/1', { active: false })
  expect((await form(path, { decision: 'approve', member: '1/1' })).status).toBe(400)
  expect((await service.control('GET', '/connections')).json.items).toMatchObject([{ state: 'requested' }])
})

test('each host answers under the name it was asked by', async () => {
  const { service, get } = await open()
  const json = async (url: string) => (await get(url)).json
  const api = service.emulator.baseUrl.replace('127.0.0.1', 'localhost')
  const dashboard = service.emulator.dashboardUrl.replace('127.0.0.1', 'localhost')
  for (const [suffix, resource] of [
    ['/mcp', `${api}/mcp`],
    ['/api/input/mcp', `${api}/api/input/mcp`],
    ['/api/v1/mcp', `${api}/api/v1/mcp`],
    ['', api],
  ]) {
    const found = await json(`${api}/.well-known/oauth-protected-resource${suffix}`)
    expect(found).toMatchObject({ resource, authorization_servers: [dashboard], scopes_supported: ['mcp_read'] })
  }
  for (const host of [api, dashboard]) {
    const found = await json(`${host}/.well-known/oauth-authorization-server`)
    expect(found).toMatchObject({
      issuer: dashboard,
      token_endpoint: `${dashboard}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
    })
  }
  expect((await get(`${api}/.well-known/oauth-protected-resource/me`)).status).toBe(404)
  expect((await get(`${dashboard}/.well-known/openid-configuration`)).status).toBe(404)
})
