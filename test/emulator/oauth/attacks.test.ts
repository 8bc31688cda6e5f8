import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Service, startService } from '../service.js'
import { CALLBACK, challengeOf, handSignIn, VERIFIER } from './sign-in.js'

async function open() {
  const service = await startService()
  return { service, ...handSignIn(service) }
}

const refusal = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error]

test('a code counts once: a second use is refused, and the tokens of the first die with the connection', async () => {
  const { service, register, code, exchange, refresh, ask } = await open()
  const { client_id } = (await register()).json
  const given = await code(client_id)
  const { access_token, refresh_token } = (await exchange(client_id, given)).json
  expect((await ask(access_token)).status).toBe(200)
  expect(refusal(await exchange(client_id, given))).toEqual([400, 'invalid_grant'])
  expect((await ask(access_token)).status).toBe(401)
  expect(refusal(await refresh(client_id, refresh_token))).toEqual([400, 'invalid_grant'])
  expect((await service.control('GET', '/connections')).json.items[0].state).toBe('revoked')
})

test('a registration that cannot be read is refused in the words of RFC 7591', async () => {
  const { service } = await open()
  const url = `${service.emulator.dashboardUrl}/oauth/register`
  for (const body of ['{"client_name":', '', '[1]', '"x"', `{"a":"${'x'.repeat(70_000)}"}`]) {
    const headers = { 'content-type': 'application/json' }
    const { status, body: bytes } = await service.emulator.handle({ method: 'POST', url, headers, body })
    const json = JSON.parse(Buffer.from(bytes).toString())
    expect([status, Object.keys(json), json.error]).toEqual([
      body.length > 65_536 ? 413 : 400,
      ['error', 'error_description'],
      'invalid_client_metadata',
    ])
  }
})

test('a code is for the client, the address, the verifier and the resource it was asked with', async () => {
  const { register, code, exchange, ask } = await open()
  const [mine, other] = [(await register()).json.client_id, (await register()).json.client_id]
  const given = await code(mine)
  expect(refusal(await exchange(other, given))).toEqual([400, 'invalid_grant'])
  for (const wrong of [
    { code_verifier: 'w'.repeat(43) },
    { code_verifier: '' },
    { code_verifier: challengeOf(VERIFIER) },
    { redirect_uri: 'http://127.0.0.1:33419/callback' },
    { redirect_uri: '' },
  ] as Record<string, string>[]) {
    expect(refusal(await exchange(mine, given, wrong)), JSON.stringify(wrong)).toEqual([400, 'invalid_grant'])
  }
  expect(refusal(await exchange(mine, given, { resource: 'https://elsewhere.example/mcp' }))).toEqual([
    400,
    'invalid_target',
  ])
  const answer = await exchange(mine, given)
  expect([answer.status, answer.headers['cache-control'], answer.json.token_type, answer.json.expires_in]).toEqual([
    200,
    'no-store',
    'Bearer',
    3_600,
  ])
  expect((await ask(answer.json.access_token)).status).toBe(200)
})

