import type { JsonObject } from '../../../src/base/is-object.js'
import type { Json } from '../../emulator/service.js'
import type { Program } from './program.js'
import type { Place } from './sources.js'

/** What guests speak of, and how: some praise, some complain, some say neither. */
const SUBJECTS = ['pool', 'breakfast', 'garden', 'staff']
const SAYINGS = [
  (it: string) => `I loved the ${it}, the ${it} was wonderful`,
  (it: string) => `The ${it} was terrible, never again such a bad ${it}`,
  (it: string) => `We asked for the ${it} at eight`,
  (it: string) => `An awful ${it}, we were angry about the ${it}`,
  (it: string) => `Great ${it}, thank you for the lovely ${it}`,
  (it: string) => `The worst ${it} of the town, dirty and broken`,
  (it: string) => `The ${it} is behind the hall`,
]
const textOf = (number: number) => SAYINGS[number % SAYINGS.length]!(SUBJECTS[number % SUBJECTS.length]!)

export const itemOf = (number: number): JsonObject => ({
  text: textOf(number),
  external_id: `guest-${number}00`,
  customer_id: `visitor-${number}01`,
  channel: `desk${number}`,
  language: number % 2 === 0 ? 'en' : 'en-GB',
  rating: (number % 4) + 1,
  occurred_at: `2026-02-${String((number % 27) + 1).padStart(2, '0')}T08:30:00.000Z`,
})

export const itemsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => itemOf(from + index))

/** Pushes at once and as tasks, of which one is stored in part and one not at all. */
export async function pushItems({ ask, live }: Program, { fields, ...target }: Place): Promise<void> {
  const [field = '', other = ''] = fields
  const question = (question_id: string, from: number, to: number) => ({ question_id, content: itemsOf(from, to) })
  for (const name of ['evening-run', 'late-run']) {
    await ask('pushContent', { body: { ...target, source_reference: name, question: question(field, 1, 45) } })
  }
  await ask('pushContent', { body: { ...target, question: question(field, 61, 68) }, authorization: live })
  const both = [question(field, 43, 47), question(other, 47, 49)]
  await ask('pushBulk', { body: { ...target, source_reference: 'night-run', sync: true, questions: both } })
  const wrong = { question_id: field, content: [{ ...itemOf(60), text: ' ' }] }
  await ask('pushBulk', { body: { ...target, sync: true, questions: [question(other, 56, 57), wrong] } })
  for (const questions of [[question(field, 50, 53)], [question(other, 48, 50), wrong], [wrong]]) {
    const { task_id } = await ask('pushBulk', { body: { ...target, source_reference: 'queued-run', questions } })
    if (task_id === undefined) continue
    for (let poll = 0; poll < 3; poll += 1) await ask('getTask', { params: { task_id } })
  }
}

/** Files that are read to their end, one with rows that cannot be stored and one that is none. */
export async function upload(program: Program, { fields, ...target }: Place): Promise<void> {
  const { ask } = program
  const [field = ''] = fields
  const mapping = {
    fields: { [field]: 'remark' },
    external_id: 'reference',
    customer_id: 'visitor',
    channel: 'desk',
    language: 'tongue',
    rating: 'stars',
    occurred_at: 'day',
  }
  const headers = 'remark,reference,visitor,desk,tongue,stars,day'
  const row = (number: number, text: string, stars: string) =>
    `${text},guest-${number},visitor-${number},desk2,en,${stars},2026-02-11`
  const many = Array.from({ length: 1_600 }, (_, index) => row(1_000 + index, `The sauna was warm ${index}`, '4'))
  const files = [
    [headers, row(900, 'The sauna was warm', '4'), row(901, '', '3'), row(100, 'Seen before', '2'), row(902, 'A', 'x')],
    [headers, ...many],
    ['remark', '"unfinished'],
  ]
  for (const [index, lines] of files.entries()) {
    const body = { ...target, source_reference: `sheet-${index}`, file: Buffer.from(`${lines.join('\n')}\n`), mapping }
    const before = await storedIn(program, target.survey_id)
    const { task_id } = await ask('uploadFeedback', { body })
    if (task_id === undefined) continue
    await ask('getTask', { params: { task_id } })
    // Some of the many rows are stored, and others are not.
    for (let tick = 0; tick < 500 && lines.length > 100; tick += 1) {
      if ((await storedIn(program, target.survey_id)) > before) break
    }
    await ask('getTask', { params: { task_id } })
    await program.settled()
    for (const task of ['getTask', 'getUploadTask'] as const) await ask(task, { params: { task_id } })
  }
}

/** How many items a source holds, as its page says. */
async function storedIn({ onPages }: Program, survey_id: string): Promise<number> {
  const { items } = await onPages('GET', '/sources')
  const sources: Json[] = items.flatMap((each: Json) => each.sources)
  return sources.find(({ source_id }) => source_id === survey_id)!.item_count
}
