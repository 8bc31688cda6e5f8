import { expect, test } from 'vitest'
import { errorOf, Reply, runInpk, scripted, stdinOf } from '../cli/run-inpk.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

test('`api GET me` prints the body as it came; a short path stands under the prefix', async () => {
  const transport = scripted({ 'GET /me': ME })
  for (const path of ['me', '/me', '/api/input/me', 'http://127.0.0.1:4600/api/input/me']) {
    const { code, stdout } = await runInpk(['api', 'get', path], { transport })
    expect(code).toBe(0)
    expect(stdout).toBe(`${JSON.stringify(ME)}\n`)
  }
  expect(new Set(transport.asked.map(({ url }) => url.href))).toEqual(new Set(['http://127.0.0.1:4600/api/input/me']))
})

test('`--jq` filters the body, `--json` lays it out', async () => {
  const transport = scripted({ 'GET /me': ME })
  expect((await runInpk(['api', 'GET', 'me', '--jq', '.org_name'], { transport })).stdout).toBe('Acme\n')
  expect(JSON.parse((await runInpk(['api', 'GET', 'me', '--json'], { transport })).stdout)).toEqual(ME)
})

test('-f makes text, -F types: true, null, numbers, files; names nest as `a[b][]`', async () => {
  const transport = scripted({ 'POST /x': {} })
  const cwd = scratchFolder()
  writeFile(cwd, 'text.txt', 'from a file')
  const fields = [
    '-f',
    'n=1',
    '-F',
    'm=1.5',
    '-F',
    'yes=true',
    '-F',
    'none=null',
    '-F',
    'file=@text.txt',
    '-F',
    'id=007',
  ]
  const nested = [
    '-f',
    'a[b][]=x',
    '-f',
    'a[b][]=y',
    '-f',
    'l[][k]=1',
    '-f',
    'l[][v]=2',
    '-f',
    'l[][k]=3',
    '-f',
    '__proto__=p',
  ]
  await runInpk(['api', 'POST', 'x', ...fields, ...nested], { transport, cwd })
  expect(transport.asked[0]?.body).toEqual(
    JSON.parse(
      '{"n":"1","m":1.5,"yes":true,"none":null,"file":"from a file","id":"007","a":{"b":["x","y"]},"l":[{"k":"1","v":"2"},{"k":"3"}],"__proto__":"p"}',
    ),
  )
})

test('fields of a GET, and those beside `--input`, go into the query', async () => {
  const transport = scripted({ 'GET /feedback': {}, 'POST /x': {} })
  await runInpk(['api', 'GET', 'feedback?a=1', '-f', 'source_id=3 4'], { transport })
  await runInpk(['api', 'POST', 'x', '--input', '-', '-f', 'q=1'], { transport, stdin: stdinOf('{"raw":true}') })
  expect(transport.asked.map(({ url, body }) => [url.search, body])).toEqual([
    ['?a=1&source_id=3+4', undefined],
    ['?q=1', { raw: true }],
  ])
})

