import { expect, test } from 'vitest'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import type { ProbeAnswer, ProbeRequest } from '../../../src/truth/learn/probe/probe-requests.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { NOW } from './probed.js'

const ENDPOINT = 'route:POST /api/input/mcp'
const ME = { key: { key_id: 'k', environment: 'test', scopes: ['all'] }, org_id: 1 }
const TOOLS = ['list_themes', 'get_theme_verbatims'].map((name) => ({ name, inputSchema: { type: 'object' } }))

/** Probes a service that has an endpoint for assistants at a path, and says what was learned of it and asked there. */
async function probedWith(at: string, { writes = true, isStream = false }: { writes?: boolean; isStream?: boolean }) {
  const asked: ProbeRequest[] = []
  const answer = (status: number, value: unknown): ProbeAnswer => {
    const text = JSON.stringify(value)
    const body = isStream && status === 200 ? `event: message\ndata: ${text}\n\n` : text
    return { status, headers: { 'mcp-session-id': 's1' }, body: Buffer.from(body) }
  }
  const send = async (request: ProbeRequest): Promise<ProbeAnswer> => {
    if (request.path.endsWith('/me')) return { ...answer(200, ME), body: Buffer.from(JSON.stringify(ME)) }
    if (!request.path.includes('mcp')) return answer(404, { error: { code: 'NOT_FOUND', message: 'no' } })
    asked.push(request)
    if (request.path !== at) return answer(404, { error: { code: 'NOT_FOUND', message: 'no' } })
    const { method, id } = JSON.parse(request.body!)
    const isBegun = asked.some(({ body }) => body!.includes('notifications/initialized'))
    if (method !== 'initialize' && !isBegun) return answer(400, { error: { code: 'NO_SESSION', message: 'no' } })
    if (id === undefined) return { ...answer(202, {}), body: Buffer.from('') }
    return answer(200, {
      jsonrpc: '2.0',
      id: 1,
      result: method === 'initialize' ? { protocolVersion: '2025-03-26' } : { tools: TOOLS },
    })
  }
  const { learned } = await probe({ documents: [], traffic: [] }, { send, writes, now: NOW })
  return { facts: factsOf(learned.verdicts), asked }
}

test.each([[false], [true]])(
  'the endpoint for assistants is the path that lists its tools, as a stream: %s',
  async (isStream) => {
    const { facts, asked } = await probedWith('/api/mcp', { isStream })
    expect(facts[ENDPOINT]).toEqual({ prefix: '', path: '/api/mcp' })
    expect(asked.at(-1)?.headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-03-26' })
  },
)

test('it is looked for by none but probes that may write', async () => {
  expect((await probedWith('/api/mcp', { writes: false })).asked).toEqual([])
})

test('what answers elsewhere without the tools is none', async () => {
  const { facts } = await probedWith('/elsewhere/mcp', {})
  expect(facts[ENDPOINT]).toBeUndefined()
})
