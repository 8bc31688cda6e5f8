import { describe, expect, test } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { errorOf, Reply, runInpk, stdinOf, TEST_KEY } from '../cli/run-inpk.js'
import type { Json } from '../conformance/exchange.js'
import { openBench, stageSource } from './with-emulator.js'

const bench = await openBench()
const { source } = await stageSource(bench, ['The refund never came', 'Refund came at once, great', 'The app is slow'])
await bench.json(['emulator', 'clock', 'advance', '1m'])

describe('mcp tools and mcp call', () => {
  test('tools lists the seven tools with their arguments, as JSON with their schemas', async () => {
    const { code, stdout } = await bench.run(['mcp', 'tools'])
    expect([code, stdout.split('\n').length]).toEqual([0, 9])
    expect(stdout).toMatch(/list_themes +source_id \[period_key\]/)
    const tools = await bench.json(['mcp', 'tools'])
    expect(tools[0]).toMatchObject({
      name: 'list_feedback_groups',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    })
  })

  test('call prints what a tool answers, in recommended words', async () => {
    const listed = await bench.json(['mcp', 'call', 'list_sources'])
    expect(listed.feedback_groups[0].sources[0]).toMatchObject({ source_id: source, mode: 'ACCESSIBLE' })
    const found = await bench.json(['mcp', 'call', 'search_feedback', '-f', 'query=REFUND came', '-F', 'limit=1'])
    expect(found.items.map((item: Json) => item.text)).toEqual(['The refund never came'])
    const input = stdinOf(JSON.stringify({ query: 'refund came', cursor: found.pagination.next_cursor }))
    const rest = await bench.json(['mcp', 'call', 'search_feedback', '--input', '-'], { stdin: input })
    expect(rest.items.map((item: Json) => item.text)).toEqual(['Refund came at once, great'])
    expect(rest.pagination).toMatchObject({ next_cursor: null, has_more: false })
  })

  test('the items of a theme are the ones it counts', async () => {
    const { themes } = await bench.json(['mcp', 'call', 'list_themes', '-f', `source_id=${source}`])
    expect(themes.length).toBeGreaterThan(0)
    for (const { theme_id, item_count } of themes) {
      const { items, theme } = await bench.json([
        'mcp',
        'call',
        'get_theme_verbatims',
        '-f',
        `source_id=${source}`,
        '-f',
        `theme_id=${theme_id}`,
      ])
      expect([theme.theme_id, items.length]).toEqual([theme_id, item_count])
    }
  })

  test.each([
    [['nonsense'], 5, 'TOOL_NOT_FOUND'],
    [['get_analysis', '-f', 'source_id=999'], 5, 'NOT_FOUND'],
    [['get_analysis'], 6, 'TOOL_REFUSED'],
    [['get_analysis', '-f', `source_id=${source}`, '-f', 'period_key=2026-W08'], 6, 'VALIDATION_ERROR'],
    [['get_theme_verbatims', '-f', `source_id=${source}`, '-f', 'theme_id=0'], 5, 'NOT_FOUND'],
    [['search_feedback', '-f', 'query=x', '-f', 'cursor=x'], 6, 'VALIDATION_ERROR'],
    [['list_sources', '--input', 'no-such-file'], 2, 'FILE_UNREADABLE'],
    [['list_sources', '-f', 'x'], 2, 'WRONG_USAGE'],
  ])('mcp call %j ends with %i', async (words, code, name) => {
    const ran = await bench.run(['mcp', 'call', ...words, '--json'])
    expect([ran.code, JSON.parse(ran.stderr).error.code, ran.stdout]).toEqual([code, name, ''])
  })

  test('an unknown tool suggests the nearest', async () => {
    expect((await bench.run(['mcp', 'call', 'list_theme'])).stderr).toContain('Did you mean `list_themes`')
  })

  test('a key of another scope: 4; no such key: 3', async () => {
    const env = { INPK_API_KEY: bench.emulator.apiKeys.test.push }
    expect((await bench.run(['mcp', 'tools'], { env })).code).toBe(4)
    const wrong = `${bench.emulator.apiKeys.test.push.slice(0, 21)}${'A'.repeat(43)}=`
    expect((await bench.run(['mcp', 'tools'], { env: { INPK_API_KEY: wrong } })).code).toBe(3)
  })
})

/** A service of an older revision, which answers nothing without a session: what it says to `server/discover` is given. */
function olderService(refusal: Reply): { transport: Environment['transport']; asked: string[] } {
  const asked: string[] = []
  const transport: Environment['transport'] = async ({ method, headers, body }) => {
    if (method !== 'POST') return wire(new Reply(405, errorOf('METHOD_NOT_ALLOWED', 'no')))
    const message = JSON.parse(Buffer.from(body as Uint8Array).toString())
    asked.push(message.method)
    const result = (value: object) => wire(new Reply(200, { jsonrpc: '2.0', id: message.id, result: value } as never))
    if (message.method === 'initialize') {
      const { protocolVersion } = message.params
      const about = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
      const answer = result(about)
      return { ...answer, headers: { ...answer.headers, 'mcp-session-id': 's1' } }
    }
    if (headers['mcp-session-id'] !== 's1') return wire(refusal)
    if (message.id === undefined) return { ...wire(new Reply(202, '')), body: Buffer.from('') }
    return result({ tools: [{ name: 'list_themes', inputSchema: { type: 'object' } }] })
  }
  return { transport, asked }
}