test('codes, access and refresh tokens expire on the clock of the organisation', async () => {
  const { service, register, code, exchange, refresh, ask, signIn, requestId } = await open()
  const { client_id } = (await register()).json
  const late = await code(client_id)
  await service.control('POST', '/clock/advance', { by: '5m' })
  expect(refusal(await exchange(client_id, late))).toEqual([400, 'invalid_grant'])
  const tokens = await signIn()
  await service.control('POST', '/clock/advance', { by: '59m' })
  expect((await ask(tokens.access_token)).status).toBe(200)
  await service.control('POST', '/clock/advance', { by: '1m' })
  expect((await ask(tokens.access_token)).status).toBe(401)
  await service.control('POST', '/clock/advance', { by: '30d' })
  expect(refusal(await refresh(tokens.clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant'])
  const request_id = await requestId(client_id)
  await service.control('POST', '/clock/advance', { by: '10m' })
  const approved = await service.control('POST', '/connections', { request_id, member_id: '1' })
  expect([approved.status, approved.json.error.code]).toEqual([404, 'NOT_FOUND'])
})

test('a refresh token counts once, gives a new pair, and its second use ends the connection', async () => {
  const { refresh, ask, signIn } = await open()
  const first = await signIn()
  const second = (await refresh(first.clientId, first.refresh_token)).json
  expect((await ask(first.access_token)).status).toBe(401)
  expect((await ask(second.access_token)).status).toBe(200)
  expect(refusal(await refresh(first.clientId, first.access_token))).toEqual([400, 'invalid_grant'])
  expect(refusal(await refresh(first.clientId, first.refresh_token))).toEqual([400, 'invalid_grant'])
  expect((await ask(second.access_token)).status).toBe(401)
  expect(refusal(await refresh(first.clientId, second.refresh_token))).toEqual([400, 'invalid_grant'])
})

test('revocation: an access token dies alone, a refresh token with its connection, one of another client is refused', async () => {
  const { form, ask, refresh, signIn, register } = await open()
  const mine = await signIn()
  const { client_id: other } = (await register()).json
  const give = (client_id: string, token: string) => form('/oauth/revoke', { client_id, token })
  expect(refusal(await give(other, mine.access_token))).toEqual([400, 'invalid_grant'])
  expect((await ask(mine.access_token)).status).toBe(200)
  expect((await give(mine.clientId, mine.access_token)).status).toBe(200)
  expect((await ask(mine.access_token)).status).toBe(401)
  const fresh = (await refresh(mine.clientId, mine.refresh_token)).json
  expect((await give(mine.clientId, fresh.refresh_token)).status).toBe(200)
  expect((await ask(fresh.access_token)).status).toBe(401)
  expect((await give(mine.clientId, 'inpk_rt_nothing')).status).toBe(200)
})

test('a sign-in is answered once, by an active member, and belongs to the organisation of that member', async () => {
  const { service, register, requestId, exchange, ask } = await open()
  const base = service.emulator.dashboardUrl
  const send = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await service.emulator.handle({
      method: 'POST',
      url: base + path,
      headers,
      body: JSON.stringify(body),
    })
    return JSON.parse(Buffer.from(answer.body).toString())
  }
  const { org_id } = await send('/_emulator/orgs', {})
  const { client_id } = (await register()).json
  const request_id = await requestId(client_id)
  const nobody = await service.control('POST', '/connections', { request_id, member_id: '99' })
  expect([nobody.status, nobody.json.error.code]).toEqual([404, 'NOT_FOUND'])
  const { redirect_to } = await send(`/_emulator/orgs/${org_id}/connections`, { request_id, member_id: '1' })
  expect((await service.control('POST', '/connections', { request_id, member_id: '1' })).status).toBe(404)
  expect((await service.control('GET', '/connections')).json.items).toEqual([])
  const { access_token } = (await exchange(client_id, new URL(redirect_to).searchParams.get('code')!)).json
  expect((await ask(access_token)).status).toBe(200)
  const headers = { authorization: `Bearer ${access_token}` }
  const me = await service.emulator.handle({ method: 'GET', url: `${service.emulator.baseUrl}/me`, headers })
  expect(JSON.parse(Buffer.from(me.body).toString())).toMatchObject({
    org_id: Number(org_id),
    key: { permissions: ['mcp_read'] },
  })
})

test('a token reads over MCP and introspects, and is refused everywhere else', async () => {
  const { service, signIn } = await open()
  const { access_token } = await signIn()
  expect((await service.call('GET', '/me', undefined, { key: access_token })).status).toBe(200)
  expect((await service.call('GET', '/feedback', undefined, { key: access_token })).status).toBe(403)
  expect((await service.call('POST', '/survey_series/create', { name: 'xx' }, { key: access_token })).status).toBe(403)
})

test('a connection stops with its member, and works again with them', async () => {
  const { service, signIn, ask } = await open()
  const { access_token } = await signIn()
  await service.control('PATCH', '/members/1', { active: false })
  const stopped = await ask(access_token)
  expect([stopped.status, stopped.json.error.code]).toEqual([403, 'MCP_KEY_UNBOUND'])
  await service.control('PATCH', '/members/1', { active: true })
  expect((await ask(access_token)).status).toBe(200)
})

test('an unknown client or an address that was not registered is told to the person, never answered there', async () => {
  const { register, authorize, service } = await open()
  const { client_id } = (await register({ redirect_uris: [CALLBACK, 'https://app.example.com/cb?x=1'] })).json
  expect((await authorize('nobody')).status).toBe(400)
  for (const redirect_uri of [
    'https://app.example.com/cb',
    'https://app.example.com/cb?x=1&y=2',
    'https://app.example.com/cb?x=1#f',
    'https://app.example.com.evil.example/cb?x=1',
    'https://app.example.com:8443/cb?x=1',
    'http://127.0.0.1:33418/callback/',
    'http://127.0.0.1:33418/callback?x',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost:33418/callback',
    'http://evil@127.0.0.1:33418/callback',
    'javascript:alert(1)',
    '',
  ]) {
    const { status, headers } = await authorize(client_id, { redirect_uri })
    expect([redirect_uri, status, headers.location]).toEqual([redirect_uri, 400, undefined])
  }
  expect((await authorize(client_id, { redirect_uri: 'http://127.0.0.1:5/callback' })).status).toBe(303)
  expect((await service.control('GET', '/connections')).json.items).toHaveLength(1)
})

test('what else is wrong with a sign-in is told to the assistant, with state and iss', async () => {
  const { register, authorize, service } = await open()
  const { client_id } = (await register()).json
  for (const [members, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'mcp_read all' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ resource: `${service.emulator.baseUrl}/me` }, 'invalid_target'],
  ] as [Record<string, string>, string][]) {
    const { searchParams } = new URL((await authorize(client_id, members)).headers.location!)
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      error,
      's1',
      service.emulator.dashboardUrl,
    ])
  }
})

