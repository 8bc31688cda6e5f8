import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startChild } from '../../../src/cli/child.js'
import { createLazyTransport } from '../../../src/client/transport.js'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder } from '../../commands/scratch.js'
import { skipUnlessFound, skipWithout } from '../../skip.js'
import { findTool } from '../tools.js'

const FOLDER = resolve(import.meta.dirname, '../../../fixtures/prove')
const SECRET = 'whsec_of_the_receivers'
const LONG = process.env.INPK_SOAK !== undefined
/** All of them within the command's own budget of 60 s. */
const ORDERS = LONG ? 2_000 : 60

const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill()
})

function hasPackage(name: string): boolean {
  try {
    createRequire(join(FOLDER, 'x.js')).resolve(name)
    return true
  } catch {
    return false
  }
}

const SQLITE = skipWithout('sqlite3')
const needs = {
  express: { ...SQLITE, ...skipUnlessFound(hasPackage('express'), 'express') },
  fastify: { ...SQLITE, ...skipUnlessFound(hasPackage('fastify'), 'fastify') },
  flask: skipUnlessFound(findTool('python3', '-c', 'import flask'), 'flask'),
  cgi: { ...SQLITE, ...skipWithout('bash'), ...skipWithout('openssl', 'version') },
}

/** Starts a receiver on a free port; gives its address once it answers. */
async function start(command: readonly [string, ...string[]], env: Record<string, string> = {}): Promise<string> {
  const probe = createServer().listen(15_000 + Math.floor(Math.random() * 15_000), '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  const [file, ...args] = command
  const surroundings = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port), ...env }
  running.push(spawn(file, args, { cwd: FOLDER, env: surroundings, stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 20_000 })
  return url
}

async function prove(url: string, [state, reset]: readonly [string, string], orders = ORDERS) {
  const scenario = join(FOLDER, 'events.yaml')
  const words = ['--scenario', scenario, '--state-command', state, '--reset-command', reset, '--orders', String(orders)]
  const { code, stdout, stderr } = await runInpk(
    ['webhooks', 'prove', `${url}/webhooks`, '--secret-env', 'WEBHOOK_SECRET', ...words, '--json'],
    {
      env: { WEBHOOK_SECRET: SECRET, PATH: process.env.PATH },
      cwd: FOLDER,
      transport: createLazyTransport(1_000_000),
      monotonic: () => performance.now(),
      startChild,
    },
  )
  expect(stderr).toBe('')
  return { code, report: JSON.parse(stdout) }
}

const byUrl = (url: string): [state: string, reset: string] => [`${url}/state`, `${url}/reset`]

// Each has a receiver of its own, and waits for it.
describe.concurrent('[CLI-3, CLI-4] naive receivers fail, by the fewest deliveries that show why', () => {
  const found = async (url: string, commands = byUrl(url)) => {
    const { code, report } = await prove(url, commands)
    expect(code).toBe(11)
    const { sentence, deliveries, fewest } = report.counterexample
    expect(fewest).toBe(true)
    return [sentence, ...deliveries.map(({ event }: { event: string }) => event)]
  }

  it('Express, which adds up', { ...needs.express, timeout: 60_000 }, async () => {
    const url = await start([process.execPath, 'express-naive.js'])
    expect(await found(url)).toEqual(['handles `content.pushed` twice', 'content.pushed', 'content.pushed'])
  })

  it('Flask, which updates what must be there', { ...needs.flask, timeout: 60_000 }, async () => {
    const url = await start(['python3', 'flask_naive.py'])
    const sentence = 'assumes `survey.created` before `content.pushed`'
    expect(await found(url)).toEqual([sentence, 'content.pushed', 'survey.created'])
  })

  it('a CGI script in bash, where the last one wins', { ...needs.cgi, timeout: 120_000 }, async () => {
    const DATABASE = join(scratchFolder(), 'sources.db')
    const reset = `sqlite3 '${DATABASE}' 'DROP TABLE IF EXISTS sources; CREATE TABLE sources (id INTEGER PRIMARY KEY, state TEXT)'`
    const url = await start([process.execPath, 'cgi-server.js', './cgi-naive.sh'], { DATABASE })
    const commands = [`sqlite3 '${DATABASE}' 'SELECT * FROM sources ORDER BY id'`, reset] as [string, string]
    expect(await found(url, commands)).toEqual([
      'lets an older event overwrite a newer one (`survey.created` after `survey.published`)',
      'survey.published',
      'survey.created',
    ])
  })
})

describe.concurrent('[CLI-3, CLI-4] idempotent receivers end in one state in every order', () => {
  it.for([
    ['Express', needs.express, [process.execPath, 'express-idempotent.js']],
    ['Fastify', needs.fastify, [process.execPath, 'fastify-idempotent.js']],
    ['Flask', needs.flask, ['python3', 'flask_idempotent.py']],
  ] as const)('%s', { timeout: 120_000 }, async ([, need, command], { skip }) => {
    if ('skip' in need) skip(need.meta?.skippedFor)
    const url = await start(command as readonly [string, ...string[]])
    const { code, report } = await prove(url, byUrl(url))
    expect([code, report.verdict, report.orders]).toEqual([
      0,
      'pass',
      { played: ORDERS, planned: ORDERS, every: false },
    ])
    expect(report.refused).toBe(0)
    // Its state is not the same because nothing is in it.
    const state = await fetch(`${url}/state`).then((answer) => answer.json())
    expect(state).toHaveLength(1)
  })
})
