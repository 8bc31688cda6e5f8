import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Transport } from '../../src/contract/wire.js'
import { runInpk } from '../cli/run-inpk.js'
import type { ForeignService } from '../foreign/service.js'
import { CHOICE_A } from '../foreign/team-a.js'
import { createWorld } from '../foreign/world.js'
import { scratchFolder } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** A service in memory, and every request it was sent; `writes`: the write that is stored and not answered. */
function served(options: { environment?: 'test' | 'live'; writes?: number } = {}) {
  const { service } = createWorld(CHOICE_A, { environment: options.environment ?? 'test' })
  const sent: string[] = []
  const transport: Transport = async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url)
    sent.push(`${method} ${pathname}`)
    const answer = service.handle({
      method,
      path: pathname + search,
      headers: headers ?? {},
      ...(body === undefined ? {} : { body: Buffer.from(body as string) }),
    })
    if (sent.filter((each) => !each.startsWith('GET ')).length === options.writes) throw new Error('the line is cut')
    return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
  }
  return { service, sent, transport }
}

async function learn(words: readonly string[], { service, transport }: ReturnType<typeof served>) {
  const cwd = scratchFolder()
  const env = {
    INPK_API_KEY: service.keyWith('all'),
    INPK_BASE_URL: 'http://127.0.0.1:9',
    INPK_CONFIG_DIR: '/nowhere',
  }
  const ran = await runInpk(['learn', ...words, '--retries', '0'], { cwd, env, transport })
  return { ...ran, facts: join(cwd, 'inpk.facts.yaml') }
}

const own = ({ state }: ForeignService) => [...state.groups, ...state.sources].filter(({ id }) => id > 20_000)

test('--probe sends nothing but GETs, and says in JSON what it asked', async () => {
  const world = served()
  const { code, stdout, stderr, facts } = await learn(['--probe', '--json'], world)
  expect([0, 10], stderr).toContain(code)
  expect(world.sent.filter((each) => !each.startsWith('GET '))).toEqual([])
  const report = JSON.parse(stdout)
  expect(report.probes).toMatchObject({ left: [] })
  expect(report.sources).toContainEqual(expect.objectContaining({ from: 'probe', kind: 'probe' }))
  expect(readFileSync(facts, 'utf8')).not.toContain(world.service.keyWith('all'))
})

test('--probe-writes says before what it makes, and after what stays', async () => {
  const world = served()
  const { code, stderr, facts } = await learn(['--probe-writes', '--yes'], world)
  expect([0, 10], stderr).toContain(code)
  expect(stderr).toMatch(/Creating groups, sources and items named "inpk probe …" at http:\/\/127.0.0.1:9/)
  const made = own(world.service)
  expect(made.length).toBeGreaterThan(1)
  for (const each of made) expect(stderr).toContain(`"${('name' in each ? each.name : each.title).toWellFormed()}"`)
  expect(stderr).toMatch(/Left in the service: the group "inpk probe [^"]+", the source "inpk probe [^"]+ source"/)
  expect(stderr).not.toContain('the items inpk')
  expect(readFileSync(facts, 'utf8')).not.toContain(world.service.keyWith('all'))
})

test.each([
  ['all of them', () => true, ['createGroup 403']],
  ['one kind of them', (path: string) => path.endsWith('/content/push'), ['pushContent 403']],
])(
  '--probe-writes of which %s are refused says so, and ends as what could not be settled',
  async (_, which, refused) => {
    const world = served()
    const transport: Transport = async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' || !which(pathname)) return world.transport(request)
      const error = { code: 'INSUFFICIENT_PERMISSION', message: 'This key may not do that.' }
      return { status: 403, headers: {}, body: Buffer.from(JSON.stringify({ error })) }
    }
    const { code, stdout, stderr } = await learn(['--probe-writes', '--yes'], { ...world, transport })
    expect(code, stderr).toBe(10)
    for (const each of refused) expect(stdout).toContain(`\n  refused each time: ${each}\n`)
    const json = await learn(['--probe-writes', '--yes', '--json'], { ...world, transport })
    expect(JSON.parse(json.stdout).probes.refused_writes).toEqual(expect.arrayContaining(refused))
  },
)

test('--probe-writes without a single success ends as what could not be settled, though nothing is ambiguous', async () => {
  const bench = await openBench()
  await stageSource(bench)
  const transport: Transport = async (request) => {
    const answer = await bench.emulator.handle(request)
    return request.method === 'GET' ? answer : { ...answer, status: 403 }
  }
  const surroundings = { cwd: scratchFolder(), transport }
  const { code, stdout } = await bench.run(['learn', '--probe-writes', '--yes', '--json'], surroundings)
  const { counts, probes } = JSON.parse(stdout)
  expect([code, counts.ambiguous, probes.refused_writes]).toEqual([10, 0, ['createGroup 403', 'eraseFeedback 403']])
})

test('--probe-writes of which each succeeds once names none as refused', async () => {
  const { stdout } = await learn(['--probe-writes', '--yes', '--json'], served())
  expect(JSON.parse(stdout).probes.refused_writes).toEqual([])
})

test('--probe-writes that fails half way says what may stay', async () => {
  const world = served({ writes: 2 })
  const { code, stderr, facts } = await learn(['--probe-writes', '--yes'], world)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/Left in the service: the group "inpk probe [^"]+", the source "inpk probe/)
  expect(existsSync(facts)).toBe(false)
})

test('--probe-writes asks nobody who is not there', async () => {
  const world = served()
  const { code, stderr } = await learn(['--probe-writes'], world)
  expect([code, stderr]).toEqual([2, expect.stringContaining('Pass `--yes` to create groups')])
  expect(world.sent).toEqual([])
})

test('--probe-writes refuses a live key, and one that the service does not say to be of a test environment', async () => {
  const live = served({ environment: 'live' })
  const { code, stderr } = await learn(['--probe-writes', '--yes'], live)
  expect([code, stderr]).toEqual([2, expect.stringContaining('of the test environment')])
  expect(live.sent).toEqual([])
  const transport: Transport = async ({ url }) => {
    const isMe = url.endsWith('/me')
    const body = isMe ? { org_id: 1, key: { environment: 'live' } } : { error: { code: 'NOT_FOUND', message: 'no' } }
    return { status: isMe ? 200 : 404, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const unsure = { ...served(), sent: [] as string[] }
  const counted: Transport = (request) => {
    unsure.sent.push(request.method)
    return transport(request)
  }
  const env = { INPK_API_KEY: wellKnownKey(1, 'test', 'all'), INPK_BASE_URL: 'http://127.0.0.1:9' }
  const ran = await runInpk(['learn', '--probe-writes', '--yes'], { cwd: scratchFolder(), env, transport: counted })
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('of the test environment')])
  expect(new Set(unsure.sent)).toEqual(new Set(['GET']))
})
