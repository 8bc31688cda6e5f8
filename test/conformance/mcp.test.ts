import { describe, expect } from 'vitest'
import type { Ask, Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import { expectRefusal, openScene, payloadOf, push } from './scene.js'

const ACCEPT = 'application/json, text/event-stream'
const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'conformance', version: '1' },
}

/** A message to the MCP endpoint; the answer as it is on the wire. */
function send(org: Organization, key: Ask['key'], message: Json, headers: Ask['headers'] = {}) {
  return org.post('/mcp', message, { key: key ?? 'mcp_read', headers: { accept: ACCEPT, ...headers } })
}

/** What an MCP answer says, as JSON or in the last event of a stream. */
function readMessage(text: string): Json {
  const events = text.split('\n').filter((line) => line.startsWith('data:'))
  return JSON.parse(events.at(-1)?.slice('data:'.length) ?? text)
}

/** Opens a conversation as the protocol has it; the function it gives sends one request and hands back its result. */
async function converse(org: Organization, key: Ask['key'] = 'mcp_read') {
  const hello = await send(org, key, { jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO })
  expect(hello.status, hello.text.slice(0, 300)).toBe(200)
  const { protocolVersion } = readMessage(hello.text).result
  const session = hello.headers['mcp-session-id']
  const headers = { 'mcp-protocol-version': protocolVersion, ...(session ? { 'mcp-session-id': session } : {}) }
  await send(org, key, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  let id = 0
  return async (method: string, params: Json = {}): Promise<Json> => {
    id += 1
    const answer = await send(org, key, { jsonrpc: '2.0', id, method, params }, headers)
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return readMessage(answer.text)
  }
}

async function listTools(org: Organization, key?: Ask['key']): Promise<Json[]> {
  return (await (await converse(org, key))('tools/list')).result.tools
}

async function boundKey(org: Organization): Promise<{ memberId: string; id: string; apiKey: `inpk_${string}` }> {
  const member = payloadOf(await org.control('POST', '/members', { name: 'Ada', email: 'ada@example.com' }))
  const body = { label: 'Assistant', environment: 'test', scope: 'mcp_read', member_id: member.id }
  const made = payloadOf(await org.control('POST', '/keys', body))
  expect(made.member_id).toBe(member.id)
  return { memberId: member.id, id: made.id, apiKey: made.api_key }
}

const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO }

