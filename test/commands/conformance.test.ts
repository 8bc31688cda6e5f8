import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { INTERFACE_RULES, NOT_OBSERVABLE } from '../../src/contract/rules.js'
import type { Transport, WireResponse } from '../../src/contract/wire.js'
import { NOT_OBSERVABLE_RULES, RULES } from '../../src/truth/conformance/run-rules.js'
import { runInpk, stdinOf } from '../cli/run-inpk.js'
import { type Bench, openBench, stageSource } from './with-emulator.js'

interface Report {
  id: string
  verdict: string
  reason: string | null
}

let bench: Bench
let keys: Record<string, string>

beforeAll(async () => {
  bench = await openBench()
  await stageSource(bench, [{ text: 'Good', external_id: 'e1', rating: 4 }, 'Bad', 'Fine'])
  await bench.json(['sources', 'create', 'Draft', '--group', 'Support', '--question', 'TEXT: Why?'])
  await bench.json(['sources', 'create', 'Numbers', '--group', 'Support', '--question', 'NPS: How much?', '--publish'])
  const template = {
    subject: 'Hi {{name}}',
    text: '{{name}}: {{survey_link}}',
    html: '<p>{{name}}</p>{{survey_link}}',
    variables: [{ name: 'name', required: true }],
  }
  await bench.json(['emulator', 'templates', 'set', '1', '-'], {
    stdin: stdinOf(JSON.stringify(template)),
  })
  const { test: ring } = bench.emulator.apiKeys
  keys = {
    INPK_API_KEY_PUSH: ring.push,
    INPK_API_KEY_CREATE: ring.create,
    INPK_API_KEY_SEND: ring.send,
    INPK_API_KEY_MCP_READ: ring.mcp_read,
  }
})

test.each([
  ['an emulator of the folder that is another one', (other: Bench) => other.emulator.dashboardUrl],
  ['none that can be asked', () => ''],
])('what an emulator plays is asked of the one at the address: %s says nothing of it', async (_, dashboardOf) => {
  const facts = { 'result:listFeedback': { names: { items: '/rows' } } }
  const at = await openBench({ port: 4_710, facts })
  await stageSource(at, ['Good'])
  const other = await openBench({ port: 4_720 })
  const transport: Transport = (request) =>
    (request.url.startsWith(other.emulator.dashboardUrl) ? other : at).emulator.handle(request)
  const ran = await at.run(['conformance', '--json', '--rule', 'FBK-1'], {
    transport,
    env: { INPK_EMULATOR_URL: dashboardOf(other) },
  })
  // The other plays everything as assumed, so what differs would seem a breach.
  expect(JSON.parse(ran.stdout).rules).toEqual([expect.objectContaining({ id: 'FBK-1', verdict: 'unconfirmed' })])
  expect(ran.code).toBe(0)
})

