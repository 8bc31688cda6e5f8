import type { Emulator } from '../../emulator/index.js'
import { ServiceError } from '../../src/client/errors.js'
import { createClient } from '../../src/client/index.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { type OperationId, rowOf } from '../../src/contract/operations/index.js'
import { type Answer, readAnswer } from '../conformance/exchange.js'
import type { Json } from './service.js'

/** A call of a session: the operation, and its answer under our names, or how it was refused. */
export interface Answered {
  id: OperationId
  payload?: Json
  refused?: { code: string; members: string[] }
}

/** An answer as it went over the wire. */
export interface OnWire {
  method: string
  path: string
  answer: Answer
}

const TEMPLATE = {
  subject: 'How was it?',
  text: 'Dear {{name}}: {{survey_link}}',
  html: '<p>{{name}}</p>',
  variables: [{ name: 'name', required: false }],
}
const RECIPIENTS = [1, 2, 3].map((number) => ({ email: `ada${number}@example.com`, variables: { name: 'Ada' } }))

/** Calls every operation by the client that knows the facts, always in the same order, and keeps what was answered. */
export async function holdSession(emulator: Emulator, facts: Facts): Promise<{ calls: Answered[]; wire: OnWire[] }> {
  const calls: Answered[] = []
  const wire: OnWire[] = []
  const client = createClient({
    baseUrl: emulator.baseUrl,
    apiKey: emulator.apiKeys.test.all,
    retries: 0,
    facts,
    transport: async (request) => {
      const response = await emulator.handle(request)
      wire.push({ method: request.method, path: new URL(request.url).pathname, answer: readAnswer(response) })
      return response
    },
  })
  const call = async (id: OperationId, input: Json = {}): Promise<Json> => {
    try {
      const { payload } = await client.call(id, input)
      calls.push({ id, payload })
      return payload
    } catch (error) {
      if (!(error instanceof ServiceError)) throw new Error(`${id} ${rowOf(id).routes[0].path}`, { cause: error })
      calls.push({ id, refused: { code: error.code, members: Object.keys((error.details as Json) ?? {}).sort() } })
      return {}
    }
  }
  const control = (method: string, path: string, body: Json) =>
    emulator.handle({
      method,
      url: `${emulator.dashboardUrl}/_emulator/orgs/1${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await call('getMe')
  for (const name of ['Shops', 'Shops', 'Hotels', 'Trains']) await call('createGroup', { body: { name } })
  await call('createGroup', { body: { name: 7 } })
  const questions = [
    { type: 'TEXT', question_text: 'How was it?' },
    { type: 'SCQ', question_text: 'Again?', options: ['Yes', 'No'] },
  ]
  await call('createSource', { body: { survey_series_id: '1', survey_title: 'Reviews', questions } })
  await call('createSource', { body: { survey_series_id: '9', survey_title: 'Lost' } })
  const place = { survey_series_id: '1', survey_id: '1' }
  const items = ['late', 'fine', 'great'].map((text, index) => ({
    text: `It was ${text}.`,
    external_id: `x${index}`,
    customer_id: 'c',
    occurred_at: '2026-02-01T10:00:00.000Z',
  }))
  await call('pushContent', { body: { ...place, question: { question_id: '1', content: items } } })
  for (let count = 0; count < 2; count += 1) await call('publishSource', { body: { survey_id: '1' } })
  await call('pushContent', { body: { ...place, question: { question_id: '1', content: items } } })
  const bulk = [{ question_id: '1', content: [{ text: 'Once more.', external_id: 'y' }] }]
  await call('pushBulk', { body: { ...place, questions: bulk, sync: true } })
  const { task_id = 'task_1' } = await call('pushBulk', { body: { ...place, questions: bulk } })
  await control('POST', '/clock/advance', { by: '1m' })
  await call('getTask', { params: { task_id } })
  const callPages = async (id: OperationId, input: Json = {}) => {
    for (let cursor: string | null | undefined, pages = 0; cursor !== null && pages < 5; pages += 1) {
      const query: Json = { limit: '2', ...(cursor === undefined ? {} : { cursor }) }
      cursor = (await call(id, { ...input, query })).pagination?.next_cursor ?? null
    }
  }
  await callPages('listSources')
  await callPages('listFeedback')
  await call('listFeedback', { query: { survey_id: '1', external_id: 'x1' } })
  await call('getAnalysis', { params: { id: '1' } })
  await call('getInviteTemplate', { params: { id: '1' } })
  await control('PUT', '/invite-templates/1', TEMPLATE)
  await control('PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' })
  await call('sendInvites', { params: { id: '1' }, body: { recipients: RECIPIENTS, dry_run: true } })
  const { invite_id = 'inv_1' } = await call('sendInvites', { params: { id: '1' }, body: { recipients: RECIPIENTS } })
  await control('POST', '/clock/advance', { by: '1m' })
  await call('getInvite', { params: { id: invite_id } })
  await callPages('listInviteRecipients', { params: { id: invite_id } })
  await call('eraseFeedback', { body: { external_ids: ['x0', 'nobody'] } })
  return { calls, wire }
}
