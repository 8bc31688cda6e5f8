import type { JsonObject } from '../../../src/base/is-object.js'
import { routeOf } from '../../../src/client/route.js'
import type { OperationId } from '../../../src/contract/operations/index.js'
import { invite } from './invites.js'
import type { Asked, Program } from './program.js'
import { itemOf, itemsOf, pushItems, upload } from './pushes.js'
import { makeGroups, makeSources, type Place, QUESTIONS } from './sources.js'

/** What a program does with a service in a day: every operation, so that every member and word of the answers comes up that can. */
export async function fetchAll(program: Program): Promise<void> {
  await program.ask('getMe', { authorization: 'Bearer nobody' })
  await makeGroups(program)
  const { pushed: place, uploaded, draft } = await makeSources(program)
  await pushItems(program, place)
  await upload(program, uploaded)
  await askElsewhere(program, place, draft)
  await program.ask('mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
  await readItems(program, place)
  await readAnalysis(program, place)
  await invite(program, place)
  await eraseItems(program, place)
  await beRefused(program, place)
}

/** Programs of the same house that know the service by its other addresses. */
async function askElsewhere({ ask, contract }: Program, { fields, ...target }: Place, draft: Place): Promise<void> {
  const [field = ''] = fields
  const body = { ...target, questions: [{ question_id: field, content: itemsOf(54, 55) }] }
  const { task_id = 'task_1' } = await ask('pushBulk', { body })
  const elsewhere: Partial<Record<OperationId, Asked>> = {
    createGroup: { body: { name: 'Trains' } },
    createSource: {
      body: {
        survey_series_id: target.survey_series_id,
        survey_title: 'Visitors',
        survey_description: 'Who came by',
        feedback_type: 'chat',
        questions: QUESTIONS,
      },
    },
    publishSource: { body: { survey_series_id: draft.survey_series_id, survey_id: draft.survey_id } },
    listSources: { query: { limit: 3 } },
    pushContent: { body: { ...target, question: { question_id: field, content: itemsOf(7, 8) } } },
    pushBulk: { body },
    getTask: { params: { task_id } },
  }
  for (const [id, asked] of Object.entries(elsewhere) as [OperationId, Asked][]) {
    const row = contract.rowOf(id)
    for (const [by, route] of row.routes.entries()) if (route !== routeOf(row)) await ask(id, { ...asked, by })
  }
}

async function readItems({ ask }: Program, { fields, survey_series_id, survey_id }: Place): Promise<void> {
  const filters: JsonObject[] = [
    { survey_id },
    { survey_series_id },
    { question_id: fields[0] },
    { external_id: 'guest-100' },
    { customer_id: 'visitor-201' },
    { occurred_since: '2026-02-02T00:00:00.000Z', occurred_until: '2026-02-05T00:00:00.000Z' },
  ]
  for (const query of filters) await ask('listFeedback', { query })
}

/** The analysis of a source that has one, before and after people set up monitors, and of one that has none. */
async function readAnalysis({ ask, onPages, settled }: Program, { survey_id }: Place): Promise<void> {
  await onPages('POST', '/clock/advance', { by: '30m' })
  await settled()
  await ask('getAnalysis', { params: { id: survey_id } })
  for (const [name, query] of [
    ['Pool alarm', ['pool', 'hall']],
    ['Breakfast', ['breakfast']],
  ] as const) {
    await onPages('POST', '/monitors', { name, query: [...query], threshold: 900, alerts: false })
  }
  await ask('getAnalysis', { params: { id: survey_id } })
  await ask('getAnalysis', { params: { id: survey_id }, query: { period_key: '2026-02' } })
  for (const id of ['1', String(Number(survey_id) + 8), '999']) await ask('getAnalysis', { params: { id } })
}

/** Items by both kinds of identifiers, together where the service takes them so, some of them not known. */
async function eraseItems({ ask }: Program, { survey_id }: Place): Promise<void> {
  const externals = { external_ids: ['guest-100', 'guest-200', 'guest-none'] }
  const customers = { customer_ids: ['visitor-301', 'visitor-none'] }
  const bodies = [{ ...externals, ...customers }, externals, { ...customers, survey_id }]
  // What was erased is not found again.
  for (const body of [...bodies, ...bodies]) {
    const { task_id } = await ask('eraseFeedback', { body })
    if (task_id !== undefined) await ask('getTask', { params: { task_id } })
  }
}

async function beRefused({ ask }: Program, { fields, ...target }: Place): Promise<void> {
  const question = { question_id: fields[0], content: [{ ...itemOf(7), text: '' }] }
  await ask('pushContent', { body: { ...target, question } })
  await ask('getTask', { params: { task_id: 'task_0' } })
}
