import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import type { OutputStream } from '../../src/terminal/streams.js'
import { runInpk, TEST_KEY } from '../cli/run-inpk.js'
import type { Json } from '../conformance/exchange.js'

let server: Server | undefined
afterEach(() => void server?.closeAllConnections())

type Answer = (message: Json, response: ServerResponse, headers: Record<string, unknown>, method: string) => void

/** A service that streams, as the real one may. */
async function openService(answer: Answer): Promise<string> {
  server = createServer(async (request, response) => {
    const parts: Uint8Array[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    answer(text === '' ? undefined : JSON.parse(text), response, request.headers, request.method!)
  })
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const stream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 's7' })
const event = (response: ServerResponse, message: Json) =>
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)

/** An assistant that reads line by line, and says something when it has seen something. */
function openAssistant() {
  const seen: Json[] = []
  const waiting: (() => void)[] = []
  const spoken: string[] = []
  let listener = () => {}
  let isDone = false
  const stdout: OutputStream = {
    isTerminal: false,
    columns: () => undefined,
    async write(text) {
      seen.push(JSON.parse(String(text)))
      for (const wake of waiting.splice(0)) wake()
    },
  }
  const stdin: Environment['stdin'] = {
    isTerminal: false,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (spoken.length > 0) yield Buffer.from(`${spoken.shift()}\n`)
        if (isDone) return
        await new Promise<void>((wake) => (listener = wake))
      }
    },
  }
  const say = (message?: Json) => {
    if (message === undefined) isDone = true
    else spoken.push(JSON.stringify(message))
    listener()
  }
  const until = async (test: (message: Json) => boolean): Promise<Json> => {
    for (;;) {
      const found = seen.find(test)
      if (found) return found
      await new Promise<void>((wake) => waiting.push(wake))
    }
  }
  return { stdin, stdout, say, until, seen }
}

const serve = (baseUrl: string, assistant: ReturnType<typeof openAssistant>) =>
  runInpk(['mcp', 'serve'], {
    env: { INPK_API_KEY: TEST_KEY, INPK_BASE_URL: baseUrl, INPK_CONFIG_DIR: '/nowhere' },
    stdin: assistant.stdin,
    stdout: assistant.stdout,
    transport: undefined as never,
  })

test('what comes in the middle of a call is passed on at once, and its answer reaches the service while the call goes on', async () => {
  let call: ServerResponse | undefined
  const baseUrl = await openService((message, response) => {
    if (message.method === 'tools/call') {
      call = stream(response)
      event(call, { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } })
      event(call, { jsonrpc: '2.0', id: 'ask', method: 'elicitation/create', params: {} })
      return
    }
    response.writeHead(202).end()
    event(call!, { jsonrpc: '2.0', id: 1, result: { said: message.result } })
    call!.end()
  })
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  assistant.say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} })
  await assistant.until(({ id }) => id === 'ask')
  expect(assistant.seen.map(({ method }) => method)).toEqual(['notifications/progress', 'elicitation/create'])
  assistant.say({ jsonrpc: '2.0', id: 'ask', result: { action: 'accept' } })
  expect((await assistant.until(({ id }) => id === 1)).result).toEqual({ said: { action: 'accept' } })
  assistant.say()
  expect((await ended).code).toBe(0)
})

test('what a service says between calls is passed on, and its stream does not keep the bridge from ending', async () => {
  const baseUrl = await openService((message, response, headers, method) => {
    if (method === 'GET') {
      expect(headers['mcp-session-id']).toBe('s7')
      return void event(stream(response), { jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    }
    if (message.method !== 'initialize') return void response.writeHead(202).end()
    event(stream(response), { jsonrpc: '2.0', id: message.id, result: { protocolVersion: '2025-11-25' } })
    response.end()
  })
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  assistant.say({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })
  assistant.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await assistant.until(({ method }) => method === 'notifications/tools/list_changed')
  assistant.say()
  expect((await ended).code).toBe(0)
})

test('a call of the newest revision that is called off ends at the service', async () => {
  let gone: () => void = () => {}
  const closed = new Promise<void>((resolve) => (gone = resolve))
  let asked: () => void = () => {}
  const began = new Promise<void>((resolve) => (asked = resolve))
  const baseUrl = await openService((_message, response) => {
    response.on('close', () => gone())
    asked()
  })
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  assistant.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'slow', _meta } })
  await began
  assistant.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5, _meta } })
  await closed
  assistant.say()
  expect([(await ended).code, assistant.seen]).toEqual([0, []])
})

test('a stream that ends before the answer is taken up again from its last event, as the service asks', async () => {
  const asked: unknown[] = []
  const baseUrl = await openService((message, response, headers, method) => {
    asked.push([method, headers['last-event-id']])
    stream(response)
    if (method === 'POST') return void response.end('id: e1\nretry: 10\ndata: \n\n')
    if (asked.length === 2)
      return void response.end(
        `id: e2\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress' })}\n\n`,
      )
    response.end(`id: e3\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 5, result: {} })}\n\n`)
    expect(message).toBeUndefined()
  })
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  assistant.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: {} })
  await assistant.until(({ id }) => id === 5)
  assistant.say()
  expect([(await ended).code, asked]).toEqual([
    0,
    [
      ['POST', undefined],
      ['GET', 'e1'],
      ['GET', 'e2'],
    ],
  ])
})

test('a stream that ends without the answer, and cannot be taken up again, becomes an error of the call', async () => {
  const baseUrl = await openService((_message, response) => void stream(response).end(': nothing\n\n'))
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  assistant.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: {} })
  expect((await assistant.until(({ id }) => id === 5)).error.message).toContain('ended before its response')
  assistant.say()
  expect((await ended).code).toBe(0)
})

test('a stream that breaks before the answer becomes an error of the call', async () => {
  const baseUrl = await openService((_message, response) => {
    event(stream(response), { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } })
    setTimeout(() => response.destroy(), 20)
  })
  const assistant = openAssistant()
  const ended = serve(baseUrl, assistant)
  assistant.say({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: {} })
  expect((await assistant.until(({ id }) => id === 5)).error.data.code).toBe('UNREACHABLE')
  assistant.say()
  expect((await ended).code).toBe(0)
})
