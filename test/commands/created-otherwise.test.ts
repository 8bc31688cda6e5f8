import { describe, expect, it, test } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { type Json, otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

const WORDS = ['Survey', '--group', '1', '--description', 'Why so', '--feedback-type', 'survey', '--publish']
const QUESTIONS = ['--question', 'SCQ: Again?', '--option', 'Yes', '--option', 'No', '--question', 'TEXT: Why?']

/** `sources create` before a service that stores something else than it was asked to, or says so. */
async function creating(change: (created: Json) => Json) {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  const transport = otherService(bench.emulator.handle, {
    answer: (payload, path) => (path === '/survey/create' ? change(payload) : payload),
  })
  const ran = await bench.run(['sources', 'create', ...WORDS, ...QUESTIONS], { transport })
  const [source] = await bench.json<{ mode: string }[]>(['sources', 'list'])
  return { ...ran, mode: source!.mode }
}

/** Changes one question of a created source. */
const question =
  (index: number, change: Json) =>
  ({ questions, ...source }: Json) => ({
    ...source,
    questions: questions.map((each: Json, place: number) => (place === index ? { ...each, ...change } : each)),
  })

describe('a source that was created otherwise than asked (P4)', () => {
  it.each<[string, (created: Json) => Json]>([
    ['the title', (source) => ({ ...source, survey_title: 'Untitled' })],
    ['the group', (source) => ({ ...source, survey_series_id: '2' })],
    ['the feedback type', (source) => ({ ...source, feedback_type: 'review' })],
    ['the description', (source) => ({ ...source, survey_description: null })],
    ['the questions', (source) => ({ ...source, questions: source.questions.slice(1) })],
    ['the questions', (source) => ({ ...source, questions: [] })],
    ['the text of question "Again?"', question(0, { question_text: 'again' })],
    ['the type of question "Why?"', question(1, { type: 'NPS' })],
    ['the options of question "Again?"', question(0, { options: [] })],
    ['the options of question "Again?"', question(0, { options: ['No', 'Yes'] })],
  ])('is refused, stays a draft and names %s', async (what, change) => {
    const { code, stderr, stdout, mode } = await creating(change)
    expect([code, stdout, mode]).toEqual([1, '', 'EDITING'])
    expect(stderr).toContain(`error: the source 1 was created, but not as asked: ${what}\n`)
    expect(stderr).toContain('(CREATED_OTHERWISE)')
  })

  it('names all that differs', async () => {
    const { stderr } = await creating((source) => ({ ...source, survey_title: 'x', feedback_type: 'review' }))
    expect(stderr).toContain('not as asked: the title, the feedback type\n')
  })

  it.each<[string, (created: Json) => Json]>([
    ['the title', ({ survey_title: _, ...source }) => source],
    ['the description', ({ survey_description: _, ...source }) => source],
    ['the questions', ({ questions: _, ...source }) => source],
    ['the type of question "Why?"', question(1, { type: undefined })],
    ['the options of question "Again?"', question(0, { options: 'Yes, No' })],
  ])('an answer that does not show %s is warned about', async (what, change) => {
    const { stderr } = await creating(change)
    expect(stderr).toContain(`warning: the response doesn't include ${what}\n`)
    expect(stderr).not.toContain('CREATED_OTHERWISE')
  })

  it.each<[string, (created: Json) => Json]>([
    ['as asked', (source) => source],
    ['with more members', (source) => ({ ...source, more: 1 })],
    ['with the alias of a type', question(1, { type: 'short_answer' })],
  ])('nothing is said of one that was created %s', async (_, change) => {
    expect(await creating(change)).toMatchObject({ code: 0, stderr: '', mode: 'ACCESSIBLE' })
  })
})

test('a title that the service trims is the same', async () => {
  const transport = scripted({
    'POST /survey/create': { survey_id: '7', survey_series_id: 1, survey_title: 'S', mode: 'EDITING', questions: [] },
  })
  const { stderr } = await runInpk(['sources', 'create', '  S ', '--group', '1'], { transport })
  expect(stderr).not.toContain('CREATED_OTHERWISE')
})

test.each([
  ['sources create', 'sources create Shop --group Support --question Why? --publish'],
  ['push --create', 'push a.csv --group Support --source Shop --create'],
])('%s: a source that could not be published is said to be there', async (_, line) => {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  await bench.json(['emulator', 'faults', 'add', 'publishSource', 'status', '--status', '503', '--times', '9'])
  const folder = scratchFolder()
  writeFile(folder, 'a.csv', 'text\nLate again\n')
  const { code, stderr } = await bench.run([...line.split(' '), '--retries', '0'], { cwd: folder })
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/^Created source 1 \(Shop\)\.\n(.*\n)*error: /m)
})