test.each([
  ['a line break, which would begin a header of its own', 'https://a.example/cb\r\nSet-Cookie: sid=1'],
  ['a line feed that a URL parser drops', 'https://a.example/c\nb'],
  ['a carriage return at its end', 'https://a.example/cb\r'],
  ['a NUL', 'https://a.example/cb\0'],
  ['a blank', 'https://a.example/c b'],
  ['a character no header can hold', 'https://a.example/漢'],
  ['one that arrives in a header as another', 'https://a.example/é'],
])('a redirect URI with %s is neither registered nor redirected to', async (_, uri) => {
  const { register, authorize } = await open()
  expect(refusal(await register({ redirect_uris: [uri] }))).toEqual([400, 'invalid_redirect_uri'])
  const loopback = 'http://127.0.0.1:1/cb'
  const { client_id } = (await register({ redirect_uris: ['https://a.example/cb', loopback] })).json
  for (const redirect_uri of [uri, uri.replace('https://a.example', 'http://127.0.0.1:2')]) {
    const { status, headers } = await authorize(client_id, { redirect_uri })
    expect([status, headers.location]).toEqual([400, undefined])
  }
})

test('registration refuses addresses an attacker would like, and what it cannot do', async () => {
  const { register } = await open()
  for (const uri of [
    'http://example.com/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/#x',
    'https://u:p@a.example/',
    'x',
    '',
    'cursor://cb',
  ]) {
    expect([uri, ...refusal(await register({ redirect_uris: [uri] }))]).toEqual([uri, 400, 'invalid_redirect_uri'])
  }
  for (const members of [{ redirect_uris: [] }, { redirect_uris: Array(21).fill(CALLBACK) }]) {
    expect(refusal(await register(members))).toEqual([400, 'invalid_redirect_uri'])
  }
  for (const members of [
    { token_endpoint_auth_method: 'private_key_jwt' },
    { grant_types: ['implicit'] },
    { response_types: ['token'] },
    { client_name: 7 },
    { redirect_uris: 'x' },
  ]) {
    expect(refusal(await register(members))).toEqual([400, 'invalid_client_metadata'])
  }
  expect((await register({ logo_uri: 'https://a.example/l.png', tos_uri: 'x' })).status).toBe(201)
})

test('a client with a secret must bring it, the way it registered', async () => {
  const { register, code, exchange, form } = await open()
  const { client_id, client_secret } = (await register({ token_endpoint_auth_method: 'client_secret_post' })).json
  const given = await code(client_id)
  expect(refusal(await exchange(client_id, given))).toEqual([401, 'invalid_client'])
  expect(refusal(await exchange(client_id, given, { client_secret: 'wrong' }))).toEqual([401, 'invalid_client'])
  expect((await exchange(client_id, given, { client_secret })).status).toBe(200)

  const basic = (await register({ token_endpoint_auth_method: 'client_secret_basic' })).json
  const credentials = Buffer.from(`${basic.client_id}:${basic.client_secret}`).toString('base64')
  const grant = {
    grant_type: 'authorization_code',
    code: await code(basic.client_id),
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  }
  const wrong = await form('/oauth/token', grant, {
    authorization: `Basic ${Buffer.from(`${basic.client_id}:x`).toString('base64')}`,
  })
  expect([...refusal(wrong), wrong.headers['www-authenticate']]).toEqual([401, 'invalid_client', 'Basic'])
  expect((await form('/oauth/token', grant, { authorization: `Basic ${credentials}` })).status).toBe(200)
})

