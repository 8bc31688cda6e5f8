import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, type Described, documentOf, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const QUESTIONS = listOf(object({ question_text: TEXT, type: TEXT }))
const FIELDS = listOf(object({ field_text: TEXT, type: TEXT }))
const MODE = oneOf('EDITING', 'ACCESSIBLE')
const CLASSIC: Described = {
  method: 'post',
  path: '/api/input/survey/create',
  body: object({ survey_series_id: TEXT, survey_title: TEXT, questions: QUESTIONS }),
  answer: object({ survey_id: TEXT, survey_title: TEXT, mode: MODE }),
}
const RECOMMENDED: Described = {
  method: 'post',
  path: '/api/v2/source/create',
  body: object({ feedback_group_id: TEXT, source_title: TEXT, fields: FIELDS }),
  answer: object({ source_id: TEXT, source_title: TEXT, mode: MODE }),
}
const ROUTE = 'route:POST /api/input/sources/create'

test('a route that is not shown is found by its other one, which takes and answers the same in other words', () => {
  expect(factsFrom(CLASSIC, RECOMMENDED)[ROUTE]).toEqual({ prefix: '', path: '/api/v2/source/create' })
})

test('an address with a word of its own is none of ours, nor is one that answers something else', () => {
  expect(factsFrom(CLASSIC, { ...RECOMMENDED, path: '/api/v2/sources/duplicate' })).not.toHaveProperty([ROUTE])
  const answer = object({ source_id: TEXT, job: TEXT, queue: COUNT, state: TEXT, retries: COUNT })
  const body = object({ source_id: TEXT, webhook: TEXT, secret: TEXT, owner: TEXT })
  expect(factsFrom(CLASSIC, { ...RECOMMENDED, body, answer })).not.toHaveProperty([ROUTE])
})

test('an address in classic words is no route in the recommended ones', () => {
  const classic = { ...CLASSIC, path: '/api/v2/source/create' }
  expect(factsFrom(CLASSIC, classic)).not.toHaveProperty([ROUTE])
})

test('the endpoint of a protocol is found by its messages and its name', () => {
  const body = object({ jsonrpc: TEXT, method: TEXT, params: TEXT })
  const at = (path: string) => factsFrom(CLASSIC, { method: 'post', path, body })['route:POST /api/input/mcp']
  expect(at('/v1/mcp')).toEqual({ prefix: '', path: '/v1/mcp' })
  expect(at('/v1/all-mcp')).toEqual({ prefix: '', path: '/v1/all-mcp' })
  expect(at('/v1/rpc')).toBeUndefined()
})

test('an endpoint that a description says nothing of is found by the name of the protocol alone', () => {
  const at = (path: string, body: JsonObject) =>
    factsFrom(CLASSIC, { method: 'post', path, body })['route:POST /api/input/mcp']
  expect(at('/api/mcp', { type: 'object' })).toEqual({ prefix: '', path: '/api/mcp' })
  const any = { type: 'object', additionalProperties: true }
  for (const path of ['/api/mcp', '/mcp/v1']) expect(at(path, any)).toEqual({ prefix: '', path })
  expect(at('/api/mcp', listOf(any))).toBeUndefined()
  expect(at('/api/mcp/servers', { type: 'object' })).toBeUndefined()
  expect(at('/api/mcp', object({ url: TEXT }))).toBeUndefined()
})

test('the only endpoint of its protocol in a description is ours whatever stands around its name; of two, none is', () => {
  const body = object({ jsonrpc: TEXT, method: TEXT, params: TEXT })
  const at = (...paths: string[]) =>
    factsFrom(CLASSIC, ...paths.map((path): Described => ({ method: 'post', path, body })))['route:POST /api/input/mcp']
  expect(at('/v1/agents/mcp')).toEqual({ prefix: '', path: '/v1/agents/mcp' })
  expect(at('/v1/agents/rpc')).toBeUndefined()
  expect(at('/v1/agents/mcp', '/v1/admin/mcp')).toBeUndefined()
  expect(at('/v1/agents/mcp', '/v1/mcp')).toEqual({ prefix: '', path: '/v1/mcp' })
})

