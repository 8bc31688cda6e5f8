import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseFacts } from '../../src/config/read-facts.js'
import { runInpk } from '../cli/run-inpk.js'
import { createForeignService } from '../foreign/service.js'
import { CHOICE_A } from '../foreign/team-a.js'
import { documentOf, listOf, object, TEXT } from '../truth/learn/document.js'
import { scratchFolder, writeFile } from './scratch.js'

const DESCRIPTION = createForeignService(CHOICE_A).describe()
const ID = 'result:listSources.survey_series[].survey_series_id'

function project(): { cwd: string; facts: string } {
  const folder = scratchFolder()
  writeFile(folder, 'inpk.config.json', {})
  writeFile(folder, 'openapi.json', DESCRIPTION)
  const cwd = join(folder, 'deep')
  mkdirSync(cwd)
  return { cwd, facts: join(folder, 'inpk.facts.yaml') }
}

async function learn(words: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await runInpk(['learn', ...words, '--json'], { cwd })
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) }
}

test('what a description proves is written beside the project file, with its evidence; a second time nothing is new', async () => {
  const { cwd, facts } = project()
  const { code, report, stderr } = await learn(['../openapi.json'], cwd)
  expect([0, 10], stderr).toContain(code)
  expect(report).toMatchObject({ file: facts, written: true, sources: [{ from: 'openapi.json', kind: 'description' }] })
  expect(report.counts.learned).toBeGreaterThan(10)
  const evidence = [{ from: 'openapi.json', what: 'description', at: '2026-03-01' }]
  expect(parseFacts(readFileSync(facts), facts)[ID]).toMatchObject({ name: 'id', evidence })
  const text = readFileSync(facts, 'utf8')
  const again = await learn(['../openapi.json'], cwd)
  expect([again.report.written, readFileSync(facts, 'utf8')]).toEqual([false, text])
  expect(again.report.counts).toMatchObject({
    learned: 0,
    confirmed: report.counts.learned + report.counts.confirmed,
  })
})

test('people see the counts, what was learned by operation, and what changes in the file', async () => {
  const { cwd, facts } = project()
  const { stdout } = await runInpk(['learn', '../openapi.json'], { cwd, columns: 120 })
  expect(stdout).toMatch(
    /^Read openapi.json \(description\)\n\d+ confirmed, \d+ learned, \d+ ambiguous, \d+ not seen\n/,
  )
  expect(stdout).toMatch(/\nlistSources {2}\d+ learned/)
  expect(stdout).toContain(`+ ${ID}:\n+   name: id`)
  expect(stdout).toMatch(new RegExp(`Wrote \\d+ facts to ${facts}\n$`))
})

test('on a narrow terminal, what was found is wrapped at words', async () => {
  const { cwd } = project()
  const { stdout } = await runInpk(['learn', '../openapi.json'], { cwd, isTerminal: true, columns: 40 })
  const [found = ''] = stripVTControlCharacters(stdout).split(/\n[+-] /)
  const lines = found.split('\n')
  expect(lines.slice(1, 3).join(' ')).toMatch(/^\d+ confirmed, \d+ learned, \d+ ambiguous, \d+ not seen$/)
  expect(lines.filter((line) => line.length > 40 && line.trim().includes(' '))).toEqual([])
})

test('--dry-run and --check write nothing; --check ends with 11 until the file has all there is to know', async () => {
  const { cwd, facts } = project()
  expect((await learn(['../openapi.json', '--dry-run'], cwd)).report).toMatchObject({ written: false })
  expect((await learn(['../openapi.json', '--check'], cwd)).code).toBe(11)
  expect(existsSync(facts)).toBe(false)
  const { code } = await learn(['../openapi.json'], cwd)
  expect((await learn(['../openapi.json', '--check'], cwd)).code).toBe(code)
})

test('a manual fact stays, and what was seen otherwise is said', async () => {
  const { cwd, facts } = project()
  writeFile(join(cwd, '..'), 'inpk.facts.yaml', `# ours\n${ID}: { name: group_id }\n`)
  const { stdout } = await runInpk(['learn', '../openapi.json'], { cwd })
  expect(stdout).toContain(`${ID} stays: it was written by hand`)
  expect(readFileSync(facts, 'utf8')).toContain(`# ours\n${ID}: { name: group_id }\n`)
})

