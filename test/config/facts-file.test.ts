import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInpk, TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

const FACTS = 'error:NOT_FOUND: { status: 410 }\n'
const LEARNED = `${FACTS}result:createGroup.name:
  name: title
  evidence: [{ from: openapi.json, times: 1, at: 2026-11-22 }]
`

/** A home with a profile, a project, and a folder in it. */
function surroundings(files: { project?: object; profile?: object; env?: Record<string, string> } = {}) {
  const home = scratchFolder()
  const folder = join(home, 'project')
  const cwd = join(folder, 'deep')
  mkdirSync(cwd, { recursive: true })
  if (files.project) writeFile(folder, 'inpk.config.json', files.project)
  const work = { base_url: 'http://127.0.0.1:4600', api_key: TEST_KEY, ...files.profile }
  writeFile(home, 'config.json', { current: 'work', profiles: { work } })
  const env: Record<string, string> = { INPK_CONFIG_DIR: home, ...files.env }
  return { home, folder, cwd, env }
}

async function factsOf(argv: string[], at: ReturnType<typeof surroundings>) {
  const { code, stdout, stderr } = await runInpk(['config', '--json', ...argv], { cwd: at.cwd, env: at.env })
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout).facts_file
}

async function refusalOf(content: string | Buffer, name = 'inpk.facts.yaml') {
  const { folder, cwd, env } = surroundings()
  const path = writeFile(folder, name, content)
  const { code, stderr } = await runInpk(['config'], { cwd, env })
  return { path, code, stderr }
}

test('`config` shows which facts file is in force, where it came from, and how many facts it has', async () => {
  const at = surroundings()
  const path = writeFile(at.folder, 'inpk.facts.yaml', LEARNED)
  expect(await factsOf([], at)).toEqual({ value: path, origin: 'nearest upward', learned: 1, manual: 1 })
  const { stdout } = await runInpk(['config'], { cwd: at.cwd, env: at.env, columns: 300 })
  expect(stdout).toMatch(/facts_file +\S+inpk.facts.yaml +nearest upward: 2 facts \(1 learned, 1 manual\)/)
  expect(await factsOf([], surroundings())).toEqual({ value: null, origin: 'not set' })
})

test('a flag outranks the environment, that the profile, that the project file, that the nearest file upward', async () => {
  const at = surroundings({
    project: { facts: 'of-project.yaml' },
    profile: { facts: 'of-profile.yaml' },
    env: { INPK_FACTS: 'of-environment.yaml' },
  })
  writeFile(at.cwd, 'of-flag.yaml', FACTS)
  writeFile(at.cwd, 'of-environment.yaml', FACTS)
  const ofProfile = writeFile(at.home, 'of-profile.yaml', FACTS)
  const ofProject = writeFile(at.folder, 'of-project.yaml', FACTS)
  const found = writeFile(at.folder, 'inpk.facts.json', '{}')
  expect(await factsOf(['--facts', 'of-flag.yaml'], at)).toMatchObject({
    value: join(at.cwd, 'of-flag.yaml'),
    origin: '--facts',
  })
  expect(await factsOf([], at)).toMatchObject({
    value: join(at.cwd, 'of-environment.yaml'),
    origin: 'environment INPK_FACTS',
  })
  const plain = { ...at, env: { INPK_CONFIG_DIR: at.home } }
  expect(await factsOf([], plain)).toMatchObject({ value: ofProfile, origin: 'profile work' })
  writeFile(at.home, 'config.json', {})
  expect(await factsOf([], plain)).toMatchObject({
    value: ofProject,
    origin: expect.stringContaining('inpk.config.json'),
  })
  writeFile(at.folder, 'inpk.config.json', {})
  expect(await factsOf([], plain)).toMatchObject({ value: found, origin: 'nearest upward' })
})

test('`none` goes without facts, wherever it is said', async () => {
  const at = surroundings({ project: { facts: 'none' } })
  writeFile(at.folder, 'inpk.facts.yaml', 'no facts at all')
  expect(await factsOf(['--facts', 'none'], at)).toEqual({ value: null, origin: '--facts' })
  expect(await factsOf([], { ...at, env: { ...at.env, INPK_FACTS: 'none' } })).toEqual({
    value: null,
    origin: 'environment INPK_FACTS',
  })
  expect(await factsOf([], at)).toMatchObject({ value: null, origin: expect.stringContaining('inpk.config.json') })
})