test('the only address that ends like ours, and takes what ours takes, is ours under its prefix', () => {
  const erase = (path: string): Described => ({
    method: 'post',
    path,
    body: object({ external_ids: listOf(TEXT) }),
    answer: object({ gone: COUNT }),
  })
  const id = 'route:POST /api/input/feedback/erase'
  expect(factsFrom(erase('/rest/feedback/erase'))[id]).toEqual({ prefix: '/rest' })
  expect(factsFrom(erase('/rest/feedback/erase'), erase('/old/feedback/erase'))).not.toHaveProperty([id])
  expect(factsFrom({ ...erase('/rest/feedback/erase'), body: object({ board: TEXT }) })).not.toHaveProperty([id])
})

const TASK = object({ task_id: TEXT, task_status: oneOf('new', 'finished'), percent: COUNT, num_inserted: COUNT })
const ASKED = 'route:GET /api/input/content/push/bulk/{task_id}'

test('a task that is asked for by a member of the query is found with it', () => {
  const facts = factsOf(learn({ documents: [{ root: withRequired('task_id'), from: FROM }], traffic: [] }).verdicts)
  expect(facts[ASKED]).toEqual({ prefix: '', path: '/api/input/push/status?task_id={task_id}' })
  expect(facts['result:getTask']).toMatchObject({ names: { 'result.inserted': '/num_inserted' } })
  const other = factsOf(learn({ documents: [{ root: withRequired('source'), from: FROM }], traffic: [] }).verdicts)
  expect(other).not.toHaveProperty([ASKED])
})

test('traffic shows it, where every request has it', () => {
  const answer = (id: string) => ({ task_id: id, status: 'completed', progress: 100 })
  const asked = ['a1', 'b2'].map((id) => seen(`GET /api/input/jobs?job_id=${id}`, answer(id)))
  expect(factsSeen(asked)[ASKED]).toEqual({ prefix: '', path: '/api/input/jobs?job_id={task_id}' })
  expect(factsSeen([...asked, seen('GET /api/input/jobs', answer('c3'))])).not.toHaveProperty([ASKED])
})

test('a task that was asked for at our path, under another prefix alone, is asked for there', () => {
  const asked = (...paths: string[]) => {
    const answer = { task_id: 'a1', status: 'completed', progress: 100 }
    return factsSeen(paths.map((path) => seen(`GET ${path}/content/push/bulk/a1`, answer)))[ASKED]
  }
  expect(asked('', '')).toEqual({ prefix: '' })
  expect(asked('/api/v1')).toEqual({ prefix: '/api/v1' })
  expect(asked('', '/api/input')).toBeUndefined()
  const refused = seen('GET /content/push/bulk/a1', { error: { code: 'NOT_FOUND', message: 'No.' } }, { status: 404 })
  expect(factsSeen([refused])[ASKED]).toBeUndefined()
})

test('what answers as a known task does is another route to it, by any word for a task', () => {
  const known: Described = { path: '/api/input/content/push/bulk/{task_id}', answer: TASK }
  const at = (path: string, answer = TASK) => JSON.stringify(factsFrom(known, { path, answer }))
  expect(at('/v2/imports/{id}')).toContain('"path":"/v2/imports/{task_id}"')
  expect(at('/v2/imports/{id}', object({ task_id: TEXT, owner: TEXT }))).not.toContain('imports')
})

const FROM = { from: 'openapi.json', kind: 'description' } as const

function withRequired(name: string): JsonObject {
  const root = documentOf([{ path: '/api/input/push/status', query: { [name]: TEXT }, answer: TASK }])
  const { get } = (root.paths as Record<string, { get: { parameters: JsonObject[] } }>)['/api/input/push/status']!
  for (const parameter of get.parameters) parameter.required = true
  return root
}

test('what was polled often is the same thing as what was polled once', () => {
  const task = { task_id: 't1', status: 'completed', progress: 100, created_at: '2026-03-02T09:00:00.000Z' }
  const facts = factsSeen([
    seen('GET /api/input/feedback/push/bulk/t1', task),
    ...['processing', 'failed', 'completed'].map((status, at) =>
      seen(`GET /api/input/jobs/t${at + 2}/status`, {
        ...task,
        task_id: `t${at + 2}`,
        status,
        error: { code: 'PUSH_FAILED', message: 'Nothing accepted' },
        result: { inserted: 1, duplicates: 0, rows_read: 1, rows_rejected: 0 },
      }),
    ),
  ])
  expect(facts['route:GET /api/input/content/push/bulk/{task_id}']).toMatchObject({
    path: '/api/input/jobs/{task_id}/status',
  })
})

