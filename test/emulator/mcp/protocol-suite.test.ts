import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../../emulator/index.js'

const SUITE = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Scenarios that are about any server; all others ask for tools, resources or prompts that only a test server has. */
const OF_ANY_SERVER = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-polling',
  'server-sse-multiple-streams',
]
/** How a server without those says so, as the protocol has it. */
const HAS_NOT = /Tool \S+ not found|MCP error -32601: Method not found/

interface Check {
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO'
  errorMessage?: string
}

test('the conformance suite of the protocol passes, but for what only a test server has', async () => {
  const emulator = await startEmulator({ port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'inpk-mcp-suite-'))
  const proxy = await openProxy(emulator)
  try {
    await run(['server', '--suite', 'all', '--url', `${proxy.url}/mcp`, '-o', folder])
    const checks = readChecks(folder)
    expect([...checks.keys()]).toEqual(expect.arrayContaining(OF_ANY_SERVER))
    expect(checks.size).toBeGreaterThan(30)
    for (const [scenario, found] of checks) {
      const failures = found.filter(({ status }) => status === 'FAILURE').map(({ errorMessage = '' }) => errorMessage)
      if (OF_ANY_SERVER.includes(scenario)) expect([scenario, failures]).toEqual([scenario, []])
      else
        expect(
          failures.filter((message) => !HAS_NOT.test(message)),
          scenario,
        ).toEqual([])
    }
    expect(checks.get('dns-rebinding-protection')!.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
  } finally {
    proxy.close()
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

/**
 * The suite cannot send a key, and takes its own address for the one a page of the server has: the proxy adds the key, and says
 * the emulator's Host and the dashboard's Origin, the only one that may ask, where the suite says its own. Foreign ones go as they are.
 */
async function openProxy({ baseUrl, dashboardUrl, apiKeys }: Emulator): Promise<{ url: string; close(): void }> {
  const target = new URL(baseUrl)
  let own = ''
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${apiKeys.test.mcp_read}` }
    if (headers.host === own) headers.host = target.host
    if (headers.origin === `http://${own}`) headers.origin = dashboardUrl
    const { method = 'GET', url = '/' } = asked
    const on = request({ host: target.hostname, port: target.port, path: url, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    })
    asked.pipe(on)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  own = `127.0.0.1:${(server.address() as { port: number }).port}`
  return { url: `http://${own}`, close: () => server.close() }
}

function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [SUITE, ...args], { stdio: 'ignore' })
  return new Promise((done) => child.on('exit', () => done()))
}

/** What the suite found, by scenario. */
function readChecks(folder: string): Map<string, Check[]> {
  const names = readdirSync(folder).map((name) => [name.replace(/^server-|-\d{4}-.*$/g, ''), name] as const)
  return new Map(
    names.map(([scenario, name]) => [scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))]),
  )
}
