import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** A command line that is wrong, its exit code, what is said, and what to do. */
const LINES: [line: string[], code: number, message: string, hint: string][] = [
  [
    ['webhooks', 'trigger', 'content.pushed', '--set', 'data.insrted=3'],
    2,
    'content.pushed has no "data.insrted"',
    'Did you mean `data.inserted`?',
  ],
  [
    ['webhooks', 'trigger', 'content.pushed', '--set', 'inserted=3'],
    2,
    'content.pushed has no "inserted"',
    'Did you mean `data.inserted`?',
  ],
  [
    ['sources', 'create', 'Z', '--group', 'G', '--question', 'MCQ: Which?'],
    2,
    '--question "MCQ: Which?" has no options',
    'Give them after it: --question "MCQ: Which?" --option Yes --option No.',
  ],
  [
    ['emulator', 'faults', 'add', 'pushContent', 'status'],
    2,
    'a status fault needs --status <status>',
    'Add --status; `inpk emulator faults add --help`',
  ],
  [
    ['emulator', 'faults', 'add', 'webhook', 'status'],
    2,
    'KIND "status" is only for operations of the API; a webhook can have duplicate, reorder, delay',
    '',
  ],
  [
    ['feedback', 'export', '--to', 'x.pdf'],
    2,
    "feedback can't be exported as .pdf",
    'End the file name in .csv, .ndjson, .jsonl or .xlsx, or choose the format with --format.',
  ],
  [
    ['invites', 'send', 'Tickets', 'to.csv'],
    7,
    '"Tickets" has no invite template',
    '`inpk emulator templates set SOURCE FILE`',
  ],
  [
    ['emulator', 'templates', 'set', 'Tickets', 'template.json'],
    6,
    'template.json:1:17: text uses {{name}}, which is not listed in variables',
    'its texts may use {{survey_link}}, {{email}} and the variables it lists',
  ],
  [
    ['emulator', 'seed', 'a.csv'],
    6,
    'a.csv is a table or a text, not a YAML or JSON object, such as "groups: []"',
    '`inpk push a.csv --source SOURCE` pushes feedback from such a file.',
  ],
  [['feedback', 'export', '--format', 'xls'], 2, '--format "xls": must be one of csv, ndjson, xlsx', '`xlsx`'],
]

test.each(LINES)('%j', async (line, code, message, hint) => {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'id,text\n1,"Good"\n')
  writeFile(cwd, 'to.csv', 'email\na@example.com\n')
  writeFile(cwd, 'template.json', { subject: 'Hi', text: 'Dear {{name}}', html: '<p>Hi</p>', variables: [] })
  const ran = await bench.run(line, { cwd })
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)])
  expect(ran.stderr).toContain(hint)
})

test.each([
  ['.[', '--jq ".[": syntax error, unexpected end of file, at column 2', "such as --jq '.[0].name'"],
  ['.a |\n foo', '--jq ".a |\\n foo": foo/0 is not defined, at line 2, column 2', "such as --jq '.[0].name'"],
  ['.org_name.x', 'Cannot index string with string ("x")', 'Run the command with --json to see what the filter gets.'],
])('a jq filter that does not work is named, with its place: %j', async (filter, message, hint) => {
  const bench = await openBench()
  const { code, stderr } = await bench.run(['me', '--jq', filter])
  const { error } = JSON.parse(stderr)
  expect([code, error.message, error.hint]).toEqual([
    2,
    expect.stringContaining(message),
    expect.stringContaining(hint),
  ])
  expect(error.message).not.toContain('\n')
})

test('who waits for an analysis under a frozen clock is told what moves it', async () => {
  const own = await openBench()
  const { source } = await stageSource(own, ['One', 'Two'])
  await own.json(['emulator', 'clock', 'freeze'])
  const { code, stderr } = await own.run(['analysis', 'wait', source, '--within', '1s'])
  expect([code, stderr]).toEqual([12, expect.stringContaining("the emulator's clock is frozen")])
  expect(stderr).toContain('`inpk emulator clock advance 1m`')
  await own.json(['emulator', 'clock', 'advance', '1m'])
  expect((await own.run(['analysis', 'wait', source])).stderr).not.toContain('frozen')
})
