import { describe, expect, it, test } from 'vitest'
import { QUESTION_TYPE_NAMES, QUESTION_TYPE_WORDS } from '../../src/contract/question-types.js'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const CREATE = ['sources', 'create', 'S', '--group', '1', '--json', '--question']

/** What creating a source with these questions says, and the questions it sends. */
async function create(...questions: string[]) {
  const transport = scripted({})
  const { code, stderr } = await runInpk([...CREATE, ...questions], { transport })
  const sent = transport.asked.map(({ body }) => (body as { questions: unknown[] }).questions)
  return { code, error: JSON.parse(stderr).error, sent: sent[0] }
}

/** Every word with a letter left out, doubled, or swapped with the next. */
function typos(word: string): string[] {
  return [...word].flatMap((letter, at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
  ])
}

describe('a question type that is mistyped (C12, B2)', () => {
  const wrong = QUESTION_TYPE_WORDS.filter((word) => word.length > 4 || word === word.toUpperCase())
    .flatMap(typos)
    .filter(
      (typo) =>
        /^[A-Za-z_]{2,}$/.test(typo) && !(QUESTION_TYPE_WORDS as readonly string[]).includes(typo.toUpperCase()),
    )
    .filter((typo) => !(QUESTION_TYPE_WORDS as readonly string[]).includes(typo))

  it('is refused, however it is mistyped, and nothing is sent', async () => {
    const taken: string[] = []
    for (const word of process.env.INPK_SOAK ? wrong : wrong.filter((_, index) => index % 5 === 0)) {
      const { code, sent } = await create(`${word}: Why?`)
      if (code !== 2 || sent) taken.push(word)
    }
    expect(taken).toEqual([])
  })

  it.each([
    ['DEPHT_TEXT', 'Did you mean `DEPTH_TEXT`?'],
    ['LONGTEXT', `Types: ${QUESTION_TYPE_NAMES.join(', ')}.`],
    ['raiting', 'Did you mean `RATING`?'],
  ])('%s: names the nearest type, and how to ask just that', async (word, meant) => {
    const { error } = await create(`${word}: Why?`)
    expect(error.message).toBe(`--question "${word}: Why?": ${word} is not a question type`)
    expect(error.hint).toContain(meant)
    expect(error.hint).toContain(`write "DEPTH_TEXT: ${word}: Why?"`)
    const { sent } = await create(`DEPTH_TEXT: ${word}: Why?`)
    expect(sent).toEqual([{ type: 'DEPTH_TEXT', question_text: `${word}: Why?` }])
  })

  it.each([
    ['text_depth: Why?', 'text_depth is not a question type', 'Did you mean `DEPTH_TEXT`?'],
    ['text_depth Why?', 'text_depth is not a question type', 'Did you mean `DEPTH_TEXT`?'],
    ['multiple_choice: Why?', 'multiple_choice is not a question type', 'Types: DEPTH_TEXT, '],
    ['Long answer: Why?', 'Long answer is not a question type', 'Did you mean `long_answer`?'],
    ['depth-text: Why?', 'depth-text is not a question type', 'Did you mean `DEPTH_TEXT`?'],
    ['MCQ Why?', 'has no colon after MCQ', 'Write "MCQ: Why?". If the question starts with that word'],
    ['DEPTH_TEXT Why?', 'has no colon after DEPTH_TEXT', 'Write "DEPTH_TEXT: Why?".'],
  ])('%s: is refused, and nothing is sent', async (text, message, hint) => {
    const { code, error, sent } = await create(text)
    expect([code, sent]).toEqual([2, undefined])
    expect(error.message).toContain(message)
    expect(error.hint).toContain(hint)
  })

  it.each([
    'Text us, why?',
    'CEO or not?',
    'Follow-up: why?',
    'Next: what do you wish for?',
    'Note: what happened?',
    'Q: why?',
    'Tell us: why?',
  ])('%s is a question', async (text) => {
    expect((await create(text)).sent).toEqual([{ type: 'DEPTH_TEXT', question_text: text }])
  })

  it('--required makes the question before it required (C8)', async () => {
    const { sent } = await create('TEXT: Why?', '--question', 'SCQ: Again?', '--option', 'Yes', '--required')
    expect(sent).toEqual([
      { type: 'TEXT', question_text: 'Why?' },
      { type: 'SCQ', question_text: 'Again?', options: ['Yes'], required: true },
    ])
    const early = await runInpk(['sources', 'create', 'S', '--group', '1', '--required', '--question', 'Why?'])
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('--required stands before any --question')])
  })
})