test('the one address that was asked for its tools takes the messages of the protocol', () => {
  const ask = (method: string) =>
    seen('POST /api/input/ai/mcp', { jsonrpc: '2.0', id: 1, result: {} }, { body: { jsonrpc: '2.0', id: 1, method } })
  expect(factsSeen([ask('tools/list')])['route:POST /api/input/mcp']).toMatchObject({ path: '/api/input/ai/mcp' })
  expect(factsSeen([ask('eth_call')])).not.toHaveProperty(['route:POST /api/input/mcp'])
})

test('an address may say what a path of ours says in other words, as long as it takes no more', () => {
  const at = (...paths: string[]) => factsFrom(CLASSIC, ...paths.map((path) => ({ ...RECOMMENDED, path })))[ROUTE]
  expect(at('/api/v2/sources/new')).toEqual({ prefix: '', path: '/api/v2/sources/new' })
  expect(at('/api/v2/feedback-sources')).toEqual({ prefix: '', path: '/api/v2/feedback-sources' })
  expect(at('/api/v2/add-dataset')).toEqual({ prefix: '', path: '/api/v2/add-dataset' })
  expect(at('/api/v2/sources/import')).toBeUndefined()
  expect(at('/api/v2/sources/new', '/api/v2/sources/add')).toBeUndefined()
  const body = object({ feedback_group_id: TEXT, source_title: TEXT, fields: FIELDS, template: TEXT })
  expect(factsFrom(CLASSIC, { ...RECOMMENDED, path: '/api/v2/sources/new', body })).not.toHaveProperty([ROUTE])
})

test('what was sent messages of the protocol is its endpoint, though a description says nothing of them', () => {
  const any = { type: 'object', additionalProperties: true }
  const root = documentOf([CLASSIC, { method: 'post', path: '/assist', body: any, answer: any }])
  const tools = ['list_themes', 'get_theme_verbatims'].map((name) => ({ name }))
  const listed = { jsonrpc: '2.0', id: 1, result: { tools } }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const traffic = [
    { exchanges: [seen('POST /assist', listed, { body })], from: { from: 'x.har', kind: 'traffic' } as const },
  ]
  const { verdicts } = learn({ documents: [{ root, from: FROM }], traffic })
  expect(factsOf(verdicts)['route:POST /api/input/mcp']).toEqual({ prefix: '', path: '/assist' })
})

test('the tools that the interface shows tell the endpoint that lists them, by any name', () => {
  const listing = (...names: string[]) => ({ jsonrpc: '2.0', result: { tools: names.map((name) => ({ name })) } })
  const asked = (path: string, answer: unknown) => seen(`POST ${path}`, answer, { body: { jsonrpc: '2.0', id: 1 } })
  const id = 'route:POST /api/input/mcp'
  const ours = asked('/v1/assistants', listing('list_themes', 'get_theme_verbatims', 'other'))
  expect(factsSeen([ours])[id]).toEqual({ prefix: '', path: '/v1/assistants' })
  expect(factsSeen([ours, asked('/v1/mcp', listing('list_files'))])[id]).toEqual({ prefix: '', path: '/v1/assistants' })
  expect(factsSeen([asked('/v1/assistants', listing('list_themes'))])).not.toHaveProperty([id])
})

test('an operation in other recommended words than ours takes as many of them at the same places', () => {
  const described = {
    ...RECOMMENDED,
    path: '/ingest/sources/add',
    body: object({ team_id: TEXT, heading: TEXT, fields: FIELDS }),
    answer: object({ id: TEXT, heading: TEXT, mode: MODE }),
  }
  expect(factsFrom(CLASSIC, described)[ROUTE]).toEqual({ prefix: '', path: '/ingest/sources/add' })
  const more = { ...described, body: object({ team_id: TEXT, heading: TEXT, copied_from: TEXT, fields: FIELDS }) }
  expect(factsFrom(CLASSIC, more)).not.toHaveProperty([ROUTE])
})
