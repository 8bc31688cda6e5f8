import type { JsonObject } from '../../../base/is-object.js'
import { conductSteps } from '../conduct/conduct.js'
import { GROUP_CONDUCT } from '../conduct/of-groups.js'
import { PUSH_CONDUCT } from '../conduct/of-pushes.js'
import { DRAFT_CONDUCT, PUBLISHED_CONDUCT } from '../conduct/of-sources.js'
import { createNamed, itemIdOf, markOf, publication, questionsOf, sourceBody } from '../conduct/own.js'
import { findListedGroup, findListedSource } from './find-listed.js'
import { queryOfItems } from './found.js'
import type { Probe } from './probe.js'
import { BULK_ITEMS, eraseByKind, eraseItems, itemsOfProbe } from './probe-erase.js'
import { filterTimes } from './probe-filters.js'
import { findMcp } from './probe-mcp.js'
import { requestOf, routeOfProbe } from './probe-requests.js'
import { pushTimes } from './probe-times.js'
import { findUploaded, upload } from './probe-upload.js'
import { awaitTasks, findTaskRoute, startTask } from './tasks.js'

/** How long the tasks that were started may take before what they store is erased. */
const TASKS_MS = 60_000

/** What only writes show, in a group of its own; what can be taken away again is, at the end. */
export const WRITES: readonly ((probe: Probe) => Promise<void>)[] = [
  createGroup,
  createSource,
  findSource,
  ...conductSteps(DRAFT_CONDUCT),
  publish,
  push,
  pushTimes,
  pushBulk,
  upload,
  readBack,
  filter,
  filterTimes,
  provokeWriteRefusals,
  ...conductSteps(PUBLISHED_CONDUCT),
  ...conductSteps(GROUP_CONDUCT),
  ...conductSteps(PUSH_CONDUCT),
  (probe) => awaitTasks(probe, TASKS_MS),
  findUploaded,
  findMcp,
  eraseByKind,
  eraseItems,
]

async function createGroup(probe: Probe): Promise<void> {
  const name = markOf(probe)
  const made = await createNamed(probe, `the group "${name}"`, () => probe.ask('createGroup', { body: { name } }))
  if (!made) return
  probe.found.isGroupMade = true
  const { survey_series_id: id } = probe.payload('createGroup', made)
  if (id !== undefined) probe.found.group = String(id)
  else probe.found.group = await findListedGroup(probe, name)
}

/** The group again, which was taken as it is: not as JSON, and not said to be JSON. A service that takes it anyhow answers that it exists. */
async function provokeWriteRefusals(probe: Probe): Promise<void> {
  if (probe.found.group === undefined) return
  const request = requestOf(probe.contract(), 'createGroup', { body: { name: markOf(probe) } })
  await probe.send({ ...request, body: '{"name": ', refusedFor: 'INVALID_JSON' })
  const headers = { 'content-type': 'text/plain' }
  await probe.send({ ...request, headers, refusedFor: 'UNSUPPORTED_MEDIA_TYPE' })
}

const titleOf = (probe: Probe) => `${markOf(probe)} source`

async function createSource(probe: Probe): Promise<void> {
  const { group } = probe.found
  if (group === undefined) return probe.skip('createSource', 'the identifier of the group is not known')
  const title = titleOf(probe)
  const body = sourceBody(probe, group, title)
  const made = await createNamed(probe, `the source "${title}"`, () => probe.ask('createSource', { body }))
  if (!made) return
  const { survey_id: id } = probe.payload('createSource', made)
  if (id !== undefined) probe.found.source = String(id)
}

/** The listing has what the answer to a creation may lack. */
async function findSource(probe: Probe): Promise<void> {
  const own = await findListedSource(probe, titleOf(probe), probe.found.source)
  if (!own) return
  if (own.survey_id !== undefined) probe.found.source = String(own.survey_id)
  probe.found.draft = own
  probe.found.questions = questionsOf(own)
}

async function publish(probe: Probe): Promise<void> {
  const { group, source } = probe.found
  if (group === undefined || source === undefined) return probe.skip('publishSource', 'no source is known')
  const body = publication(probe, group, source)
  const published = await probe.ask('publishSource', { body }, ['body:publishSource.survey_id'])
  probe.found.isPublished = published !== undefined && published.status < 300
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
  const pushed = await createNamed(probe, itemsOfProbe(probe), () => probe.ask('pushContent', { body }))
  probe.found.takesItems = pushed !== undefined
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
  leaveItems(probe)
  const items = BULK_ITEMS.slice(0, 2 * sent.length).map((number) => itemIdOf(probe, number))
  const tasks = await startTask(probe, { operation: 'pushBulk', items }, () =>
    probe.ask('pushBulk', { body: { ...target, questions: sent } }),
  )
  const { task_id: id } = probe.payload('pushBulk', tasks)
  if (id === undefined) probe.skip('getTask', 'the identifier of the task is not known')
  else {
    await findTaskRoute(probe, 'getTask', String(id))
    for (let poll = 0; poll < 3; poll += 1) {
      await probe.ask('getTask', { params: { task_id: String(id) } }, [routeOfProbe('getTask')])
    }
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
    if (value === undefined) continue
    await probe.ask('listFeedback', { query: queryOfItems(probe.found, { [member]: value }) }, needs)
  }
}

function leaveItems(probe: Probe): void {
  probe.leave(itemsOfProbe(probe))
  probe.found.isPushed = true
}
