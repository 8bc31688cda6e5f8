import { FEEDBACK_TYPES } from '../../../src/contract/question-types.js'
import { TRACKINGS } from '../../../src/contract/records.js'
import type { Json } from '../../emulator/service.js'
import type { Program } from './program.js'

/** Where the program pushes to: identifiers of a group, a source and its fields that take text. */
export interface Place {
  survey_series_id: string
  survey_id: string
  fields: string[]
}

/** Sources of the program: one with two fields that take text, for pushes, one with a single field, for files, and a draft. */
export interface Places {
  pushed: Place
  uploaded: Place
  draft: Place
}

/** A group of each way to track, which people choose on the pages of the service; each is asked for again. */
export async function makeGroups({ ask, onPages }: Program): Promise<void> {
  const names = ['Museums', 'Theatres', 'Zoos', 'Parks']
  for (const name of names) await ask('createGroup', { body: { name } })
  const { items } = await onPages('GET', '/groups')
  for (const [index, name] of names.entries()) {
    const { feedback_group_id: id } = items.find((each: Json) => each.name === name)
    await onPages('PATCH', `/groups/${id}`, { tracking: TRACKINGS[index] })
    await ask('createGroup', { body: { name } })
  }
}

export const QUESTIONS = [
  { type: 'DEPTH_TEXT', question_text: 'What was it like?', required: true },
  { type: 'TEXT', question_text: 'Which word says it?', required: false },
  { type: 'MCQ', question_text: 'What did you use?', options: ['Pool', 'Sauna', 'Bar'], required: false },
  { type: 'SCQ', question_text: 'Would you come again?', options: ['Surely', 'Never'], required: false },
  { type: 'RATING', question_text: 'How many stars?', required: false },
  { type: 'NPS', question_text: 'Would you recommend it?', required: false },
]

/** A source of each type, in two groups, one with all types of questions; all but the last are published. */
export async function makeSources({ ask, onPages }: Program): Promise<Places> {
  const groups = await onPages('GET', '/groups')
  const [zoos, parks] = ['Zoos', 'Parks'].map((name) => groups.items.find((each: Json) => each.name === name))
  const groupOf = (type: string) => (type.includes('_') ? parks : zoos).feedback_group_id
  const titleOf = (type: string) => `Guests by ${type.replace('_', ' ')}`
  const guestBook = (type: string, questions = QUESTIONS.slice(0, 1)) => ({
    survey_series_id: groupOf(type),
    survey_title: titleOf(type),
    survey_description: `What guests of ${type} write at the door`,
    feedback_type: type,
    questions,
  })
  const sources = async (): Promise<Json[]> =>
    (await onPages('GET', '/sources')).items.flatMap((each: Json) => each.sources)
  for (const type of FEEDBACK_TYPES) {
    await ask('createSource', { body: guestBook(type, type === 'survey' ? QUESTIONS : undefined) })
    const made = (await sources()).find((each) => each.source_title === titleOf(type))
    if (!made || type === 'other') continue
    const publication = { survey_series_id: groupOf(type), survey_id: made.source_id }
    await ask('publishSource', { body: publication })
    if (type === 'survey') await ask('publishSource', { body: publication })
  }
  for (const limit of [3, 20, 1_000, undefined])
    await ask('listSources', { query: limit === undefined ? {} : { limit } })
  const all = await sources()
  const placeOf = (type: string): Place => {
    const { source_id: survey_id, fields } = all.find((each) => each.source_title === titleOf(type))
    const open = fields.filter((each: Json) => each.accepts_text).map((each: Json) => each.field_id)
    return { survey_series_id: groupOf(type), survey_id, fields: open }
  }
  return { pushed: placeOf('survey'), uploaded: placeOf('review'), draft: placeOf('other') }
}