describe('the MCP endpoint', () => {
  rule('[MCP-6] an mcp_read key opens it; so does one of scope all', async (org) => {
    for (const key of ['mcp_read', 'all'] as const) expect((await listTools(org, key)).length).toBeGreaterThan(0)
  })

  rule('[MCP-7] push, create and send keys are refused with 403', async (org) => {
    for (const key of ['push', 'create', 'send'] as const) {
      expectRefusal(await send(org, key, hello), 403, 'INSUFFICIENT_PERMISSION')
    }
  })

  rule(
    '[MCP-8, MCP-9, MCP-12] seven tools at least, get_theme_verbatims and list_themes with period_key',
    async (org) => {
      const tools = await listTools(org)
      expect(tools.length).toBeGreaterThanOrEqual(7)
      expect(tools.map(({ name }) => name)).toContain('get_theme_verbatims')
      const themes = tools.find(({ name }) => name === 'list_themes')
      expect(Object.keys(themes.inputSchema.properties)).toContain('period_key')
    },
  )

  rule('[MCP-5] every tool says that it only reads, and none changes anything', async (org) => {
    const scene = await openScene(org)
    if (!org.target.readOnly) payloadOf(await push(org, scene, ['The checkout is slow']))
    const call = await converse(org)
    const { tools } = (await call('tools/list')).result
    expect(tools.filter((tool: Json) => tool.annotations?.readOnlyHint !== true)).toEqual([])
    const before = await org.digest()
    for (const { name, inputSchema } of tools) {
      const known: Json = { source_id: scene.sourceId, feedback_group_id: scene.groupId, query: 'slow', theme_id: '1' }
      const args = Object.fromEntries(
        Object.keys(inputSchema.properties).flatMap((key) => (known[key] ? [[key, known[key]]] : [])),
      )
      expect((await call('tools/call', { name, arguments: args })).result.content, name).toBeInstanceOf(Array)
    }
    expect(await org.digest()).toBe(before)
  })

  rule('[MCP-10] an mcp_read key belongs to the person who created it', async (org) => {
    const { id, memberId } = await boundKey(org)
    expect(payloadOf(await org.control('GET', `/keys/${id}`)).member_id).toBe(memberId)
  })

  rule(
    '[MCP-1, MCP-2, MCP-3, MCP-4] it is refused from the first request on after its person is gone, shows as stopped, and works again with them',
    async (org) => {
      const { id, memberId, apiKey } = await boundKey(org)
      const call = await converse(org, apiKey)
      expect((await call('tools/list')).result.tools).toHaveLength(7)
      payloadOf(await org.control('PATCH', `/members/${memberId}`, { active: false }))
      for (const message of [
        hello,
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', method: 'ping' },
      ]) {
        expectRefusal(await send(org, apiKey, message), 403, 'MCP_KEY_UNBOUND')
      }
      expect(payloadOf(await org.control('GET', `/keys/${id}`)).state).toBe('stopped')
      payloadOf(await org.control('PATCH', `/members/${memberId}`, { active: true }))
      expect((await call('tools/list')).result.tools).toHaveLength(7)
      expect(payloadOf(await org.control('GET', `/keys/${id}`)).state).toBe('active')
    },
  )

  rule('integration keys go on without the person who made them', async (org) => {
    const member = payloadOf(await org.control('POST', '/members', { name: 'Bob', email: 'b@example.com' }))
    const body = { label: 'All', environment: 'test', scope: 'all', member_id: member.id }
    const { api_key } = payloadOf(await org.control('POST', '/keys', body))
    payloadOf(await org.control('PATCH', `/members/${member.id}`, { active: false }))
    expect((await listTools(org, api_key)).length).toBe(7)
  })

  rule('without a valid key it answers 401 and says where to sign in', async (org) => {
    for (const mount of ['/api/input', '/api/v1', '']) {
      const answer = await org.post('/mcp', hello, { key: null, mount, headers: { accept: ACCEPT } })
      expectRefusal(answer, 401, 'UNAUTHORIZED')
      const metadata = `${org.target.baseUrl}/.well-known/oauth-protected-resource${mount}/mcp`
      expect(answer.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}", scope="mcp_read"`)
    }
  })

  rule('GET and DELETE answer 405 with Allow: POST; another content type 415; no JSON -32700', async (org) => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await org.request(method, '/mcp', { key: 'mcp_read' })
      expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.allow).toBe('POST')
    }
    const text = await org.request('POST', '/mcp', {
      key: 'mcp_read',
      rawBody: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expectRefusal(text, 415, 'UNSUPPORTED_MEDIA_TYPE')
    for (const rawBody of ['', 'hello', '{', '['.repeat(10_000), '['.repeat(10_000) + ']'.repeat(10_000)]) {
      const answer = await org.target.send({
        method: 'POST',
        url: `${org.target.baseUrl}/mcp`,
        headers: {
          authorization: `Bearer ${org.keyOf('mcp_read')}`,
          'content-type': 'application/json',
          accept: ACCEPT,
        },
        body: rawBody,
      })
      expect([answer.status, JSON.parse(Buffer.from(answer.body).toString()).error.code]).toEqual([400, -32_700])
    }
  })

  rule(
    'it counts against the rate limit of its key, and is in the request log without the key',
    async (org) => {
      const { id, apiKey } = await boundKey(org)
      payloadOf(await org.control('PATCH', `/keys/${id}`, { rate_limit_per_minute: 2 }))
      for (const left of ['1', '0'])
        expect((await send(org, apiKey, hello)).headers['x-ratelimit-remaining']).toBe(left)
      expectRefusal(await send(org, apiKey, hello), 429, 'RATE_LIMITED')
      const log = await org.control('GET', '/requests?operation=mcp')
      expect(log.json.items.map((entry: Json) => entry.status)).toEqual([429, 200, 200])
      expect(log.text).not.toContain(apiKey.slice(-44))
    },
    { organization: { rate_limits: true } },
  )
})