test.each([
  [['emulator', 'clock', 'advance', '24q'], 'can\'t advance by "24q": it is not a duration or a time'],
  [['emulator', 'clock', 'advance', '2026-99-01'], 'BY "2026-99-01" is not a time'],
  [['emulator', 'clock', 'set', '24q'], 'TIME "24q" is not a time'],
  [['emulator', 'clock', 'freeze', '24q'], 'TIME "24q" is not a time'],
  [['emulator', 'logs', '--since', '24q'], '--since "24q" is not a time'],
  [['feedback', 'list', '--since', '24q'], '--since "24q" is not a time'],
  [['feedback', 'export', '--until', '24q'], '--until "24q" is not a time'],
])('%j: is wrong usage (2) wherever a time is typed', async (argv, message) => {
  const bench = await openBench()
  const { code, stderr } = await bench.run(argv)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test.each([
  [['groups', 'create', ''], 6, 'NAME "" must have 2 to 255 characters', ''],
  [['emulator', 'keys', 'create', ''], 6, 'LABEL "" must not be empty', ''],
  [
    ['sources', 'create', 'S', '--group', '1', '--question', 'MCQ: Why?', '--option', 'a'],
    6,
    '--option must be given at least 2 times',
    '',
  ],
  [
    ['sources', 'create', 'S', '--group', '1', '--question', 'Why?', '--option', 'a'],
    2,
    '--option "a" only applies to MCQ and SCQ',
    'Write the question as "MCQ: Why?".',
  ],
  [
    ['push', 'a.csv', '--source', 'Scores'],
    2,
    'the source has no text field',
    'Use a source with a DEPTH_TEXT or TEXT question',
  ],
  [
    ['push', 'a.csv', '--source', 'Scores', '--field', 'text=Score'],
    2,
    '"Score" is not a text field',
    'Use a source with a DEPTH_TEXT or TEXT question',
  ],
  [
    ['upload', 'a.csv', '--source', 'Scores', '--map', 'text=text'],
    2,
    'the source has no text field',
    'Use a source with a DEPTH_TEXT or TEXT question',
  ],
])('%j: the refusal speaks of what was typed, and says what to do', async (argv, exit, message, hint) => {
  const bench = await openBench()
  const { group } = await stageSource(bench)
  await bench.json(['sources', 'create', 'Scores', '--group', group, '--question', 'NPS: Score', '--publish'])
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text,id\nslow delivery,1\n')
  const { code, stderr } = await bench.run(argv, { cwd, env: { INPK_CONFIG_DIR: cwd } })
  const said = stderr.replace(/\s+/g, ' ')
  expect([code, said]).toEqual([exit, expect.stringContaining(message)])
  expect(said).toContain(hint)
})

describe('a push with a name that is mistyped', () => {
  const opened = openBench().then(async (bench) => ({ bench, ...(await stageSource(bench)) }))
  const push = async (...argv: string[]) => {
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'Comment,id\nslow delivery,1\n')
    const { bench } = await opened
    const { code, stderr } = await bench.run(['push', 'a.csv', ...argv, '--json'], {
      cwd,
      env: { INPK_CONFIG_DIR: cwd },
    })
    return { code, hint: JSON.parse(stderr).error.hint }
  }

  it('says which column was meant (B14)', async () => {
    const { source } = await opened
    const { code, hint } = await push('--source', source, '--map', 'text=Coment')
    expect([code, hint]).toEqual([2, 'Did you mean `Comment`? The file has: Comment, id.'])
  })

  it.each([
    [
      ['--source', 'Tickts'],
      'Did you mean `Tickets`? `inpk sources list` lists them. To create it, add --create and --group.',
    ],
    [
      ['--source', 'New', '--group', 'Suport'],
      'Did you mean `Support`? `inpk groups list` lists them. To create it, add --create.',
    ],
    [['--source', '99'], '`inpk sources list` lists them.'],
  ])('%j: offers the nearest name, and to create it (B14)', async (argv, said) => {
    const { code, hint } = await push(...argv)
    expect([code, hint]).toEqual([5, said])
  })

  it.each([
    [['--source', 'New', '--group', 'G'], 2, '--group "G": the name of a group must have 2 to 255 characters'],
    [['--source', 'N'.repeat(101), '--group', 'New'], 2, 'the name of a source must have 1 to 100 characters'],
    [['--source', 'New', '--group', '99'], 5, 'no group with id 99'],
    [['--source', '99', '--group', 'Support'], 5, 'no source with id 99'],
  ])('%j cannot be created: refused before the file is read (H)', async (argv, exit, said) => {
    const { bench } = await opened
    const cwd = scratchFolder()
    // Reading it would be refused with another error.
    writeFile(cwd, 'a.csv', '\0\0\0')
    const { code, stderr } = await bench.run(['push', 'a.csv', '--create', ...argv], {
      cwd,
      env: { INPK_CONFIG_DIR: cwd },
    })
    expect([code, stderr]).toEqual([exit, expect.stringContaining(said)])
  })
})

test.each([
  [[], 'Give --source with its id or name; `inpk sources list` lists them.'],
  [['--create', '--group', 'Support'], 'Give --source with the name of the source to create.'],
])('push %j without a source says what --source is to name', async (argv, hint) => {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text\nhello\n')
  const { code, stderr } = await runInpk(['push', 'a.csv', ...argv, '--json'], { cwd })
  expect([code, JSON.parse(stderr).error.hint]).toEqual([2, hint])
})

test.each([['DEPHT_TEXT: Why?'], ['Why?'], ['12']])(
  'push --create --question %j is refused: a source that is still to be created has no field with an id; nothing is made',
  async (question) => {
    const bench = await openBench()
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'text\nhello\n')
    const argv = ['push', 'a.csv', '--create', '--group', 'New group', '--source', 'New', '--question', question]
    const { code, stderr } = await bench.run([...argv, '--json'], { cwd, env: { INPK_CONFIG_DIR: cwd } })
    expect([code, JSON.parse(stderr || '{}').error]).toEqual([
      2,
      expect.objectContaining({
        message: expect.stringContaining('is still to be created, so none of its fields has an id'),
        hint: 'Leave it out, or name the field to create with --field "Column=Why?".',
      }),
    ])
    expect(await bench.json(['groups', 'list'])).toEqual([])
  },
)

