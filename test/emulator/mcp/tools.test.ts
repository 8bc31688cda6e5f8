import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type Service, startService } from '../service.js'
import { connectClient, fetchOver } from './connect.js'

const TEXTS = [
  'The delivery came far too late',
  'Late delivery again, and no refund',
  'Friendly staff, thank you',
  'Delivery was quick',
  'No refund yet',
]
let service: Service
let sourceId: string

beforeAll(async () => {
  service = await startService()
  const { survey_series_id } = (await service.call('POST', '/survey_series/create', { name: 'Support' })).json
  const questions = [{ type: 'TEXT', question_text: 'Why?' }]
  const made = (await service.call('POST', '/survey/create', { survey_series_id, survey_title: 'Tickets', questions }))
    .json
  sourceId = made.survey_id
  await service.call('POST', '/survey/publish', { survey_id: sourceId })
  const content = TEXTS.map((text, index) => ({ text, external_id: `e${index}` }))
  const question = { question_id: made.questions[0].question_id, content }
  await service.call('POST', '/content/push', { survey_series_id, survey_id: sourceId, question })
  await service.control('POST', '/clock/advance', { by: '1m' })
})

async function oldClient() {
  const { baseUrl, apiKeys, handle } = service.emulator
  const requestInit = { headers: { authorization: `Bearer ${apiKeys.test.mcp_read}` } }
  const client = new OldClient({ name: 'old', version: '1' })
  await client.connect(
    new OldTransport(new URL(`${baseUrl}/mcp`), { requestInit, fetch: fetchOver(handle) } as never) as never,
  )
  return client
}

const newClient = (mode: 'auto' | 'legacy') => {
  const { baseUrl, apiKeys, handle } = service.emulator
  return connectClient(`${baseUrl}/api/input/mcp`, apiKeys.test.mcp_read, handle, mode)
}

describe.each([
  ['the official SDK, newest revision', () => newClient('auto')],
  ['the official SDK, older revisions', () => newClient('legacy')],
  ['the old SDK', oldClient],
])('%s', (_name, open) => {
  test('walks all tools, and takes every answer for one of its schema', async () => {
    const client = (await open()) as Awaited<ReturnType<typeof newClient>>
    const { tools } = await client.listTools()
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true)
    const call = async (name: string, given: Record<string, unknown> = {}): Promise<Json> => {
      const answer = await client.callTool({ name, arguments: given })
      expect([name, answer.isError ?? false]).toEqual([name, false])
      expect(JSON.parse((answer.content as Json)[0].text)).toEqual(answer.structuredContent)
      return answer.structuredContent
    }
    expect((await call('list_feedback_groups')).feedback_groups).toMatchObject([{ name: 'Support', tracking: 'none' }])
    expect((await call('list_sources')).feedback_groups[0].sources[0]).toMatchObject({
      source_id: sourceId,
      item_count: 5,
    })
    const analysis = await call('get_analysis', { source_id: sourceId })
    expect(analysis).toMatchObject({ analysis_status: 'available', item_count: 5 })
    const { themes } = await call('list_themes', { source_id: sourceId })
    expect(themes).toEqual(analysis.themes)
    for (const { theme_id, item_count } of themes) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const asked = { source_id: sourceId, theme_id, limit: 1, ...(cursor === null ? {} : { cursor }) }
        const page: Json = await call('get_theme_verbatims', asked)
        seen.push(...page.items.map((item: Json) => item.item_id))
        cursor = page.pagination.next_cursor
      } while (cursor !== null)
      expect([theme_id, new Set(seen).size, seen.length]).toEqual([theme_id, item_count, item_count])
    }
    expect((await call('list_monitor_matches', { source_id: sourceId })).monitor_matches).toEqual(
      analysis.monitor_matches,
    )
    const found = await call('search_feedback', { query: 'REFUND "no refund"' })
    expect(found.items.map((item: Json) => item.text)).toEqual([TEXTS[1], TEXTS[4]])
    expect((await call('search_feedback', { query: '  ""  ' })).items).toHaveLength(5)
    const wrong = client.callTool({ name: 'search_feedback', arguments: { limit: 'x' } })
    const said = await wrong.then(({ content }) => JSON.stringify(content), String)
    expect(said).toMatch(/search_feedback: (query is missing, limit must be a whole number|limit .*, query .* missing)/)
    await client.close()
  })
})

describe('messages nobody should send', () => {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const send = async (body: string, more: Record<string, string> = {}) => {
    const authorization = `Bearer ${service.emulator.apiKeys.test.mcp_read}`
    const url = `${service.emulator.baseUrl}/mcp`
    const answer = await service.emulator.handle({
      method: 'POST',
      url,
      headers: { ...headers, authorization, ...more },
      body,
    })
    return { status: answer.status, text: Buffer.from(answer.body).toString() }
  }
  const inEnvelope = (params: object) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          ...params,
        },
      },
    })

  test.each([
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]', 200],
    ['an empty batch', '[]', 400],
    ['a batch of a batch', '[[{"jsonrpc":"2.0","id":1,"method":"ping"}]]', 400],
    ['no message', '{}', 400],
    ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}', 202],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}', 202],
    ['an identifier of 100,000 digits', `{"jsonrpc":"2.0","id":${'9'.repeat(100_000)},"method":"ping"}`, 400],
    [
      'an identifier that is a text of 100,000 letters',
      `{"jsonrpc":"2.0","id":"${'x'.repeat(100_000)}","method":"ping"}`,
      200,
    ],
    ['an identifier that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    ['a method of the prototype', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200],
    ['a tool of the prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}', 200],
    [
      'arguments of the prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sources","arguments":{"__proto__":{"limit":1}}}}',
      200,
    ],
    [
      'arguments that are a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sources","arguments":[]}}',
      200,
    ],
    [
      '10,000 levels',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      400,
    ],
  ])('%s: refused or answered, never a fault', async (_what, body, status) => {
    expect((await send(body)).status).toBe(status)
  })

  test('a revision that is not spoken is named with those that are', async () => {
    const answer = await send(inEnvelope({ 'io.modelcontextprotocol/protocolVersion': '2199-01-01' }), {
      'mcp-protocol-version': '2199-01-01',
      'mcp-method': 'tools/list',
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('2026-07-28')])
  })

  test('a subscription is refused at once, for nothing here ever changes while one listens', async () => {
    const body = inEnvelope({})
      .replace('tools/list', 'subscriptions/listen')
      .replace('"_meta"', '"notifications":{"toolsListChanged":true},"_meta"')
    const { text } = await send(body, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' })
    expect(text).toContain('-32603')
  })

  test('what was erased is in no tool, and in no kept answer of the log', async () => {
    const ask = () =>
      send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search_feedback', arguments: { query: 'friendly' } },
        }),
      )
    expect((await ask()).text).toContain(TEXTS[2])
    await service.call('POST', '/feedback/erase', { external_ids: ['e2'] })
    expect((await ask()).text).not.toContain(TEXTS[2])
    expect((await service.control('GET', '/requests?operation=mcp&limit=200')).text).not.toContain(TEXTS[2])
  })
})

test.each(['constructor', '__proto__', 'toString', 'nosuch'])('a tool named %s is not found', async (name) => {
  const client = await newClient('legacy')
  const answer = await client.callTool({ name, arguments: {} }).then(
    ({ content }) => JSON.stringify(content),
    (error: Error) => error.message,
  )
  expect(answer).toMatch(/not found/)
})
