import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { TEST_KEY } from '../cli/run-inpk.js'
import { ME } from '../commands/sample.js'
import { scratchFolder } from '../commands/scratch.js'
import { openTerminal, type Terminal, withTerminal } from './open-terminal.js'
import { ANALYSIS } from './sample-analysis.js'

const TASK = { task_id: 'task_1', status: 'processing', progress: 40, created_at: '2026-03-01T00:00:00.000Z' }
const DONE = { inserted: 3, duplicates: 0, question_ids: [] }

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A service whose one task is done when it has been asked for twice. */
async function startService(): Promise<string> {
  let asked = 0
  const answers: Record<string, () => unknown> = {
    '/me': () => ME,
    '/sources/34/analysis': () => ANALYSIS,
    '/content/push/bulk/endless': () => TASK,
    '/content/push/bulk/task_1': () => {
      asked += 1
      return asked < 3 ? TASK : { ...TASK, status: 'completed', progress: 100, result: DONE }
    },
  }
  const server = createServer(({ url = '' }, response) => {
    const answer = Object.entries(answers).find(([path]) => url.split('?')[0]!.endsWith(path))?.[1]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? { error: { code: 'NOT_FOUND', message: `no ${url}` } }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs a command in a terminal, beside a service and in a folder of its own. */
async function open(
  argv: string[],
  env: Record<string, string> = { INPK_API_KEY: TEST_KEY },
  folder = scratchFolder(),
): Promise<Terminal> {
  return openTerminal(argv, { INPK_BASE_URL: await startService(), INPK_CONFIG_DIR: folder, ...env })
}

function expectRestored({ settings, shown }: { settings: string; shown: string }) {
  expect(shown.lastIndexOf('\x1b[?25h')).toBeGreaterThanOrEqual(shown.lastIndexOf('\x1b[?25l'))
  for (const setting of ['icanon', 'echo', 'isig', 'icrnl'])
    expect(settings).toMatch(new RegExp(`(^|\\s)${setting}\\b`))
}

// Each waits for a process of its own.
describe.concurrent('in a pseudo-terminal', withTerminal, () => {
  it('`analysis show` draws in colour, leaves the picture on the screen and the cursor alone', async () => {
    const ended = await (await open(['analysis', 'show', '34'])).end()
    expect(ended.exitCode).toBe(0)
    expect(ended.shown).toMatch(/positive.*\x1b\[32m█+/)
    expect(ended.shown).not.toContain('\x1b[?25l')
    expectRestored(ended)
  })

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['TERM=dumb', { TERM: 'dumb' }],
    ['CI', { CI: 'true' }],
    ['CONTINUOUS_INTEGRATION', { CONTINUOUS_INTEGRATION: '1' }],
  ])('with %s a wait is plain lines: no spinner, no cursor hidden', async (_, env) => {
    const ended = await (await open(['tasks', 'wait', 'task_1'], { INPK_API_KEY: TEST_KEY, ...env })).end()
    expect(ended.exitCode).toBe(0)
    expect(ended.shown).toContain('3 items inserted')
    expect(ended.shown).not.toMatch(/\x1b\[\?25l|⠋|█/)
  })

  it('`tasks wait` shows a bar with its percentage and takes it away at the end', async () => {
    const ended = await (await open(['tasks', 'wait', 'task_1'])).end()
    expect(ended.exitCode).toBe(0)
    expect(ended.shown).toMatch(/█+[^\n]*40%/)
    expect(ended.shown).toContain('3 items inserted')
    expectRestored(ended)
  })

  it('Ctrl-C ends `tasks wait` with 130 and the terminal is as before', async () => {
    const terminal = await open(['tasks', 'wait', 'endless'])
    await terminal.until(/40%/)
    terminal.type('\x03')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(130)
    expectRestored(ended)
  })

  it('`login` takes a key that is not shown, erasing included, and the terminal is as before', async () => {
    const folder = scratchFolder()
    const terminal = await open(['login'], {}, folder)
    await terminal.until(/API key for/)
    terminal.type(`${TEST_KEY}x`)
    await terminal.until(/•{10}/)
    terminal.type('\x7f')
    terminal.type('\r')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(0)
    expect(ended.shown).not.toContain(TEST_KEY.slice(-12))
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toContain(`"${TEST_KEY}"`)
    expectRestored(ended)
  })

  it('Ctrl-C at the prompt of `login` ends it with 130, out of raw mode', async () => {
    const terminal = await open(['login'], {})
    await terminal.until(/API key for/)
    terminal.type('abc')
    await terminal.until(/•••/)
    terminal.type('\x03')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(130)
    expectRestored(ended)
  })
})
