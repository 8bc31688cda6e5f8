import type { JsonObject } from '../../base/is-object.js'
import type { SeenExchange } from './evidence.js'
import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-reads.js'

type Json = Record<string, unknown>
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

/** What only writes show, in a group of its own; what can be taken away again is, at the end. */
export const WRITES: readonly ((probe: Probe) => Promise<void>)[] = [
  createGroup,
  createSource,
  findSource,
  publish,
  push,
  pushBulk,
  readBack,
  filter,
  erase,
]

/** Texts that stand nowhere else: where one comes back, its member is known. */
const markOf = (probe: Probe) => `inpk probe ${new Date(probe.now).toISOString().slice(0, 19)}`

/** Asks for something that stays, which is said even where no answer comes; undefined if it was refused. */
async function making(
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

async function createGroup(probe: Probe): Promise<void> {
  const name = markOf(probe)
  const made = await making(probe, `the group "${name}"`, () => probe.ask('createGroup', { body: { name } }))
  if (!made) return
  const { survey_series_id: id } = probe.payload('createGroup', made)
  if (id !== undefined) probe.found.group = String(id)
}

async function createSource(probe: Probe): Promise<void> {
  const { group } = probe.found
  if (group === undefined) return probe.skip('createSource', 'the identifier of the group is not known')
  const title = `${markOf(probe)} source`
  const base = { survey_series_id: group, survey_title: title, survey_description: `${title} description` }
  const members = ['question_text', 'type'].map((each) => `body:createSource.questions[].${each}`)
  const isWhole = probe.knows(...members)
  const questions = [
    { question_text: `${title} question`, type: 'TEXT' },
    { question_text: `${title} long question`, type: 'DEPTH_TEXT' },
  ]
  if (!isWhole) probe.skip('createSource with fields', 'nothing shows how a field is written')
  const body: JsonObject = isWhole ? { ...base, questions } : base
  const made = await making(probe, `the source "${title}"`, () => probe.ask('createSource', { body }))
  if (!made) return
  const { survey_id: id } = probe.payload('createSource', made)
  if (id !== undefined) probe.found.source = String(id)
}

/** The listing has what the answer to a creation may lack. */
async function findSource(probe: Probe): Promise<void> {
  const listed = await probe.ask('listSources', { query: { limit: 200 } })
  const groups = listOf(probe.payload('listSources', listed).survey_series)
  const own = groups
    .flatMap(({ surveys }) => listOf(surveys))
    .find((each) => each.survey_title === `${markOf(probe)} source` || String(each.survey_id) === probe.found.source)
  if (own?.survey_id !== undefined) probe.found.source = String(own.survey_id)
  probe.found.questions = listOf(own?.questions)
    .filter((each) => each.question_id !== undefined)
    .map((each) => ({ question_id: String(each.question_id), type: String(each.type) }))
}

async function publish(probe: Probe): Promise<void> {
  const { group, source } = probe.found
  if (group === undefined || source === undefined) return probe.skip('publishSource', 'no source is known')
  const hasGroup = probe.knows('body:publishSource.survey_series_id')
  const body = { survey_id: source, ...(hasGroup ? { survey_series_id: group } : {}) }
  await probe.ask('publishSource', { body }, ['body:publishSource.survey_id'])
}

/** Items with every member that the interface shows; a moment only where its form is known. */
function itemsOf(probe: Probe, operation: string, first: number): JsonObject[] {
  const list = operation === 'pushContent' ? 'question.content[]' : 'questions[].content[]'
  const isKnown = (member: string) => probe.knows(`body:${operation}.${list}.${member}`)
  return [0, 1].map((offset) => {
    const number = first + offset
    return {
      text: `${markOf(probe)} item ${number}: the delivery was late, and the support was great`,
      external_id: `inpk-probe-${probe.now}-${number}`,
      customer_id: `inpk-probe-customer-${probe.now}-${number}`,
      channel: `probe_channel_${number}`,
      language: number % 2 === 0 ? 'de' : 'en',
      ...(isKnown('rating') ? { rating: 1 + (number % 4) } : {}),
      ...(isKnown('occurred_at') ? { occurred_at: `2024-0${number}-03T10:20:30Z` } : {}),
    }
  })
}

async function push(probe: Probe): Promise<void> {
  const { group, source, questions } = probe.found
  const [question] = questions
  if (!group || !source || !question) return probe.skip('pushContent', 'no field of a source is known')
  const target = { survey_series_id: group, survey_id: source, source_reference: markOf(probe) }
  const body = { ...target, question: { question_id: question.question_id, content: itemsOf(probe, 'pushContent', 1) } }
  const pushed = await making(probe, itemsOfProbe(probe), () => probe.ask('pushContent', { body }))
  if (pushed) await probe.ask('pushContent', { body })
}

async function pushBulk(probe: Probe): Promise<void> {
  const { group, source, questions } = probe.found
  if (!group || !source || questions.length === 0) return probe.skip('pushBulk', 'no field of a source is known')
  const target = { survey_series_id: group, survey_id: source, source_reference: markOf(probe) }
  const sent = questions.slice(0, 2).map(({ question_id }, index) => ({
    question_id,
    content: itemsOf(probe, 'pushBulk', 3 + 2 * index),
  }))
  // What stays is said already where the push before stored some.
  probe.leave(itemsOfProbe(probe))
  const tasks = await probe.ask('pushBulk', { body: { ...target, questions: sent } })
  const { task_id: id } = probe.payload('pushBulk', tasks)
  if (id === undefined) probe.skip('getTask', 'the identifier of the task is not known')
  else
    for (let poll = 0; poll < 3; poll += 1) {
      await probe.ask('getTask', { params: { task_id: String(id) } }, [routeOfProbe('getTask')])
    }
  await probe.ask('pushBulk', { body: { ...target, sync: true, questions: sent } })
}

async function readBack(probe: Probe): Promise<void> {
  const { source } = probe.found
  if (source === undefined) return
  await probe.ask('getAnalysis', { params: { id: source } }, [routeOfProbe('getAnalysis')])
  await probe.ask('getInviteTemplate', { params: { id: source } }, [routeOfProbe('getInviteTemplate')])
}

async function filter(probe: Probe): Promise<void> {
  const { source } = probe.found
  const filters: [string, unknown][] = [
    ['survey_id', source],
    ['external_id', `inpk-probe-${probe.now}-1`],
    ['customer_id', `inpk-probe-customer-${probe.now}-1`],
  ]
  for (const [member, value] of filters) {
    const needs = [routeOfProbe('listFeedback'), `query:listFeedback ${member}`]
    if (value !== undefined) await probe.ask('listFeedback', { query: { [member]: value } }, needs)
  }
}

const idsOf = (probe: Probe) => [1, 2, 3, 4, 5, 6].map((number) => `inpk-probe-${probe.now}-${number}`)

function itemsOfProbe(probe: Probe): string {
  const ids = idsOf(probe)
  return `the items ${ids[0]} to ${ids.at(-1)}`
}

async function erase(probe: Probe): Promise<void> {
  const ids = idsOf(probe)
  const needs = [routeOfProbe('eraseFeedback'), 'body:eraseFeedback external_ids']
  const known = probe.contract().codecOf('eraseFeedback', 'body', 'recommended')
  const isSingle = known?.single.includes('external_ids') === true
  const groups = isSingle ? ids.map((id) => [id]) : [ids]
  for (const external_ids of groups) {
    const erased = await probe.ask('eraseFeedback', { body: { external_ids } }, needs)
    if (!erased || erased.status >= 300) return
  }
  probe.gone(itemsOfProbe(probe))
}
