import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../../emulator/index.js'

const identity = { name: 'test', version: '1' }
let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ port: 0 })
})
afterAll(() => emulator.close())

/** The command line of the bridge, as an assistant is configured with it. */
function bridge() {
  const env = {
    PATH: process.env.PATH!,
    INPK_BASE_URL: emulator.baseUrl,
    INPK_API_KEY: emulator.apiKeys.test.mcp_read,
    INPK_CONFIG_DIR: '/nowhere',
  }
  const program = resolve(import.meta.dirname, '../../../bin/inpk.js')
  return { command: process.execPath, args: [program, 'mcp', 'serve'], env, stderr: 'ignore' as const }
}

test.each([
  [
    'the official SDK, newest revision',
    () => new Client(identity, { versionNegotiation: { mode: 'auto' } }),
    StdioClientTransport,
  ],
  ['the official SDK, older revisions', () => new Client(identity), StdioClientTransport],
  ['the old SDK', () => new OldClient(identity), OldTransport],
])(
  'an assistant with %s walks all tools through the bridge, which ends with it',
  async (_name, open, Stdio) => {
    const client = open() as Client
    const transport = new Stdio(bridge())
    await client.connect(transport as never)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(7)
    const known: Record<string, string> = { source_id: '9', theme_id: '1', query: 'x' }
    for (const { name, inputSchema } of tools) {
      const given = Object.fromEntries((inputSchema.required ?? []).map((argument) => [argument, known[argument]]))
      const answer = await client.callTool({ name, arguments: given })
      if ('source_id' in given) expect(answer).toMatchObject({ isError: true })
      else expect(answer.structuredContent).toHaveProperty('pagination')
    }
    const { pid } = transport as { pid: number }
    await client.close()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  },
  30_000,
)