test('-H adds headers but never another key; `--idempotency-key auto` makes a fresh one', async () => {
  const transport = scripted({ 'POST /x': {} })
  const argv = [
    'api',
    'POST',
    'x',
    '-H',
    'X-Test: a b',
    '-H',
    'Authorization: Bearer other',
    '--idempotency-key',
    'auto',
  ]
  await runInpk(argv, { transport })
  await runInpk(argv, { transport })
  const [first, second] = transport.asked.map(({ headers }) => headers)
  expect(first?.['x-test']).toBe('a b')
  expect(first?.authorization).toMatch(/^Bearer inpk_test_EMU/)
  expect(first?.['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.['idempotency-key']).not.toBe(first?.['idempotency-key'])
})

test('-i shows status line and headers first', async () => {
  const { stdout } = await runInpk(['api', 'GET', 'me', '-i'], { transport: scripted({ 'GET /me': ME }) })
  expect(stdout).toMatch(/^HTTP 200\ncontent-type: application\/json\nx-request-id: req_1\n\n\{/)
})

test.each([
  [404, 5],
  [401, 3],
  [403, 4],
  [400, 6],
  [409, 7],
  [500, 8],
])('a %i prints the body on stdout, the error on stderr and ends with exit code %i', async (status, exit) => {
  const body = errorOf('SOME_CODE', 'Something is wrong', { 'question.content': ['no'] })
  const transport = scripted({ 'GET /x': new Reply(status, body) })
  const { code, stdout, stderr } = await runInpk(['api', 'GET', 'x'], { transport })
  expect(code).toBe(exit)
  expect(JSON.parse(stdout)).toEqual(body)
  expect(stderr).toContain('error: Something is wrong')
  const machine = await runInpk(['api', 'GET', 'x', '--json'], { transport })
  expect(JSON.parse(machine.stderr).error).toMatchObject({ code: 'SOME_CODE', status, request_id: 'req_1' })
})

test('a web page with 200 is the wrong host and a redirect is not followed: exit code 9', async () => {
  const page = scripted({ 'GET /me': new Reply(200, '<html></html>', { 'content-type': 'text/html' }) })
  expect(await runInpk(['api', 'GET', 'me'], { transport: page })).toMatchObject({ code: 9, stdout: '' })
  const moved = scripted({ 'GET /me': new Reply(302, '', { location: 'https://elsewhere.example.com' }) })
  expect((await runInpk(['api', 'GET', 'me'], { transport: moved })).code).toBe(9)
  expect(moved.asked).toHaveLength(1)
})

test.each([
  [['GET', 'https://elsewhere.example.com/api/input/me'], 'not under the base URL'],
  [['GET', 'http://127.0.0.1:4600.example.com/me'], 'not under the base URL'],
  [['POST', 'x', '-f', 'nothing'], 'expected key=value'],
  [['POST', 'x', '-f', 'a=1', '-f', 'a[b]=1'], 'has both members and a value'],
  [['POST', 'x', '-f', 'a=1', '-f', 'a[]=1'], 'is both a list'],
  [['POST', 'x', '-H', 'nothing'], 'must be a name and a value'],
  [['POST', 'x', '--paginate'], 'only with GET'],
  [['GET', 'x', '--paginate', '-i'], "can't be used together"],
  [['GET', 'x', '-H', 'a: b\nc: d'], 'HTTP does not allow'],
  [['G/T', 'x'], 'unknown method'],
  [['POST', 'x', '--input', 'missing.json'], 'file not found'],
])('`api %s` is wrong usage: exit code 2, nothing sent', async (words, message) => {
  const transport = scripted({})
  const { code, stderr } = await runInpk(['api', ...words], { transport })
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(transport.asked).toEqual([])
})

test('control characters of an answer stay escaped, on a terminal and off it', async () => {
  const body = { text: 'a\u001b]52;c;evil\u0007\u009b31m\u202e' }
  for (const isTerminal of [true, false]) {
    const { stdout } = await runInpk(['api', 'GET', 'x'], { transport: scripted({ 'GET /x': body }), isTerminal })
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
    expect(JSON.parse(stdout)).toEqual(body)
  }
})

test('`--paginate` follows the pages to the end and prints one array', async () => {
  const bench = await openBench()
  const items = Array.from({ length: 120 }, (_, index) => ({ text: `item ${index}`, external_id: `e${index}` }))
  await stageSource(bench, items)
  const all = await bench.json(['api', 'GET', 'feedback', '-f', 'limit=50', '--paginate'])
  expect(all.map((item: { external_id: string }) => item.external_id)).toEqual(items.map((item) => item.external_id))
  const lines = await bench.run(['api', 'GET', 'feedback', '--paginate', '--output', 'ndjson', '--limit', '3'])
  expect(lines.stdout.trim().split('\n')).toHaveLength(3)
  const csv = await bench.run(['api', 'GET', 'feedback', '--paginate', '--output', 'csv', '--limit', '1'])
  expect(csv.stdout.split('\n')[0]).toContain('external_id')
})
