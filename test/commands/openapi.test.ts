import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeService } from '../../src/contract/openapi.js'
import { errorOf, Reply, runInpk, scripted, stdinOf } from '../cli/run-inpk.js'
import { createForeignService } from '../foreign/service.js'
import { CHOICE_A } from '../foreign/team-a.js'
import { scratchFolder, writeFile } from './scratch.js'
import { type Bench, openBench } from './with-emulator.js'

const DESCRIPTION = JSON.stringify(describeService({ serverUrl: 'https://ingest.example.com' }))
const BROKEN = DESCRIPTION.replaceAll('"window_seconds"', '"window_ms"')

test('`openapi` prints the description of the service, and needs no key', async () => {
  const bench = await openBench()
  const { code, stdout } = await bench.run(['openapi'], { env: { INPK_API_KEY: '' } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', info: { version: '1.3.0' } })
  expect((await bench.run(['openapi', '--jq', '.servers[0].url'])).stdout).toBe(`${bench.emulator.baseUrl}/api/input\n`)
})

test('`openapi --check` of a service that fits: exit code 0', async () => {
  const bench = await openBench()
  const { code, stdout } = await bench.run(['openapi', '--check'])
  expect([code, stdout]).toEqual([0, '0 breaking differences, 0 other; version 1.3.0, expected 1.3.0\n'])
})

test('a file, stdin or a URL that breaks this client: exit code 11, each difference by operation and field', async () => {
  const file = writeFile(scratchFolder(), 'openapi.json', BROKEN)
  const { code, stdout } = await runInpk(['openapi', '--check', file])
  expect(code).toBe(11)
  expect(stdout).toContain(
    'GET /api/input/me\n  breaking  response 200: rate_limits.window_seconds renamed to window_ms',
  )
  expect((await runInpk(['openapi', '--check', '-'], { stdin: stdinOf(BROKEN) })).code).toBe(11)
  const transport = scripted({ 'GET /v.json': BROKEN })
  const byUrl = await runInpk(['openapi', '--check', 'https://elsewhere.example.com/v.json', '--json'], { transport })
  expect(byUrl.code).toBe(11)
  expect(JSON.parse(byUrl.stdout)).toMatchObject({ breaking: 1, version: '1.3.0' })
  expect(transport.asked[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['a file that is missing', ['missing.json'], 2, 'file not found'],
  ['a file that is no JSON', ['-'], 6, 'is not an OpenAPI description'],
  ['a page', ['https://elsewhere.example.com/page'], 9, 'web page'],
  ['nothing there', ['https://elsewhere.example.com/gone'], 5, 'not here'],
])('%s is refused', async (_name, words, exit, message) => {
  const transport = scripted({
    'GET /page': new Reply(200, '<html></html>', { 'content-type': 'text/html' }),
    'GET /gone': new Reply(404, errorOf('NOT_FOUND', 'not here')),
  })
  const { code, stderr } = await runInpk(['openapi', '--check', ...words], { transport, stdin: stdinOf('x') })
  expect(code).toBe(exit)
  expect(stderr).toContain(message)
})

test('what the facts say is expected: a service that they describe fits', async () => {
  const facts = writeFile(
    scratchFolder(),
    'inpk.facts.yaml',
    'result:createSource: { names: { survey_title: title } }\n',
  )
  const renamed = await openBench({ facts: { 'result:createSource': { names: { survey_title: 'title' } } } })
  const without = await renamed.run(['openapi', '--check'])
  expect([without.code, without.stdout]).toEqual([11, expect.stringContaining('survey_title renamed to title')])
  expect((await renamed.run(['openapi', '--check', '--facts', facts])).code).toBe(0)
})

test('after `learn`, what a description says otherwise is known; what it changes then is breaking where it is', async () => {
  const description = createForeignService(CHOICE_A).describe() as { paths: Record<string, object> }
  const folder = scratchFolder()
  const facts = join(folder, 'inpk.facts.yaml')
  const file = writeFile(folder, 'openapi.json', JSON.stringify(description))
  const check = async (path: string, ...words: string[]) => {
    const { code, stdout } = await runInpk(['openapi', '--check', path, '--json', ...words])
    return { code, broken: JSON.parse(stdout).broken_operations }
  }
  expect(await check(file)).toEqual({ code: 11, broken: expect.toSatisfy((count) => count > 5) })
  expect((await runInpk(['learn', file, '--out', facts, '--quiet'])).code).toBe(10)
  expect(await check(file, '--facts', facts)).toEqual({ code: 0, broken: 0 })
  const moved = Object.entries(description.paths).map(([path, item]) => [path.replace(/feedback$/, 'remarks'), item])
  const changed = writeFile(folder, 'new.json', JSON.stringify({ ...description, paths: Object.fromEntries(moved) }))
  expect(await check(changed, '--facts', facts)).toEqual({ code: 11, broken: 1 })
})

test('tasks of uploads at the address of all tasks are no operation that a description lacks', async () => {
  const { paths, ...rest } = JSON.parse(DESCRIPTION)
  const of = (path: string) => path.replace(/^\/api\/input/, '')
  const others = Object.entries(paths).flatMap(([path, item]) => {
    if (of(path) === '/feedback/upload/{task_id}') return []
    return [
      [of(path) === '/content/push/bulk/{task_id}' ? path.replace(of(path), '/ingestions/{task_id}') : path, item],
    ]
  })
  const file = writeFile(
    scratchFolder(),
    'openapi.json',
    JSON.stringify({ ...rest, paths: Object.fromEntries(others) }),
  )
  const facts = 'route:GET /api/input/content/push/bulk/{task_id}: { path: "/ingestions/{task_id}" }\n'
  const words = ['openapi', '--check', file, '--facts', writeFile(scratchFolder(), 'inpk.facts.yaml', facts), '--json']
  const { code, stdout } = await runInpk(words)
  expect([code, JSON.parse(stdout).breaking]).toEqual([0, 0])
})

test('options that say nothing of what is asked are refused: exit code 2', async () => {
  expect((await runInpk(['openapi', '--all'])).code).toBe(2)
  expect((await runInpk(['openapi', '--check', 'a.json', '--envelope', 'bare'])).code).toBe(2)
})

test('40 differences are shown, and all of them with `--all`', async () => {
  const far = DESCRIPTION.replaceAll('"properties":', '"patternProperties":').replaceAll(
    '"in":"query"',
    '"in":"cookie"',
  )
  const lines = async (...words: string[]) =>
    (await runInpk(['openapi', '--check', '-', ...words], { stdin: stdinOf(far) })).stdout.split('\n')
  const [some, all] = [await lines(), await lines('--all')]
  expect(some.filter((line) => line.startsWith('  '))).toHaveLength(40)
  expect(some.at(-3)).toMatch(/^… and \d+ more: --all shows them$/)
  expect(all.length).toBeGreaterThan(some.length)
})

describe('`openapi --envelope`: how success payloads are declared', () => {
  const ME = ['--jq', '.paths["/me"].get.responses["200"].content["application/json"].schema | keys[0]']
  const shape = async (bench: Bench, words: string[]) => (await bench.run(['openapi', ...words, ...ME])).stdout.trim()

  test('as they are sent unless told: bare before the sunset, in `data` after it', async () => {
    const bench = await openBench()
    expect(await shape(bench, [])).toBe('$ref')
    expect([await shape(bench, ['--envelope', 'data']), await shape(bench, ['--envelope', 'bare'])]).toEqual([
      'properties',
      '$ref',
    ])
    await bench.json(['emulator', 'clock', 'advance', '400d'])
    expect(await shape(bench, [])).toBe('properties')
    expect(await shape(bench, ['--envelope', 'bare'])).toBe('$ref')
  })

  test('a service that declares `data` whatever it is asked is unwrapped, its examples, too', async () => {
    const transport = scripted({ 'GET /api/v1/openapi.json': DESCRIPTION })
    const { stdout } = await runInpk(['openapi', '--envelope', 'bare'], { transport })
    expect(JSON.parse(stdout).paths).toEqual(
      (describeService({ serverUrl: 'https://ingest.example.com', envelope: 'bare' }) as { paths: object }).paths,
    )
  })
})