test('what is taken back is named, and is neither learned nor written', async () => {
  const { cwd, facts } = project()
  const answer = object({ items: listOf(object({ text: TEXT })) })
  writeFile(join(cwd, '..'), 'openapi.json', documentOf([{ path: '/api/input/feedback', answer }]))
  await runInpk(['learn', '../openapi.json'], { cwd })
  const id = 'route:GET /api/input/feedback'
  const evidence = [{ from: 'old.json', what: 'description', at: '2026-01-01' }]
  const known = readFileSync(facts, 'utf8')
  writeFile(join(cwd, '..'), 'inpk.facts.yaml', `${known}${id}: ${JSON.stringify({ prefix: '/api/v1', evidence })}\n`)
  const preview = await runInpk(['learn', '../openapi.json', '--dry-run'], { cwd })
  expect(preview.stdout).toMatch(new RegExp(`\n1 fact to remove from ${facts}, not written\n$`))
  const { report } = await learn(['../openapi.json', '--dry-run'], cwd)
  expect(report.counts.learned).toBe(0)
  const { stdout } = await runInpk(['learn', '../openapi.json'], { cwd })
  expect(stdout).toContain(`\nRemoved: ${id} because this service does as inpk assumes\n`)
  expect(stdout).toMatch(new RegExp(`\nRemoved 1 fact from ${facts}\n$`))
  expect(readFileSync(facts, 'utf8')).not.toContain(id)
})

test('a recording is told by its content; what went to other hosts is left out', async () => {
  const { cwd } = project()
  const entry = (url: string, headers: object[], body: unknown) => ({
    startedDateTime: '2026-11-20T10:00:00Z',
    request: { method: 'GET', url, headers },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: JSON.stringify(body) } },
  })
  const entries = [
    entry('https://cdn.example.com/a.json', [], {}),
    entry('https://feedback.example.com/api/input/me', [{ name: 'Authorization', value: 'Bearer …' }], { org_id: 1 }),
  ]
  writeFile(cwd, 'any.name', { log: { version: '1.2', entries } })
  const { report, stderr } = await learn(['any.name', '--dry-run'], cwd)
  expect(report?.sources, stderr).toEqual([
    {
      from: 'any.name',
      kind: 'traffic',
      count: 1,
      left_out: 1,
      host: 'https://feedback.example.com',
      at: '2026-11-20',
    },
  ])
})

describe('a recording of several services', () => {
  const entry = (url: string) => ({
    startedDateTime: '2026-11-20T10:00:00Z',
    request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer …' }] },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"org_id": 1}' } },
  })
  const [one, other] = ['https://a.example', 'https://b.example']
  const both = { log: { version: '1.2', entries: [one, other].map((host) => entry(`${host}/api/input/me`)) } }

  test('that may be this one is refused: nothing tells which it is', async () => {
    const { cwd } = project()
    writeFile(cwd, 'both.har', both)
    const { code, stderr } = await learn(['both.har', '--dry-run'], cwd)
    expect([code, stderr]).toEqual([6, expect.stringContaining(`may be the service: ${one}, ${other}`)])
    expect(stderr).toContain('Choose one with --base-url.')
  })

  test('shows that of the base URL alone', async () => {
    const { cwd } = project()
    writeFile(cwd, 'both.har', both)
    const { report, stderr } = await learn(['both.har', '--dry-run', '--base-url', other], cwd)
    expect(report?.sources, stderr).toMatchObject([{ count: 1, left_out: 1, host: other }])
    expect(stderr).not.toContain('check that both')
  })

  test('that are not at the base URL says so', async () => {
    const { cwd } = project()
    writeFile(cwd, 'one.har', { log: { version: '1.2', entries: [entry(`${one}/api/input/me`)] } })
    const { stderr } = await learn(['one.har', '--dry-run', '--base-url', other], cwd)
    expect(stderr).toContain(`one.har was recorded at ${one}, and --base-url is ${other}`)
  })
})

