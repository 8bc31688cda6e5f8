import { describe, expect, it } from 'vitest'
import { runInpk, scripted, stdinOf } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

describe('groups create', () => {
  it('[GRP-1] sends the name and says whether the group is new', async () => {
    const bench = await openBench()
    expect((await bench.run(['groups', 'create', 'Support'])).stdout).toBe('Created group 1 (Support).\n')
    expect((await bench.run(['groups', 'create', 'Support'])).stdout).toContain('already exists')
  })

  it('wants a name', async () => {
    expect(await runInpk(['groups', 'create'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('sources create', () => {
  it('puts each option to the question before it', async () => {
    const transport = scripted({ 'POST /survey/create': (body: unknown) => ({ survey_id: '7', ...(body as object) }) })
    const argv = ['sources', 'create', 'S', '--group', '1', '--json']
    const questions = ['--question', 'What?', '--question', 'scq: Again?', '--option', 'Yes', '--option', 'No: never']
    await runInpk([...argv, ...questions, '--question', 'NPS: Score'], { transport })
    expect(transport.asked[0]!.body).toEqual({
      survey_series_id: '1',
      survey_title: 'S',
      questions: [
        { type: 'DEPTH_TEXT', question_text: 'What?' },
        { type: 'SCQ', question_text: 'Again?', options: ['Yes', 'No: never'] },
        { type: 'NPS', question_text: 'Score' },
      ],
    })
  })

  it('a colon alone makes no type', async () => {
    const transport = scripted({ 'POST /survey/create': { survey_id: '7' } })
    await runInpk(['sources', 'create', 'S', '--group', '1', '--question', 'Note: what happened?', '--json'], {
      transport,
    })
    expect(transport.asked[0]!.body).toMatchObject({ questions: [{ question_text: 'Note: what happened?' }] })
  })

  it('refuses a misspelt type in a file with the nearest one, before anything is sent', async () => {
    const folder = scratchFolder()
    writeFile(folder, 's.json', { source_title: 'S', fields: [{ type: 'rating_scal', field_text: 'How?' }] })
    const ran = await runInpk(['sources', 'create', '--from', 's.json', '--group', '1'], { cwd: folder })
    expect(ran.stderr).toContain('s.json: fields[0].type: "rating_scal" is not a question type')
    expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining('Did you mean `rating`?')])
  })

  it('names what the service refuses of a file as of the file', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const folder = scratchFolder()
    writeFile(folder, 's.json', { survey_title: 'S', questions: [{ type: 'slider', question_text: 'How?' }] })
    const { stderr } = await bench.run(['sources', 'create', '--from', 's.json', '--group', '1'], { cwd: folder })
    expect(stderr).toContain('error: s.json: questions[0].type must be one of ')
  })

  it('reads a file in either vocabulary, and flags win over it', async () => {
    const folder = scratchFolder()
    writeFile(folder, 's.json', {
      source_title: 'From file',
      source_description: 'kept',
      fields: [{ type: 'TEXT', field_text: 'Why?' }],
    })
    const transport = scripted({ 'POST /survey/create': { survey_id: '7' } })
    const argv = ['sources', 'create', 'From flag', '--from', 's.json', '--group', '1', '--json']
    await runInpk(argv, { transport, cwd: folder })
    expect(transport.asked[0]!.body).toEqual({
      survey_series_id: '1',
      survey_title: 'From flag',
      survey_description: 'kept',
      questions: [{ type: 'TEXT', question_text: 'Why?' }],
    })
  })

  it.each([
    [['sources', 'create', 'S'], 'needs a group'],
    [['sources', 'create', '--group', '1'], 'needs a title'],
    [['sources', 'create', 'S', '--group', '1', '--option', 'a'], 'before any --question'],
    [['sources', 'create', 'S', '--group', '1', '--question', 'NPS:  '], 'has no text'],
    [['sources', 'create', 'S', '--group', '1', '--feedback-type', 'poem'], 'must be one of survey'],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, stderr } = await runInpk(argv)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('--publish makes it ready for feedback', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    expect(await bench.json(['sources', 'show', source])).toMatchObject({ mode: 'ACCESSIBLE' })
    const again = await bench.run(['sources', 'publish', source])
    expect(again).toMatchObject({ code: 0, stdout: `Source ${source} (Tickets) was already published.\n` })
  })
})

describe('the API key', () => {
  it('can come from stdin, and is sent as it is without white space around it', async () => {
    const bench = await openBench()
    const env = { INPK_API_KEY: undefined }
    const stdin = stdinOf(`${bench.emulator.apiKeys.test.push}\n`)
    const { code, stdout } = await bench.run(['me', '--api-key-file', '-', '--jq', '.key.permissions[]'], {
      env,
      stdin,
    })
    expect([code, stdout]).toEqual([0, 'push\n'])
  })

  it('[AUT-4] of too narrow a scope ends a command with 4', async () => {
    const bench = await openBench()
    const env = { INPK_API_KEY: bench.emulator.apiKeys.test.push }
    expect((await bench.run(['groups', 'create', 'Support'], { env })).code).toBe(4)
  })
})

it.each([
  'push a.csv --source Tickets',
  'push a.csv --check',
  'upload a.csv --source Tickets',
  'invites send Tickets a.csv --yes',
  'feedback erase --from a.csv --yes',
  'groups create Other',
])('`%s --limit 1` is refused, and nothing is written', async (line) => {
  const bench = await openBench()
  await stageSource(bench, [{ text: 'a', external_id: 'e1' }])
  const folder = scratchFolder()
  writeFile(folder, 'a.csv', 'text,external_id,email\none,e1,a@example.com\ntwo,e2,b@example.com\n')
  const { code, stderr } = await bench.run([...line.split(' '), '--limit', '1'], { cwd: folder })
  expect([code, stderr]).toEqual([2, expect.stringContaining('--limit only applies to commands that list rows')])
  expect(await bench.json(['feedback', 'list'])).toHaveLength(1)
  expect(await bench.json(['groups', 'list'])).toHaveLength(1)
})