test('a client that did not ask for refresh tokens gets none', async () => {
  const { register, code, exchange } = await open()
  const { client_id } = (await register({ grant_types: undefined })).json
  expect((await exchange(client_id, await code(client_id))).json).not.toHaveProperty('refresh_token')
})

test('foreign Host or Origin is refused at every door of the sign-in', async () => {
  const { service } = await open()
  const { emulator } = service
  const doors: [string, string][] = [
    ['GET', `${emulator.baseUrl}/.well-known/oauth-protected-resource/mcp`],
    ['GET', `${emulator.dashboardUrl}/.well-known/oauth-authorization-server`],
    ['POST', `${emulator.dashboardUrl}/oauth/register`],
    ['GET', `${emulator.dashboardUrl}/oauth/authorize`],
    ['GET', `${emulator.dashboardUrl}/oauth/approve/x`],
    ['POST', `${emulator.dashboardUrl}/oauth/approve/x`],
    ['POST', `${emulator.dashboardUrl}/oauth/token`],
    ['POST', `${emulator.dashboardUrl}/oauth/revoke`],
  ]
  for (const [method, url] of doors) {
    const { port } = new URL(url)
    for (const headers of [
      { host: `evil.example:${port}` },
      { host: `127.0.0.1.nip.io:${port}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:1` },
    ]) {
      expect([url, (await emulator.handle({ method, url, headers: headers as never })).status]).toEqual([url, 403])
    }
  }
})

test('hostile bodies end in a refusal, never in a fault', async () => {
  const { service, form } = await open()
  const url = `${service.emulator.dashboardUrl}/oauth/register`
  const headers = { 'content-type': 'application/json' }
  for (const body of [
    '',
    '[]',
    'null',
    '1',
    '"x"',
    '['.repeat(10_000),
    '{"redirect_uris":'.repeat(5_000),
    `{"client_name":"${'x'.repeat(70_000)}"}`,
    '{"__proto__":{"redirect_uris":["https://a.example"]}}',
  ]) {
    expect((await service.emulator.handle({ method: 'POST', url, headers, body })).status).toBeGreaterThanOrEqual(400)
    expect((await service.emulator.handle({ method: 'POST', url, headers, body })).status).toBeLessThan(500)
  }
  for (const members of [
    {},
    { grant_type: 'password' },
    { grant_type: 'constructor' },
    { grant_type: 'authorization_code', code: '__proto__', client_id: 'constructor' },
  ] as Record<string, string>[]) {
    const { status } = await form('/oauth/token', members)
    expect([400, 401]).toContain(status)
  }
  const twice = {
    method: 'POST',
    url: `${service.emulator.dashboardUrl}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=a&grant_type=b',
  }
  expect((await service.emulator.handle(twice)).status).toBe(400)
})

test('no secret of a sign-in is on disk, in the request log, in the log of changes or in the listing; a restart keeps the connection', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'inpk-oauth-'))
  try {
    const service: Service = await startService({ dataDirectory })
    const hand = handSignIn(service)
    const { client_id, client_secret } = (await hand.register({ token_endpoint_auth_method: 'client_secret_post' }))
      .json
    const given = await hand.code(client_id)
    const { access_token, refresh_token } = (await hand.exchange(client_id, given, { client_secret })).json
    await hand.ask(access_token)
    await service.call('GET', `/me?token=${access_token}`, undefined, {
      key: access_token,
      headers: { 'x-copy': refresh_token },
    })
    const seen = [
      await service.control('GET', '/requests'),
      await service.control('GET', '/log'),
      await service.control('GET', '/connections'),
    ]
    await service.emulator.close()
    const texts = [...seen.map(({ text }) => text), ...filesIn(dataDirectory)]
    for (const secret of [client_secret, given, access_token, refresh_token, VERIFIER]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([])
    }
    const again = handSignIn(await startService({ dataDirectory }))
    expect((await again.ask(access_token)).status).toBe(200)
    expect((await again.refresh(client_id, refresh_token, { client_secret })).status).toBe(200)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}
