import type { Emulator } from '../../emulator/index.js'
import type { JsonObject } from '../../src/base/is-object.js'
import { wireQuery } from '../../src/client/asked.js'
import { encodeBody } from '../../src/client/request-body.js'
import { routeOf, routeUrl } from '../../src/client/route.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import type { OperationId } from '../../src/contract/operations/index.js'

interface Asked {
  params?: Record<string, string>
  query?: JsonObject
  body?: JsonObject
  /** Which of its routes is taken, where that is not the client's. */
  by?: number
}

/** A program with `fetch` and a good knowledge of the service: every member is sent, and answers are not checked by any code of ours. */
export async function fetchAll(emulator: Emulator, facts: Facts): Promise<void> {
  const contract = contractWith(facts)
  const key = emulator.apiKeys.test.all
  const fetchJson = async (
    id: OperationId,
    { params = {}, query = {}, body, by }: Asked,
    authorization = `Bearer ${key}`,
  ): Promise<string> => {
    const row = contract.rowOf(id)
    const route = by === undefined ? routeOf(row) : row.routes[by]!
    const asked = wireQuery({ id, contract, row, route }, query)
    const url = routeUrl({ route, mount: '/api/input', base: '', params, query: asked })
    const codec = contract.codecOf(id, 'body', route.words)
    const encoded = body && encodeBody(row, route, { body }, { fileName: 'sheet.csv', random: () => 0.5, codec })
    const answer = await emulator.handle({
      method: route.method,
      url: emulator.baseUrl + url,
      headers: { authorization, ...encoded?.headers },
      ...(encoded ? { body: encoded.body } : {}),
    })
    return Buffer.from(answer.body).toString()
  }
  await fetchJson('getMe', {}, 'Bearer nobody')
  const target = { survey_series_id: '2', survey_id: '2' }
  const guestBook = {
    survey_series_id: '2',
    survey_title: 'Guest book',
    survey_description: 'What guests write at the door',
    mode: 'ACCESSIBLE',
    keywords: ['room', 'staff'],
    questions: [
      { type: 'DEPTH_TEXT', question_text: 'What was it like?' },
      { type: 'MCQ', question_text: 'What did you use?', options: ['Pool', 'Sauna', 'Bar'] },
    ],
  }
  await fetchJson('createSource', { body: guestBook })
  await fetchJson('publishSource', { body: target })
  for (const limit of [3, 1_000, undefined]) {
    await fetchJson('listSources', { query: limit === undefined ? {} : { limit } })
  }
  const item = (number: number) => ({
    text: `Guest ${number} liked the quiet garden`,
    external_id: `guest-${number}00`,
    customer_id: `visitor-${number}01`,
    channel: `desk${number}`,
    language: number % 2 === 0 ? 'de' : 'fr',
    rating: (number % 4) + 1,
    occurred_at: `2026-02-0${number}T08:30:00.000Z`,
  })
  await fetchJson('pushContent', {
    body: {
      ...target,
      source_reference: 'evening-run',
      question: { question_id: '3', content: [item(1), item(2), item(3)] },
    },
  })
  const questions = [{ question_id: '3', content: [item(4), item(5)] }]
  await fetchJson('pushBulk', { body: { ...target, source_reference: 'night-run', sync: true, questions } })
  const later = { ...target, questions: [{ question_id: '3', content: [item(6)] }] }
  const queued = await fetchJson('pushBulk', { body: later })
  const mapping = { fields: { 3: 'remark' }, external_id: 'reference' }
  const file = Buffer.from('remark,reference\nThe sauna was warm,guest-900\n')
  await fetchJson('uploadFeedback', { body: { ...target, source_reference: 'sheet', file, mapping } })
  // Programs of the same house that know the service by its other addresses.
  const elsewhere: Partial<Record<OperationId, Asked>> = {
    createGroup: { body: { name: 'Trains' } },
    createSource: { body: { ...guestBook, survey_title: 'Visitors' } },
    publishSource: { body: { ...target, survey_id: '3' } },
    listSources: { query: { limit: 3 } },
    pushContent: { body: { ...target, question: { question_id: '3', content: [item(7)] } } },
    pushBulk: { body: later },
    getTask: { params: { task_id: /"(task_[^"]*\d[^"]*)"/.exec(queued)?.[1] ?? 'task_1' } },
  }
  for (const [id, asked] of Object.entries(elsewhere) as [OperationId, Asked][]) {
    const { routes } = contract.rowOf(id)
    for (const [by, route] of routes.entries()) {
      if (route !== routeOf(contract.rowOf(id))) await fetchJson(id, { ...asked, by })
    }
  }
  await fetchJson('mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
  for (const member of ['survey_id', 'survey_series_id', 'question_id']) {
    await fetchJson('listFeedback', { query: { [member]: member === 'question_id' ? '3' : '2' } })
  }
  await fetchJson('listFeedback', { query: { external_id: 'guest-100' } })
  await fetchJson('listFeedback', { query: { customer_id: 'visitor-201' } })
  await fetchJson('listFeedback', {
    query: { occurred_since: '2026-02-02T00:00:00.000Z', occurred_until: '2026-02-05T00:00:00.000Z' },
  })
  await fetchJson('pushContent', {
    body: { ...target, question: { question_id: '3', content: [{ ...item(7), text: '' }] } },
  })
  await fetchJson('getAnalysis', { params: { id: '2' } })
  await fetchJson('getAnalysis', { params: { id: '999' } })
  await fetchJson('getTask', { params: { task_id: 'task_0' } })
  await fetchJson('eraseFeedback', {
    body: { external_ids: ['guest-100', 'guest-200'], customer_ids: ['visitor-301'] },
  })
}