test.each([
  ['a text', 'hello', 6, 'is none of the files that inpk learns from'],
  ['Swagger 2', '{"swagger": "2.0", "paths": {}}', 6, 'Convert it to OpenAPI 3.0 or 3.1'],
  ['Swagger 2 without paths', '{"swagger": "2.0"}', 6, 'Convert it to OpenAPI 3.0 or 3.1'],
  ['an empty file', ' \n', 6, 'file is empty'],
  ['a page', '<!doctype html><html></html>', 6, 'file is a page of HTML'],
  ['a file nested too deeply', `${'['.repeat(600)}${']'.repeat(600)}`, 6, 'file is nested more than 500 levels deep'],
  ['a description without paths', 'openapi: 3.1.0\n', 6, 'file is a description without paths'],
  [
    'a description with a list of paths',
    'openapi: 3.1.0\npaths: []\n',
    6,
    'file is a description with paths that are not',
  ],
  ['a description that is cut off', '{"openapi": "3.1.0",\n "paths": {"/a"', 6, 'file is broken at 2:'],
  ['YAML with tabs', 'openapi: 3.1.0\npaths:\n\t/a: {}\n', 6, 'file is broken at 3:1: Tabs are not allowed'],
  ['a recording of another service', pets(), 6, 'nothing in file belongs to this service: GET /v2/pets'],
  [
    'a description of something else',
    '{"openapi": "3.1.0", "paths": {"/pets": {"get": {}}}}',
    6,
    'no operation of the service found in file',
  ],
])('%s is refused', async (_what, content, exit, message) => {
  const { cwd, facts } = project()
  writeFile(cwd, 'file', content)
  const { code, stderr } = await learn(['file'], cwd)
  expect([code, stderr]).toEqual([exit, expect.stringContaining(message)])
  expect(existsSync(facts)).toBe(false)
})

function pets(): string {
  const request = { method: 'GET', url: 'https://pets.example.com/v2/pets', headers: [] }
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '[{"id":1}]' } }
  return JSON.stringify({ log: { version: '1.2', entries: [{ request, response }] } })
}

test('an empty folder is refused, and stdin that is given twice', async () => {
  const { cwd } = project()
  mkdirSync(join(cwd, 'empty'))
  expect(await learn(['empty'], cwd)).toMatchObject({ code: 6, stderr: expect.stringContaining('is an empty folder') })
  expect(await learn(['-', '-'], cwd)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('stdin can be read only once'),
  })
})

test('what is given twice counts once, and what is of another service or nowhere is said', async () => {
  const { cwd } = project()
  writeFile(cwd, 'pets.har', pets())
  const again = writeFile(cwd, 'again.json', DESCRIPTION)
  const { code, stderr, report } = await learn(['../openapi.json', again, 'pets.har', '--dry-run'], cwd)
  expect([0, 10], stderr).toContain(code)
  expect(report.sources.map(({ from }: { from: string }) => from)).toEqual(['openapi.json', 'pets.har'])
  expect(stderr).toContain('again.json holds the same as openapi.json; it counts once')
  expect(stderr).toContain('nothing in pets.har belongs to this service: GET /v2/pets')
  const refs = { a: { $ref: 'other.yaml#/a' }, b: { $ref: '#/components/none' }, c: { $ref: '#/components/refs/c' } }
  writeFile(cwd, 'refs.json', { openapi: '3.0.0', paths: {}, components: { refs } })
  const dead = (await learn(['refs.json', '../openapi.json', '--dry-run'], cwd)).stderr
  expect(dead).toContain("refs.json refers to other files, which aren't read (other.yaml#/a); bundle it into one")
  expect(dead).toContain("refs.json refers to what isn't in it: #/components/none")
})

test('deliveries are read as `listen` and the emulator save them, and as several in a file or a recording of a receiver', async () => {
  const headers = { 'content-type': 'application/json', 'x-service-event': 'report.ready', 'x-service-delivery': 'd1' }
  const body = { event: 'report.ready', timestamp: '2026-03-02T09:30:00.000Z', data: { report_id: 5, periodKey: 'x' } }
  const text = JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const entry = {
    startedDateTime: '2026-02-20T10:00:00Z',
    request: {
      method: 'POST',
      url: 'https://receiver.example.com/hook',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      postData: { mimeType: 'application/json', text },
    },
    response: { status: 204, headers: [], content: {} },
  }
  const saved = { id: 'dlv_1', headers, body: text, body_base64: Buffer.from(text).toString('base64') }
  const forms: Record<string, unknown> = {
    'one.http': ['POST /hook HTTP/1.1', ...lines, '', text].join('\r\n'),
    'one.json': saved,
    'list.json': { items: [saved] },
    'lines.jsonl': `${JSON.stringify({ headers, body })}\n${JSON.stringify(saved)}\n`,
    'array.json': [{ headers, body }],
    'receiver.har': { log: { entries: [entry, entry] } },
  }
  for (const [name, content] of Object.entries(forms)) {
    const cwd = scratchFolder()
    writeFile(cwd, name, content as object)
    const { report, stderr } = await learn([name], cwd)
    expect(report?.verdicts ?? stderr, name).toContainEqual(
      expect.objectContaining({
        id: 'event:report.ready',
        state: 'learned',
        fact: { names: { period_key: 'periodKey' } },
      }),
    )
    expect(report.sources, name).toMatchObject([{ from: name, kind: 'deliveries' }])
  }
})
