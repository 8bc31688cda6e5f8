import type { JsonObject } from '../../../base/is-object.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { findListedSource } from '../probe/find-listed.js'
import type { Probe } from '../probe/probe.js'
import { isRefused, isTaken, numberOf } from './conduct.js'

/** What must be known of items that are pushed: they are told apart by it, and erased. */
export const IN_PUSH = 'body:pushContent.question.content[].external_id'

/** What everything that probes make is named after: texts that stand nowhere else. */
export const markOf = (probe: Probe) => `inpk probe ${new Date(probe.now).toISOString().slice(0, 19)}`

export const itemIdOf = (probe: Probe, number: number) => `inpk-probe-${probe.now}-${number}`

/** A field of a source of the probe's own. */
export interface Field {
  group: string
  source: string
  question: string
}

/** The fields of the source that the probe made, once it has taken an item. */
export function ownFields({ found }: Probe): Field[] {
  const { group, source, questions } = found
  if (group === undefined || source === undefined || !found.takesItems) return []
  return questions.map(({ question_id: question }) => ({ group, source, question }))
}

/** A plain item of the probe, with identifiers that no other has; noted, so that it is erased in the end. */
export function newItem(
  probe: Probe,
  more: JsonObject = {},
): JsonObject & { external_id: string; customer_id: string } {
  const number = FIRST_NEW + probe.found.items.size
  const external_id = itemIdOf(probe, number)
  probe.found.items.add(external_id)
  const customer_id = `inpk-probe-customer-${probe.now}-${number}`
  return { text: `${markOf(probe)} item ${number}`, external_id, customer_id, ...more }
}

/** The numbers below are those of items that are pushed and uploaded by themselves. */
const FIRST_NEW = 1_000

interface Pushed {
  seen: SeenExchange | undefined
  isRefused: boolean
  inserted: number | undefined
  duplicates: number | undefined
}

/** Returns the body of a push of items to a field, with `more` members beside them. */
export function pushBody({ group, source, question }: Field, content: readonly JsonObject[], more: JsonObject = {}) {
  return { survey_series_id: group, survey_id: source, question: { question_id: question, content }, ...more }
}

/** Pushes items to a field, and reads the counts of the answer, which the interface shows. */
export async function pushItems(
  probe: Probe,
  field: Field,
  content: readonly JsonObject[],
  more: JsonObject = {},
  wire: JsonObject = {},
): Promise<Pushed> {
  const seen = await probe.trial('pushContent', { body: pushBody(field, content, more) }, wire)
  const payload = isTaken(seen) ? probe.payload('pushContent', seen) : {}
  return {
    seen,
    isRefused: isRefused(seen),
    inserted: numberOf(payload, 'inserted'),
    duplicates: numberOf(payload, 'duplicates'),
  }
}

/** Whether an item is stored in a field: pushed again, it is a duplicate. Undefined if that does not show. It is stored afterwards. */
export async function wasStored(probe: Probe, field: Field, item: JsonObject): Promise<boolean | undefined> {
  const { inserted, duplicates } = await pushItems(probe, field, [item])
  if (inserted === 1 && duplicates === 0) return false
  return inserted === 0 && duplicates === 1 ? true : undefined
}

/** Asks for something that stays, which is said even where no answer comes; undefined if it was refused. */
export async function createNamed(
  probe: Probe,
  what: string,
  ask: () => Promise<SeenExchange | undefined>,
): Promise<SeenExchange | undefined> {
  probe.leave(what)
  const made = await ask()
  if (made && made.status < 300) return made
  // An answer of 5xx does not say that nothing was made.
  if (!made || made.status < 500) probe.gone(what)
  return undefined
}
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : [])

/** The body of a new source with fields for texts; without them, and said so, where nothing shows how one is written. */
export function sourceBody(probe: Probe, group: string, title: string): JsonObject {
  const base = { survey_series_id: group, survey_title: title, survey_description: `${title} description` }
  const members = ['question_text', 'type'].map((each) => `body:createSource.questions[].${each}`)
  if (!probe.knows(...members)) {
    probe.skip('createSource with fields', 'nothing shows how a field is written')
    return base
  }
  const questions = [
    { question_text: `${title} question`, type: 'TEXT' },
    { question_text: `${title} long question`, type: 'DEPTH_TEXT' },
  ]
  return { ...base, questions }
}

/** The fields of a source whose identifiers an answer shows. */
export function questionsOf(source: JsonObject | undefined): { question_id: string; type: string }[] {
  return listOf(source?.questions)
    .filter((each) => each.question_id !== undefined)
    .map((each) => ({ question_id: String(each.question_id), type: String(each.type) }))
}

/** A field of one more source, in a group of the probe. */
export async function makeField(probe: Probe, group: string): Promise<Field | undefined> {
  const title = `${markOf(probe)} source in group ${group}`
  const body = sourceBody(probe, group, title)
  const made = await createNamed(probe, `the source "${title}"`, () => probe.trial('createSource', { body }))
  if (!made) return undefined
  const answered = probe.payload('createSource', made)
  const id = answered.survey_id === undefined ? undefined : String(answered.survey_id)
  const own = (await findListedSource({ ...probe, ask: probe.trial }, title, id)) ?? answered
  const [question] = questionsOf(own)
  const source = id ?? (own.survey_id === undefined ? undefined : String(own.survey_id))
  if (source === undefined || !question) return undefined
  await probe.trial('publishSource', { body: publication(probe, group, source) })
  return { group, source, question: question.question_id }
}

/** The body that publishes a source. */
export function publication(probe: Probe, group: string, source: string): JsonObject {
  return {
    survey_id: source,
    ...(probe.knows('body:publishSource.survey_series_id') ? { survey_series_id: group } : {}),
  }
}