test('push --question counts more than the field of a saved mapping, and is refused beside several', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text,more\nhello,there\n')
  const mappings = {
    one: { map: {}, fields: { text: 'What happened?' } },
    two: { map: {}, fields: { text: 'A?', more: 'B?' } },
  }
  writeFile(cwd, 'inpk.config.json', JSON.stringify({ mappings }))
  const push = (mapping: string) =>
    bench.run(['push', 'a.csv', '--source', source, '--mapping', mapping, '--question', 'Wrong?'], {
      cwd,
      env: { INPK_CONFIG_DIR: cwd },
    })
  const [one, two] = [await push('one'), await push('two')]
  expect([one.code, one.stderr]).toEqual([2, expect.stringContaining('the source has no field "Wrong?"')])
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('--question names the field of one text column')])
})

describe('two fields that take text', () => {
  it('are told apart by --question or --field, as the hint says (C13)', async () => {
    const bench = await openBench()
    const { group } = await stageSource(bench)
    const questions = ['--question', 'TEXT: Why?', '--question', 'TEXT: How?', '--publish']
    const { survey_id } = await bench.json<{ survey_id: string }>([
      'sources',
      'create',
      'Two',
      '--group',
      group,
      ...questions,
    ])
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'text\nhello\n')
    const { stderr } = await bench.run(['push', 'a.csv', '--source', survey_id], { cwd, env: { INPK_CONFIG_DIR: cwd } })
    expect(stderr).toMatch(
      /Choose one with --question ID or --field "Column=ID"; text fields: \d+ "Why\?", \d+ "How\?"\./,
    )
  })
})
