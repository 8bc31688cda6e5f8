import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import type { OperationId } from '../../../src/contract/operations/index.js'
import type { Asked, Program } from './program.js'
import { itemOf, itemsOf } from './pushes.js'
import { makeSources, type Place, QUESTIONS } from './sources.js'

/** Keys that may less, or belong to the other environment. */
export type OtherKeys = Readonly<Record<string, string>>

/** What nobody learned from: long listings, and every operation asked in ways that are refused. */
export async function askInTheEvening(program: Program, keys: OtherKeys): Promise<void> {
  const { pushed: place } = await makeSources(program)
  await readAll(program, place)
  for (const [id, asked] of Object.entries(goodRequests(place)) as [OperationId, Asked][]) {
    await program.ask(id, asked)
    for (const key of Object.values(keys)) await program.ask(id, { ...asked, authorization: `Bearer ${key}` })
    for (const body of spoiled(asked.body ?? {})) await program.ask(id, { ...asked, body })
    const params = Object.fromEntries(Object.keys(asked.params ?? {}).map((name) => [name, '987654']))
    if (asked.params) await program.ask(id, { ...asked, params })
  }
}

/** Every page of every listing. */
async function readAll({ ask }: Program, { survey_id, survey_series_id }: Place): Promise<void> {
  const listings: [OperationId, JsonObject][] = [
    ['listSources', { limit: '2' }],
    ['listFeedback', { limit: '40' }],
    ['listFeedback', { limit: '15', survey_id: '1' }],
    ['listFeedback', { limit: '5', survey_id }],
    ['listFeedback', { limit: '30', survey_series_id }],
    ['listFeedback', { limit: '10', occurred_since: '2026-02-10T00:00:00.000Z' }],
    ['listFeedback', { limit: '20', occurred_until: '2026-02-20T00:00:00.000Z' }],
    ['listFeedback', { limit: '25', survey_series_id, survey_id }],
    ...['guest-20001', 'guest-20002', 'guest-20003', 'guest-20004', 'guest-none'].map(
      (external_id): [OperationId, JsonObject] => {
        return ['listFeedback', { limit: '35', external_id }]
      },
    ),
  ]
  for (const [id, query] of listings) {
    let cursor: string | null | undefined
    for (let pages = 0; cursor !== null && pages < 7; pages += 1) {
      const { pagination } = await ask(id, { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } })
      cursor = pagination?.next_cursor ?? null
    }
    for (const limit of ['0', '201', '1.5', '-1', 'many']) await ask(id, { query: { ...query, limit } })
  }
}

/** A request of each operation that has something to say, as the service takes it. */
function goodRequests({ fields, survey_id, survey_series_id }: Place): Partial<Record<OperationId, Asked>> {
  const [field = ''] = fields
  const target = { survey_series_id, survey_id }
  const params = { id: survey_id }
  return {
    getMe: {},
    createGroup: { body: { name: 'Libraries' } },
    createSource: {
      body: { survey_series_id, survey_title: 'Readers', feedback_type: 'chat', questions: QUESTIONS.slice(0, 3) },
    },
    publishSource: { body: target },
    pushContent: { body: { ...target, question: { question_id: field, content: [itemOf(200), itemOf(201)] } } },
    pushBulk: { body: { ...target, sync: true, questions: [{ question_id: field, content: itemsOf(202, 204) }] } },
    listFeedback: { query: { external_id: 'guest-20000' } },
    getAnalysis: { params },
    getInviteTemplate: { params },
    listSources: {},
    getTask: { params: { task_id: 'task_2' } },
    sendInvites: { params, body: { recipients: [{ email: 'zoe@garden.example', variables: { guest: 'Zoe' } }] } },
    getInvite: { params: { id: 'inv_2' } },
    listInviteRecipients: { params: { id: 'inv_2' }, query: { limit: '3' } },
    eraseFeedback: { body: { external_ids: ['guest-20000', 'guest-none'] } },
  }
}

/** A body with one of its members left out, of another type, or empty, each in turn; so its records and the first of its lists. */
function spoiled(body: JsonObject): JsonObject[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = body
    const inner = Array.isArray(value) ? value[0] : value
    const deeper = isObject(inner)
      ? spoiled(inner).map((each) => ({ ...rest, [name]: Array.isArray(value) ? [each] : each }))
      : []
    const other = typeof value === 'boolean' ? 'perhaps' : typeof value === 'string' ? '' : []
    return [rest, { ...rest, [name]: other }, ...deeper]
  })
}