test('the nearest of several facts files counts; two in one folder are refused', async () => {
  const at = surroundings()
  writeFile(at.folder, 'inpk.facts.yaml', FACTS)
  const near = writeFile(at.cwd, 'inpk.facts.json', '{}')
  expect(await factsOf([], at)).toMatchObject({ value: near })
  writeFile(at.cwd, 'inpk.facts.yml', '{}')
  const { code, stderr } = await runInpk(['config'], at)
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('has several facts files: inpk.facts.yml, inpk.facts.json'),
  ])
})

test('a facts file may be behind a symbolic link', async () => {
  const at = surroundings()
  const real = writeFile(at.home, 'real.yaml', FACTS)
  symlinkSync(real, join(at.folder, 'inpk.facts.yaml'))
  expect(await factsOf([], at)).toMatchObject({ manual: 1 })
})

test('all faults are shown at once, each with line and column, in the order of the file', async () => {
  const lines = [
    '# what we know',
    'body:createSource.questions[].question_text:',
    '  max_length: -3',
    'result:createSource:',
    '  names:',
    '    survey_id: id',
    "    'questions[].no_such': x",
    'error:NO_SUCH: { status: 400 }',
  ]
  for (const end of ['\n', '\r\n']) {
    const { path, code, stderr } = await refusalOf(`\ufeff${lines.join(end)}`)
    expect(code).toBe(6)
    expect(stderr).toContain(`${path}:3:3: body:createSource.questions[].question_text `)
    expect(stderr).toContain(`${path}:7:5: result:createSource `)
    expect(stderr).toContain(`${path}:8:1: error:NO_SUCH is not a known fact; did you mean error:`)
    expect(stderr.indexOf(':3:3:')).toBeLessThan(stderr.indexOf(':7:5:'))
    expect(stderr).toContain('(FACTS_INVALID)')
  }
})

test.each([
  ['one fact', 'result:createSource:\n  names:\n    survey_id: id\n    survey_title: id\n', 4, 3],
  ['two facts', 'result:createGroup.name: { name: a }\nresult:createGroup.created_at: { name: a }\n', 2, 1],
])('names of %s that clash are shown with both lines', async (_what, content, line, other) => {
  const { stderr } = await refusalOf(content)
  expect(stderr).toMatch(new RegExp(`yaml:${line}:\\d+: .* is the name of another member, \\S+ \\(line ${other}\\)`))
})

test('a route at the address of another operation names that, and the line that put it there', async () => {
  const path = '{ path: "/jobs" }'
  const content = `route:POST /api/input/sources/create: ${path}\nroute:POST /api/input/sources/publish: ${path}\n`
  const { stderr } = await refusalOf(content)
  const other = 'createSource \\(route:POST /api/input/sources/create\\)'
  expect(stderr).toMatch(new RegExp(`yaml:2:\\d+: .*belongs to another operation, ${other} \\(line 1\\)`))
})

test.each([
  ['a list', '- a\n', 6, ':1:1: must be an object with assumption ids as members'],
  ['a text', '# facts\nno facts\n', 6, ':2:1: must be an object with assumption ids as members'],
  ['a number', '7\n', 6, ':1:1: must be an object with assumption ids as members'],
  ['null', 'null\n', 6, ':1:1: must be an object with assumption ids as members, not null'],
  ['null below a comment', '# facts\n~\n', 6, ':2:1: must be an object with assumption ids as members, not null'],
  ['a duplicate key', `${FACTS}${FACTS}`, 6, ':2:1: error:NOT_FOUND occurs twice, first in line 1; keep one of them'],
  ['a tab', 'error:NOT_FOUND:\n\tstatus: 410\n', 6, ':2:1: Tabs are not allowed as indentation; use spaces'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x0a, 0xff]), 6, ':2:1: invalid UTF-8'],
  ['aliases that repeat far too much', bomb(), 6, 'its aliases (*name) expand too far; write the values out'],
  ['an anchor that contains itself', 'error:NOT_FOUND: &a { status: *a }\n', 6, 'has an anchor that contains itself'],
  [
    'a file of a newer version',
    'version: 2\nsome:thing: new\n',
    2,
    'was written by a newer inpk (version 2 of the file; this one knows 1)',
  ],
  ['a version that is none', 'version: one\n', 6, ':1:1: version must be a whole number'],
  ['a file of 10 MB', `# ${'x'.repeat(10_000_000)}\n`, 6, 'is larger than 1 MB, too large for a facts file'],
])('%s is refused with a clear error', async (_what, content, exit, message) => {
  const { code, stderr } = await refusalOf(content)
  expect(stderr).toContain(message)
  expect(code).toBe(exit)
})