/** A service that has its endpoint at this path alone. */
function serviceAt(path: string): { transport: Environment['transport']; asked: string[] } {
  const asked: string[] = []
  const { transport: answer } = olderService(new Reply(400, errorOf('MCP_SESSION_REQUIRED', 'no session')))
  const transport: Environment['transport'] = (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    return pathname === path
      ? answer!(request)
      : Promise.resolve(wire(new Reply(404, errorOf('NOT_FOUND', 'no such path'))))
  }
  return { transport, asked }
}

describe('the path of the endpoint, which is not shown', () => {
  test.each(['/api/input/mcp', '/api/v1/mcp', '/mcp'])('is found at the mount that has it: %s', async (path) => {
    const { transport, asked } = serviceAt(path)
    const { code, stdout } = await runInpk(['mcp', 'tools'], { transport, env: { INPK_API_KEY: TEST_KEY } })
    expect([code, stdout.split('\n')[1]?.split(' ')[0]]).toEqual([0, 'list_themes'])
    // Once found, no other is asked.
    expect(new Set(asked.slice(asked.indexOf(path)))).toEqual(new Set([path]))
  })

  test('is asked at all mounts, and the first says what is wrong, where none has it', async () => {
    const { transport, asked } = serviceAt('/elsewhere')
    const { code, stderr } = await runInpk(['mcp', 'tools'], { transport, env: { INPK_API_KEY: TEST_KEY } })
    expect([code, [...new Set(asked)]]).toEqual([5, ['/api/input/mcp', '/api/v1/mcp', '/mcp']])
    expect(stderr).toContain('no such path')
  })
})

describe('a service of an older revision', () => {
  const rpc = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: no session' } }
  test.each([
    ['400 in the envelope', new Reply(400, errorOf('MCP_SESSION_REQUIRED', 'no session'))],
    ['400 without a body', new Reply(400, '')],
    ['400 of the protocol', new Reply(400, rpc as never)],
    ['404', new Reply(404, errorOf('NOT_FOUND', 'no such session'))],
    ['405', new Reply(405, 'Method Not Allowed')],
    ['422', new Reply(422, errorOf('VALIDATION_ERROR', 'no such method'))],
    ['200 and an error without an id', new Reply(200, rpc as never)],
  ])('is asked as older ones are, where it does not know the newer question: %s', async (_what, refusal) => {
    const { transport, asked } = olderService(refusal)
    const ran = await runInpk(['mcp', 'tools', '--json', '--retries', '0'], { transport })
    expect([ran.code, JSON.parse(ran.stdout || '[]').map(({ name }: Json) => name)]).toEqual([0, ['list_themes']])
    expect([...new Set(asked)].slice(0, 2)).toEqual(['server/discover', 'initialize'])
  })

  test.each([
    [401, 3, 'UNAUTHORIZED'],
    [403, 4, 'INSUFFICIENT_PERMISSION'],
    [404, 5, 'NOT_FOUND'],
  ])('a service without one says so all the same: %i', async (status, code, name) => {
    const transport: Environment['transport'] = async () => wire(new Reply(status, errorOf(name, 'no')))
    const ran = await runInpk(['mcp', 'tools', '--json', '--retries', '0'], { transport })
    expect([ran.code, JSON.parse(ran.stderr).error.code]).toEqual([code, name])
  })
})

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}
const lines = (...messages: unknown[]) =>
  stdinOf(messages.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join(''))
