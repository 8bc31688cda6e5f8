import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { readHar } from '../../../src/har/index.js'
import { ofTheService, seenExchange } from '../../../src/truth/learn/evidence/from-har.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'

const HOST = 'https://feedback.example.com'
const KEY = { name: 'Authorization', value: 'Bearer …' }

interface Entry {
  method?: string
  url: string
  key?: boolean
  headers?: { name: string; value: string }[]
  sent?: JsonObject
  status?: number
  answered?: JsonObject
  answerHeaders?: { name: string; value: string }[]
}

const json = (value: unknown): JsonObject => ({ mimeType: 'application/json', text: JSON.stringify(value) })

function entry({
  method = 'GET',
  url,
  key = true,
  headers = [],
  sent,
  status = 200,
  answered,
  answerHeaders = [],
}: Entry) {
  return {
    startedDateTime: '2026-11-20T10:00:00Z',
    request: { method, url, headers: [...(key ? [KEY] : []), ...headers], ...(sent && { postData: sent }) },
    response: { status, headers: answerHeaders, content: answered ?? {} },
  }
}

/** The facts that are learned from a HAR of these entries. */
async function factsIn(...entries: Entry[]): Promise<Record<string, Record<string, unknown>>> {
  const exchanges = []
  for await (const each of readHar(
    Buffer.from(JSON.stringify({ log: { version: '1.2', entries: entries.map(entry) } })),
  ))
    exchanges.push(each)
  const traffic = [
    { exchanges: ofTheService(exchanges).map(seenExchange), from: { from: 'a.har', kind: 'traffic' as const } },
  ]
  return factsOf(learn({ documents: [], traffic }).verdicts)
}

const LIST = `${HOST}/api/input/surveys/list`
const GROUPS = { survey_series: [{ key: 4, name: 'Shops', surveys: [] }] }
const CREATE = `${HOST}/api/input/survey_series/create`
const SENT = json({ name: 'Shops' })

test('one request and its answer: the name that was sent comes back, and nothing is said of what is missing', async () => {
  const answered = json({ series: { number: 7, title: 'Shops' } })
  const facts = await factsIn({ method: 'POST', url: CREATE, status: 201, sent: SENT, answered })
  expect(facts).toEqual({
    'status:createGroup': { success: 201 },
    'result:createGroup.survey_series_id': { name: 'series.number', type: 'integer' },
    'result:createGroup.name': { name: 'series.title' },
  })
})

const html = (text: string): JsonObject => ({ mimeType: 'text/html', text: `<html>${text}</html>` })
const UPSTREAM = { error: { code: 'UPSTREAM_DOWN', message: 'no healthy upstream' } }
const LOGIN = [{ name: 'Location', value: 'https://login.example.com/' }]
const CUT = { mimeType: 'application/json', text: '{"survey_series":[{"key":' }

test.each<[string, Entry]>([
  ['an empty list', { url: LIST, answered: json({ survey_series: [], pagination: { next_cursor: null } }) }],
  ['an answer that is nothing but null', { url: LIST, answered: json(null) }],
  ['a single refusal', { url: LIST, status: 403, answered: json({ error: { code: 'NO', message: 'No' } }) }],
  ['the error page of a proxy', { url: LIST, status: 502, answered: html('Bad gateway') }],
  ['the error of a proxy as JSON', { url: LIST, status: 503, answered: json(UPSTREAM) }],
  ['a redirect', { url: LIST, status: 302, answerHeaders: LOGIN }],
  ['a page to log in with status 200', { url: LIST, answered: html('Log in') }],
  ['a body that is cut', { url: LIST, answered: CUT }],
  ['a body that is no JSON', { url: LIST, answered: { mimeType: 'text/csv', text: 'key,name' } }],
  ['a request that was never answered', { url: LIST, status: 0 }],
])('%s proves nothing', async (_what, each) => {
  expect(await factsIn(each)).toEqual({})
})

test('what was asked of another host says nothing', async () => {
  const other = { url: 'https://other.example.org/api/input/surveys/list', key: false, answered: json(GROUPS) }
  const own = { url: LIST, answered: json({ survey_series: [] }) }
  expect(await factsIn(other, own)).toEqual({})
})

test('bodies that are compressed or in base64 are read as any other', async () => {
  const plain = await factsIn({ url: LIST, answered: json(GROUPS) })
  expect(plain).not.toEqual({})
  const text = (bytes: Buffer) => ({ mimeType: 'application/json', text: bytes.toString('base64'), encoding: 'base64' })
  const bytes = Buffer.from(JSON.stringify(GROUPS))
  expect(await factsIn({ url: LIST, answered: text(bytes) })).toEqual(plain)
  const answerHeaders = [{ name: 'Content-Encoding', value: 'gzip' }]
  expect(await factsIn({ url: LIST, answered: text(gzipSync(bytes)), answerHeaders })).toEqual(plain)
})

test('parts of a form are members of an upload, and say nothing of types or of what must be sent', async () => {
  const line = '--b1'
  const part = (name: string, value: string, more = '') =>
    `${line}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const body = [
    part('upload', 'Comment,external_id\nLate,T-1\n', '; filename="a.csv"'),
    part('survey_id', '106'),
    part('survey_series_id', '4'),
    part('mapping', '{"Comment":"text","external_id":"external_id"}'),
    `${line}--\r\n`,
  ].join('')
  const type = 'multipart/form-data; boundary=b1'
  const facts = await factsIn({
    method: 'POST',
    url: `${HOST}/api/input/feedback/upload`,
    headers: [{ name: 'Content-Type', value: type }],
    sent: { mimeType: type, text: body },
    status: 202,
    answered: json({ task_id: 't1', status: 'queued' }),
  })
  expect(facts['body:uploadFeedback']).toEqual({
    names: { file: 'upload', survey_id: 'survey_id', survey_series_id: 'survey_series_id' },
  })
})
