import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { fetchOver } from '../mcp/connect.js'
import { startService } from '../service.js'
import { memoryProvider } from './sign-in.js'

const identity = { name: 'test', version: '1' }

test.each(['/mcp', '/api/input/mcp', '/api/v1/mcp'])(
  "[MCP-11] the official SDK's client signs in at %s with nothing of ours but the storage it asks for",
  async (path) => {
    const { emulator, control } = await startService()
    const authProvider = memoryProvider()
    const open = () =>
      new StreamableHTTPClientTransport(new URL(emulator.baseUrl + path), {
        authProvider,
        fetch: fetchOver(emulator.handle),
      })
    const first = open()
    await expect(new Client(identity, { versionNegotiation: { mode: 'auto' } }).connect(first)).rejects.toThrow(
      UnauthorizedError,
    )
    expect(authProvider.sentTo!.searchParams.get('resource')).toBe(emulator.baseUrl + path)

    const sent = await emulator.handle({ method: 'GET', url: authProvider.sentTo!.href, headers: {} })
    expect(sent.status).toBe(303)
    const [waiting] = (await control('GET', '/connections')).json.items
    expect(waiting).toMatchObject({ client_name: 'Test assistant', state: 'requested', member_id: null })
    const approved = await control('POST', '/connections', { request_id: waiting.request_id, member_id: '1' })
    expect(approved.json).toMatchObject({ id: waiting.id, state: 'approved', member_id: '1' })
    const back = new URL(approved.json.redirect_to)
    expect(back.searchParams.get('state')).toBe('state-of-the-assistant')
    expect(back.searchParams.get('iss')).toBe(emulator.dashboardUrl)
    await first.finishAuth(back.searchParams)

    const client = new Client(identity, { versionNegotiation: { mode: 'auto' } })
    await client.connect(open())
    expect((await client.listTools()).tools).toHaveLength(7)

    const before = authProvider.saved.tokens
    await control('POST', '/clock/advance', { by: '61m' })
    expect((await client.callTool({ name: 'list_sources', arguments: {} })).isError).toBeFalsy()
    expect(authProvider.saved.tokens.access_token).not.toBe(before.access_token)
    expect(authProvider.saved.tokens.refresh_token).not.toBe(before.refresh_token)

    expect((await control('DELETE', `/connections/${waiting.id}`)).status).toBe(204)
    await expect(client.listTools({}, { cacheMode: 'refresh' } as object)).rejects.toThrow()
    expect((await control('GET', '/connections')).json.items).toMatchObject([{ id: waiting.id, state: 'revoked' }])
  },
)

test("the old SDK's client signs in, too", async () => {
  const { emulator, control } = await startService()
  const authProvider = memoryProvider()
  const open = () =>
    new OldTransport(new URL(`${emulator.baseUrl}/mcp`), { authProvider, fetch: fetchOver(emulator.handle) } as never)
  const first = open()
  await expect(new OldClient(identity).connect(first as never)).rejects.toThrow()
  await emulator.handle({ method: 'GET', url: authProvider.sentTo!.href, headers: {} })
  const [{ request_id }] = (await control('GET', '/connections')).json.items
  const { redirect_to } = (await control('POST', '/connections', { request_id, member_id: '1' })).json
  await first.finishAuth(new URL(redirect_to).searchParams.get('code')!)
  const client = new OldClient(identity)
  await client.connect(open() as never)
  expect((await client.listTools()).tools).toHaveLength(7)
  await client.close()
})