test('every rule of the interface has its words, and is looked at once or said not to be, with a reason', () => {
  const rules = [...INTERFACE_RULES.values()]
  const seen = rules.filter(({ conformance }) => conformance === 'http').map(({ id }) => id)
  expect(RULES.map(({ id }) => id).sort()).toEqual(seen.sort())
  expect(RULES.length + NOT_OBSERVABLE_RULES.length).toBe(INTERFACE_RULES.size)
  expect(rules.filter(({ sentence }) => !/^[A-Z0-9`].{10,}\.$/.test(sentence))).toEqual([])
})

test('the README of its room says how many rules there are, how many are looked at, and why the others are not', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../src/truth/README.md'), 'utf8')
  expect(readme).toContain(`the ${INTERFACE_RULES.size} rules of the interface`)
  const rows = new Map([['http', 'checked']])
  for (const [reason, text] of Object.entries(NOT_OBSERVABLE)) rows.set(reason, `not observable: ${text}`)
  const count = (reason: string) => [...INTERFACE_RULES.values()].filter((each) => each.conformance === reason).length
  const table = [...rows].map(([reason, text]) => `| ${count(reason)} | ${text} |`)
  expect(readme).toContain(table.join('\n'))
})

test('the emulator keeps every rule that can be seen: exit code 0', async () => {
  const { code, stdout } = await bench.run(['conformance', '--json'], { env: keys })
  const { rules } = JSON.parse(stdout) as { rules: Report[] }
  expect(rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(rules.filter(({ verdict }) => verdict === 'skipped')).toEqual([])
  expect(rules.filter(({ verdict }) => verdict === 'unseen')).toHaveLength(NOT_OBSERVABLE_RULES.length)
  expect(rules).toHaveLength(INTERFACE_RULES.size)
  expect(code).toBe(0)
})

test('`--rule` of one that cannot be seen says why', async () => {
  const { stdout } = await bench.run(['conformance', '--rule', 'PSH-1', '--rule', 'EVT-2'], {
    columns: 100,
    isTerminal: true,
  })
  expect(stripVTControlCharacters(stdout)).toContain(
    'not observable (1 rule): testing would store, send or use up something in the service',
  )
  expect(stripVTControlCharacters(stdout)).toContain(
    'not observable (1 rule): testing needs a webhook receiver that the service can reach',
  )
  expect(stdout).toMatch(/; 2 rules can't be observed over HTTP alone\n/)
})

test('what can not be observed is listed in lines that fit a page, also in a pipe', async () => {
  const { stdout } = await bench.run(['conformance', '--read-only'])
  const ids = stdout.split('\n').filter((line) => /^ {9}[A-Z]+-\d+/.test(line))
  expect(ids.length).toBeGreaterThan(10)
  expect(Math.max(...ids.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('`--read-only` sends nothing but GETs', async () => {
  const methods = new Set<string>()
  const transport: Transport = (request) => {
    methods.add(request.method)
    return bench.emulator.handle(request)
  }
  const { code, stdout } = await bench.run(['conformance', '--read-only'], { env: keys, transport })
  expect([...methods]).toEqual(['GET'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^kept {5}ADR-1 +API calls are answered/m)
  expect(stdout).toMatch(/\d+ kept, 0 broken, \d+ not checked; \d+ rules can't be observed over HTTP alone\n$/)
})

test('what it sends without `--read-only` changes nothing', async () => {
  const before = await bench.json(['api', 'GET', 'surveys/list', '-f', 'limit=200'])
  await bench.run(['conformance'], { env: keys })
  expect(await bench.json(['api', 'GET', 'surveys/list', '-f', 'limit=200'])).toEqual(before)
})

test('without further keys the rules about scopes are skipped and say which key they need', async () => {
  const { rules } = await bench.json(['conformance', '--rule', 'AUT-7', '--rule', 'AUT-5'])
  expect(rules).toMatchObject([
    { id: 'AUT-5', verdict: 'kept' },
    { id: 'AUT-7', verdict: 'skipped', reason: expect.stringContaining('INPK_API_KEY_SEND') },
  ])
})

/** A service with a fault: `change` touches each answer. */
function faulty(change: (answer: WireResponse, path: string) => Partial<WireResponse>): Transport {
  return async (request) => {
    const answer = await bench.emulator.handle(request)
    return { ...answer, ...change(answer, new URL(request.url).pathname) }
  }
}

function edited(answer: WireResponse, change: (text: string) => string): Partial<WireResponse> {
  return { body: Buffer.from(change(Buffer.from(answer.body).toString())) }
}

describe('a service that breaks a rule is found out: exit code 11', () => {
  test.each<[string, Parameters<typeof faulty>[0]]>([
    [
      'ME-4',
      (answer) => edited(answer, (text) => text.replace('"per_ip_per_minute":600', '"per_ip_per_minute":"600"')),
    ],
    ['ME-2', (answer) => edited(answer, (text) => text.replace('"org_id":1', '"org_id":"1"'))],
    ['ME-7', (answer) => edited(answer, (text) => text.replace('"credits":{', '"credits":{"plan_key":null,'))],
    ['LST-4', (answer) => edited(answer, (text) => text.replaceAll('"accepts_text":true', '"accepts_text":"true"'))],
    ['LST-5', (answer) => edited(answer, (text) => text.replaceAll('"EDITING"', '"DRAFT"'))],
    ['ADR-5', (answer) => edited(answer, (text) => text.replaceAll('"survey_id":"1"', '"survey_id":1'))],
    ['FBK-3', (answer) => edited(answer, (text) => text.replace('"rating":4', '"rating":"4"'))],
    ['AUT-5', ({ status }) => ({ status: status === 401 ? 403 : status })],
    ['AUT-2', ({ headers }) => ({ headers: { ...headers, 'set-cookie': 'a=b' } })],
    ['RAT-9', ({ headers }) => ({ headers: { ...headers, 'x-ratelimit-limit': '0' } })],
    ['RAT-11', ({ headers: { 'x-ratelimit-reset': _gone, ...headers } }) => ({ headers })],
    ['VER-12', ({ headers: { deprecation: _gone, ...headers } }) => ({ headers })],
    ['VER-2', (answer) => edited(answer, (text) => text.replace('"version":"1.3.0"', '"version":"1.2.0"'))],
    [
      'VER-7',
      (answer, path) =>
        path.endsWith('openapi.json') ? edited(answer, (text) => text.replaceAll('window_seconds', 'window')) : {},
    ],
    ['ERR-2', (answer) => edited(answer, (text) => text.replace('"code":"NOT_FOUND",', ''))],
    ['GRP-3', (_answer, path) => (path.endsWith('/survey_series/create') ? { status: 200 } : {})],
    ['MCP-7', (_answer, path) => (path.endsWith('/mcp') ? { status: 200 } : {})],
    ['UPL-5', (_answer, path) => (path.endsWith('/upload') ? { status: 202 } : {})],
    ['INV-6', (_answer, path) => (path.endsWith('/invites') ? { status: 200 } : {})],
    ['INV-7', (_answer, path) => (path.endsWith('/invites') ? { status: 400 } : {})],
    ['INV-8', (answer) => edited(answer, (text) => text.replaceAll('conformance-1.', 'conformance-0.'))],
    ['INV-9', (answer) => edited(answer, (text) => text.replace('"previews"', '"prevues"'))],
    ['GRP-7', (_answer, path) => (path.endsWith('/survey_series/create') ? { status: 403 } : {})],
    ['GRP-9', (_answer, path) => (path.endsWith('/feedback_groups/create') ? { status: 403 } : {})],
    ['BLK-7', (_answer, path) => (path.endsWith('/bulk') ? { status: 202 } : {})],
    ['MCP-5', (answer) => edited(answer, (text) => text.replace('"readOnlyHint":true', '"readOnlyHint":false'))],
    ['MCP-6', (_answer, path) => (path.endsWith('/mcp') ? { status: 403 } : {})],
    ['MCP-8', (answer) => edited(answer, (text) => text.replaceAll('get_theme_verbatims', 'get_verbatims'))],
    ['MCP-9', (answer) => edited(answer, (text) => text.replaceAll('period_key', 'period'))],
    ['MCP-12', (answer) => edited(answer, (text) => text.replace('"tools":[', '"tools":[],"gone":['))],
    ['BLK-20', (_answer, path) => (path.endsWith('/bulk') ? { status: 202 } : {})],
    ['VOC-8', (answer) => edited(answer, (text) => text.replaceAll('question.content', 'field.content'))],
  ])('%s', async (id, change) => {
    const { code, stdout } = await bench.run(['conformance', '--rule', id, '--json'], {
      env: keys,
      transport: faulty(change),
    })
    expect(JSON.parse(stdout).rules).toMatchObject([{ id, verdict: 'broken', reason: expect.any(String) }])
    expect(code).toBe(11)
  })
})

test('`--output junit` is a suite that tools can read; other commands have none: exit code 2', async () => {
  const transport = faulty((answer) => edited(answer, (text) => text.replace('"org_id":1', '"org_id":"<1>"')))
  const argv = [
    'conformance',
    '--rule',
    'ME-2',
    '--rule',
    'ME-3',
    '--rule',
    'GRP-2',
    '--read-only',
    '--output',
    'junit',
  ]
  const { code, stdout } = await bench.run(argv, { transport })
  expect(code).toBe(11)
  expect(stdout).toContain('<testsuite name="conformance" tests="3" failures="1" errors="0" skipped="1">')
  expect(stdout).toContain('<failure message="org_id is &quot;&lt;1&gt;&quot;"/>')
  expect(await bench.run(['me', '--output', 'junit'])).toMatchObject({ code: 2, stdout: '' })
})

test('a wrong host ends it: exit code 9; a key that is refused: 3; an unknown rule: 2', async () => {
  const page = faulty(() => ({ body: Buffer.from('<html>'), headers: { 'content-type': 'text/html' } }))
  expect((await bench.run(['conformance'], { transport: page })).code).toBe(9)
  const unknown = bench.emulator.apiKeys.test.all.replace(/.{44}$/, `${'A'.repeat(43)}=`)
  expect((await bench.run(['conformance'], { env: { INPK_API_KEY: unknown } })).code).toBe(3)
  expect((await bench.run(['conformance', '--rule', 'ME-99'])).code).toBe(2)
  expect((await runInpk(['conformance', '--help'])).stdout).toContain('--output junit')
})
