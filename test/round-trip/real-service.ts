import { join } from 'node:path'
import { expect } from 'vitest'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import type { JsonObject } from '../../src/base/is-object.js'
import { parseJson } from '../../src/base/parse-json.js'
import { wireQuery } from '../../src/client/asked.js'
import { encodeBody } from '../../src/client/request-body.js'
import { routeOf, routeUrl } from '../../src/client/route.js'
import { EVENT_NAMES, EVENTS, type EventName } from '../../src/contract/events.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import type { OperationId } from '../../src/contract/operations/index.js'
import type { Transport } from '../../src/contract/wire.js'
import { type Exchange, readHar } from '../../src/har/index.js'
import { openRecording, recordedTransport } from '../../src/har/recording.js'
import type { ProbeAnswer, ProbeRequest } from '../../src/truth/learn/probe/probe-requests.js'
import type { SavedRequest } from '../../src/webhooks/tools.js'
import { scratchFolder } from '../commands/scratch.js'
import { holdSession } from '../emulator/facts-session.js'
import { START } from '../emulator/service.js'

/** An emulator that is the real service: it knows the facts, and nobody else does. */
export function startReal(facts: Facts, options: EmulatorOptions = {}): Promise<Emulator> {
  return startEmulator({ listen: false, clock: { mode: 'frozen', now: START }, randomSeed: 7, facts, ...options })
}

/** Sends probes to it; where its window is used up, its clock goes on as far as it says. */
export function probeSender(emulator: Emulator, sent: string[] = []): (request: ProbeRequest) => Promise<ProbeAnswer> {
  return async ({ method, path, body, anonymous, headers }) => {
    sent.push(`${method} ${path}`)
    const ask = () =>
      emulator.handle({
        method,
        url: emulator.baseUrl + path,
        headers: {
          ...(anonymous ? {} : { authorization: `Bearer ${emulator.apiKeys.test.all}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
    const answer = await ask()
    if (answer.headers['retry-after'] === undefined) return answer
    await emulator.handle({
      method: 'POST',
      url: `${emulator.dashboardUrl}/_emulator/orgs/1/clock/advance`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: `${answer.headers['retry-after']}s` }),
    })
    return ask()
  }
}

/** Its description of itself. */
export async function describe(emulator: Emulator): Promise<JsonObject> {
  const url = `${emulator.baseUrl}/api/v1/openapi.json`
  const { body } = await emulator.handle({ method: 'GET', url, headers: {} })
  return parseJson(Buffer.from(body).toString()) as JsonObject
}

/** A day of a service: what it was asked, as a HAR file has it, and what a receiver of its webhooks saved. */
export interface Day {
  exchanges: Exchange[]
  deliveries: SavedRequest[]
}

/** What is said to a service in a day by two programs that know it, our client and one that only has `fetch`, and what it delivers. */
export async function recordDay(facts: Facts): Promise<Day> {
  const deliveries: SavedRequest[] = []
  const outbound: NonNullable<EmulatorOptions['outbound']> = async ({ headers, body }) => {
    deliveries.push({ form: 'raw', headers: lowerCased(headers), body })
    // Of the first ones each is asked for again.
    return { status: deliveries.length < 4 ? 503 : 204 }
  }
  const emulator = await startReal(facts, { outbound })
  const path = join(scratchFolder(), 'day.har')
  const secrets = [emulator.apiKeys.test.all]
  const recording = await openRecording(path, { secrets, onTrouble: (why) => expect.fail(why) })
  const recorded = recordedTransport(emulator.handle, recording, { now: () => START, monotonic: () => 0 })
  const handle: Transport = (request) =>
    request.url.startsWith(emulator.dashboardUrl) ? emulator.handle(request) : recorded(request)
  const url = 'https://127.0.0.1:9/hook'
  const { id } = await control(emulator, '/subscriptions', { url, events: EVENT_NAMES })
  try {
    const watched = { ...emulator, handle } as Emulator
    await holdSession(watched, facts)
    await fetchAll(watched, facts)
    await emulator.idle()
    await emitRest(emulator, new Set(deliveries.map(({ headers }) => headers['x-service-event'])))
    await control(emulator, `/subscriptions/${id}/test`, {})
    await control(emulator, '/clock/advance', { by: '10m' })
    await emulator.idle()
  } finally {
    await recording.close()
    await emulator.close()
  }
  const exchanges: Exchange[] = []
  for await (const exchange of readHar(path)) exchanges.push(exchange)
  return { exchanges, deliveries }
}

/** What a day without a month's end and without alerts does not bring about; and what its requests did not, where they were refused. */
async function emitRest(emulator: Emulator, seen: ReadonlySet<string | undefined>): Promise<void> {
  const place = { survey_series_id: 1, survey_id: 1 }
  const monitor = { monitor_id: 9, monitor_name: 'Refunds', ...place, match_count: 25, threshold: 20 }
  const events: [EventName, JsonObject][] = [
    ['flag.raised', monitor],
    ['report.ready', { report_id: 5, survey_series_id: 1, period_key: '2026-02' }],
    ['invite.bounced', { invite_id: 'inv_1', survey_id: 1, email: 'ada1@example.com', kind: 'bounce' }],
    ['invite.bounced', { invite_id: 'inv_1', survey_id: 1, email: 'ada2@example.com', kind: 'complaint' }],
  ]
  const missing = EVENT_NAMES.filter((event) => !seen.has(event) && events.every(([known]) => known !== event))
  for (const event of missing) events.push([event, EVENTS[event].sample])
  for (const [event, data] of events) await control(emulator, '/events', { event, data })
}

async function control(emulator: Emulator, path: string, body: JsonObject): Promise<JsonObject> {
  const { status, body: answer } = await emulator.handle({
    method: 'POST',
    url: `${emulator.dashboardUrl}/_emulator/orgs/1${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = Buffer.from(answer).toString()
  expect(status, text).toBeLessThan(300)
  return parseJson(text) as JsonObject
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

interface Asked {
  params?: Record<string, string>
  query?: JsonObject
  body?: JsonObject
  /** Which of its routes is taken, where that is not the client's. */
  by?: number
}

/** A program with `fetch` and a good knowledge of the service: every member is sent, and answers are not checked by any code of ours. */
async function fetchAll(emulator: Emulator, facts: Facts): Promise<void> {
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