const answersOf = ({ stdout }: { stdout: string }): Json[] =>
  stdout
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('mcp serve', () => {
  test('carries every message to the service and back, and ends with its input; stdout has nothing else', async () => {
    const stdin = lines(
      hello,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'a', method: 'tools/list' },
      '',
      { jsonrpc: '2.0', id: 2, method: 'nowhere' },
    )
    const ran = await bench.run(['mcp', 'serve'], { stdin })
    expect(ran.code).toBe(0)
    const answers = new Map(answersOf(ran).map((each) => [each.id, each]))
    expect(answers.get(0).result.serverInfo.name).toBe('inpk-emulator')
    expect(answers.get('a').result.tools).toHaveLength(7)
    expect(answers.get(2).error.code).toBe(-32601)
    expect(answers.size).toBe(3)
  })

  test('identifiers come back digit by digit, and answers byte by byte', async () => {
    const big = '123456789012345678901234567890'
    const sent: string[] = []
    const transport: Environment['transport'] = async ({ body, headers }) => {
      sent.push(Buffer.from(body as Uint8Array).toString(), headers['mcp-protocol-version'] ?? '')
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(`{ "jsonrpc":"2.0",\n "id": ${big}, "result":{"n":1.0e2,"é":"\\u00e9"}}`),
      }
    }
    const line = `{"jsonrpc":"2.0", "id":${big},"method":"x","params":{"n":1.50,"s":"\\u00e9"}}`
    const { stdout } = await bench.run(['mcp', 'serve'], { stdin: stdinOf(line), transport })
    expect(sent[0]).toBe(line)
    expect(stdout).toBe(`{ "jsonrpc":"2.0",  "id": ${big}, "result":{"n":1.0e2,"é":"\\u00e9"}}\n`)
  })

  test.each([
    ['401', async () => ({ ...wire(new Reply(401, errorOf('UNAUTHORIZED', 'no key'))) }), 'UNAUTHORIZED'],
    ['403', async () => wire(new Reply(403, errorOf('MCP_KEY_UNBOUND', 'gone'))), 'MCP_KEY_UNBOUND'],
    ['a web page', async () => wire(new Reply(200, '<html></html>'), 'text/html'), 'WRONG_HOST'],
    ['no connection', () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), 'UNREACHABLE'],
  ])('%s becomes an error of the protocol with the identifier as it stood', async (_what, transport, code) => {
    const big = '9007199254740993'
    const stdin = stdinOf(
      `{"jsonrpc":"2.0","method":"tools/list","params":{"id":1},"id":${big}}\n{"jsonrpc":"2.0","method":"notifications/x"}\n`,
    )
    const ran = await runInpk(['mcp', 'serve', '--retries', '0'], {
      stdin,
      transport: transport as Environment['transport'],
    })
    expect([ran.code, ran.stdout.split('\n').length]).toEqual([0, 2])
    expect(ran.stdout).toContain(`"id":${big},"error":`)
    expect(answersOf(ran)[0].error.data.code).toBe(code)
    expect(ran.stderr).toContain('notifications/x was rejected')
  })

  test('what is no JSON is rejected by the service, and told as the protocol has it', async () => {
    const ran = await bench.run(['mcp', 'serve'], { stdin: stdinOf('hello\n[1\n') })
    expect(answersOf(ran).map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32700],
    ])
  })

  test('session, revision and the headers that repeat a message go with it', async () => {
    const seen: Record<string, string>[] = []
    const transport: Environment['transport'] = async ({ method, headers, body }) => {
      seen.push({ method, ...headers })
      if (method === 'GET') return wire(new Reply(405, errorOf('METHOD_NOT_ALLOWED', 'no')))
      const { id } = JSON.parse(Buffer.from(body as Uint8Array).toString())
      const answer =
        id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18' } })
      return {
        status: id === undefined ? 202 : 200,
        headers: { 'content-type': 'application/json', 'mcp-session-id': 's1' },
        body: Buffer.from(answer),
      }
    }
    const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'größe', arguments: {}, _meta: modern },
    }
    await bench.run(['mcp', 'serve'], {
      stdin: lines(
        hello,
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        call,
      ),
      transport,
    })
    const posts = seen.filter(({ method }) => method === 'POST')
    expect(
      posts.map((each) => [each['mcp-session-id'], each['mcp-protocol-version'], each['mcp-method'], each['mcp-name']]),
    ).toEqual([
      [undefined, undefined, undefined, undefined],
      ['s1', '2025-06-18', undefined, undefined],
      ['s1', '2025-06-18', undefined, undefined],
      ['s1', '2026-07-28', 'tools/call', `=?base64?${Buffer.from('größe').toString('base64')}?=`],
    ])
    expect(seen.find(({ method }) => method === 'GET')).toMatchObject({
      accept: 'text/event-stream',
      'mcp-session-id': 's1',
    })
  })

  test('it ends when it is told to, though its input has not', async () => {
    let tell: (signal: NodeJS.Signals) => void = () => {}
    const stdin: Environment['stdin'] = {
      isTerminal: false,
      async *[Symbol.asyncIterator]() {
        setImmediate(() => tell('SIGTERM'))
        await new Promise(() => {})
      },
    }
    const onSignal: Environment['onSignal'] = (listener) => {
      tell = listener
      return () => {}
    }
    expect((await bench.run(['mcp', 'serve'], { stdin, onSignal })).code).toBe(143)
  })

  test('it ends quietly when nobody reads its answers any more', async () => {
    const { code } = await bench.run(['mcp', 'serve'], {
      stdin: lines(hello, { jsonrpc: '2.0', id: 1, method: 'ping' }),
      readsAtMost: 1,
    })
    expect(code).toBe(0)
  })
})

function wire({ status, body }: Reply, type = 'application/json') {
  return {
    status,
    headers: { 'content-type': type },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}