function bomb(): string {
  const levels = Array.from(
    { length: 12 },
    (_, at) => `  ${at + 1}: &l${at + 1} [${Array(10).fill(`*l${at}`).join(', ')}]`,
  )
  return `error:NOT_FOUND:\n  0: &l0 [x]\n${levels.join('\n')}\n`
}

test.each([
  ['an empty file', ''],
  ['a file of blanks', '\ufeff \n'],
  ['a file of comments', '# nothing yet\n'],
  ['an empty document', '---\r\n...\r\n'],
])('%s has no facts', async (_what, content) => {
  const at = surroundings()
  writeFile(at.folder, 'inpk.facts.yaml', content)
  expect(await factsOf([], at)).toMatchObject({ learned: 0, manual: 0 })
})

test('a file of this version may say so', async () => {
  const at = surroundings()
  writeFile(at.folder, 'inpk.facts.yaml', `version: 1\n${FACTS}`)
  expect(await factsOf([], at)).toMatchObject({ learned: 0, manual: 1 })
})

test.each([
  ['--facts missing.yaml', 'facts file not found: '],
  ['--facts .', 'facts file is a folder, not a file: '],
  ['--facts /dev/null', 'facts file is not a file: /dev/null'],
])('%s is refused', async (words, message) => {
  const { code, stderr } = await runInpk(['config', ...words.split(' ')], surroundings())
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('`doctor` fails on a broken facts file with its faults, and asks nobody', async () => {
  const { folder, cwd, env } = surroundings()
  const path = writeFile(folder, 'inpk.facts.yaml', 'error:NO_SUCH: { status: 400 }\nerror:NOT_FOUND: { status: 4 }\n')
  const { code, stdout } = await runInpk(['doctor', '--json'], { cwd, env })
  expect(code).toBe(11)
  const { ok, checks } = JSON.parse(stdout)
  expect(ok).toBe(false)
  expect(checks.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    ['facts', 'failed'],
    ['address', 'skipped'],
  ])
  expect(checks[0].message).toContain(`${path}:1:1: error:NO_SUCH is not a known fact`)
  expect(checks[0].message).toContain(`${path}:2:20: error:NOT_FOUND status must be 400 to 599`)
})

test('a command that asks no service is not kept from its work by a broken facts file', async () => {
  const { folder, cwd, env } = surroundings()
  writeFile(folder, 'inpk.facts.yaml', 'broken: [\n')
  expect((await runInpk(['profiles', 'list'], { cwd, env })).code).toBe(0)
})

test('`profiles use --facts` and `login --facts` keep the file in the profile; `profiles show` shows it', async () => {
  const { home, cwd, env } = surroundings()
  const facts = writeFile(cwd, 'staging.yaml', FACTS)
  const used = await runInpk(['profiles', 'use', 'work', '--facts', 'staging.yaml'], { cwd, env })
  expect(used.code, used.stderr).toBe(0)
  const shown = JSON.parse((await runInpk(['profiles', 'show', 'work', '--json'], { cwd, env })).stdout)
  expect(shown.facts).toBe(facts)
  expect(await factsOf([], { home, folder: '', cwd, env })).toMatchObject({ value: facts, origin: 'profile work' })
  writeFile(cwd, 'broken.yaml', 'a: [')
  expect((await runInpk(['profiles', 'use', 'work', '--facts', 'broken.yaml'], { cwd, env })).code).toBe(6)
})
