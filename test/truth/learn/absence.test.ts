import { expect, test } from 'vitest'
import { COUNT, factsFrom, learnFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const FLAG = { type: 'boolean' }
const ERASE = {
  method: 'post' as const,
  path: '/api/input/feedback/erase',
  body: object({ external_ids: listOf(TEXT) }),
}

/** The members that are learned to be nowhere. */
function absentIn(facts: Record<string, Record<string, unknown>>): string[] {
  return Object.entries(facts)
    .flatMap(([id, { name, names = {} }]) => [
      ...(name === null ? [id] : []),
      ...Object.entries(names as object).flatMap(([path, place]) => (place === null ? [`${id}.${path}`] : [])),
    ])
    .filter((id) => id.startsWith('result:'))
}

test('an answer that lists all its members lacks one of ours where none of them could carry its value', () => {
  expect(absentIn(factsFrom({ ...ERASE, answer: object({ missing: listOf(TEXT) }) }))).toEqual([
    'result:eraseFeedback.erased',
  ])
})

test.each([
  ['a number under any name', object({ qqq: COUNT, missing: listOf(TEXT) })],
  ['a number of any kind', object({ qqq: { type: 'number' }, missing: listOf(TEXT) })],
  ['a number that is written as text', object({ qqq: TEXT, missing: listOf(TEXT) })],
  ['an object with any members', object({ qqq: { type: 'object' }, missing: listOf(TEXT) })],
  ['a number in an object of its own', object({ qqq: object({ zzz: COUNT }), missing: listOf(TEXT) })],
])('a count is not said to be nowhere beside %s', (_what, answer) => {
  expect(absentIn(factsFrom({ ...ERASE, answer }))).toEqual([])
})

test('a name that is known for something else is no reason to say that a member is nowhere', () => {
  const task = object({ task_id: TEXT, status: TEXT, progress: COUNT, failure_reason: TEXT })
  expect(absentIn(factsFrom({ path: '/api/input/content/push/bulk/{task_id}', answer: task }))).not.toContain(
    'result:getTask.error.message',
  )
  const analysis = object({
    analysis_status: TEXT,
    themes: listOf(object({ id: TEXT, theme: TEXT, item_count: COUNT })),
  })
  expect(absentIn(factsFrom({ path: '/api/input/sources/{id}/analysis', answer: analysis }))).not.toContain(
    'result:getAnalysis.themes[].label',
  )
  const template = object({ ok: FLAG, vars: listOf(TEXT) })
  expect(absentIn(factsFrom({ path: '/api/input/sources/{id}/invite-template', answer: template }))).not.toContain(
    'result:getInviteTemplate.present',
  )
})

test('reasons in a list may be the message of an error', () => {
  const task = object({ task_id: TEXT, status: TEXT, progress: COUNT, errors: listOf(TEXT) })
  expect(absentIn(factsFrom({ path: '/api/input/content/push/bulk/{task_id}', answer: task }))).not.toContain(
    'result:getTask.error.message',
  )
})

test('a list that was only seen empty is none of ours by a name alone', () => {
  const task = seen('GET /api/input/content/push/bulk/t1', {
    task_id: 't1',
    status: 'completed',
    progress: 100,
    errors: [],
  })
  expect(factsSeen([task])).toEqual({})
})

test.each([
  ['a text', TEXT],
  ['a number', COUNT],
])('what is true or false is not said to be nowhere beside %s', (_what, qqq) => {
  const template = object({ source_id: TEXT, qqq, subject: TEXT, variables: listOf(TEXT) })
  expect(absentIn(factsFrom({ path: '/api/input/sources/{id}/invite-template', answer: template }))).not.toContain(
    'result:getInviteTemplate.present',
  )
})

test('a list of a request is not said to be nowhere beside another one', () => {
  const either = { anyOf: [TEXT, listOf(TEXT)] }
  const data = { type: 'object', properties: { record_ids: listOf(TEXT) } }
  const members = { data, customer_ids: TEXT, external_id: either, customer_id: either, data_source_uuid: TEXT }
  const body = object({ result: object({ entry: { type: 'object', properties: members } }) })
  const facts = factsFrom({ ...ERASE, body, answer: object({ erased: COUNT }) })
  expect(JSON.stringify(facts['body:eraseFeedback'] ?? {})).not.toContain('"external_ids":null')
})

test('a time of a request under the name of another is no reason to say that a service has none of ours', () => {
  const item = { text: TEXT, external_id: TEXT, customer_id: TEXT, channel: TEXT, language: TEXT, rating: COUNT }
  const push = (more: Record<string, object>) => {
    const question = object({ question_id: TEXT, content: listOf(object({ ...item, ...more })) })
    const body = object({ survey_series_id: TEXT, survey_id: TEXT, question })
    return JSON.stringify(factsFrom({ method: 'post', path: '/api/input/content/push', body, answer: object({}) }))
  }
  expect(push({})).toMatch(/occurred_at[^}]*null/)
  expect(push({ audit: object({ submitted_at: COUNT }) })).not.toMatch(/occurred_at[^}]*null/)
})

test('a list of a request is not said to be nowhere beside a map', () => {
  const body = object({ to: { type: 'object', additionalProperties: object({ note: TEXT }) }, dry_run: FLAG })
  const sent = { method: 'post' as const, path: '/api/input/sources/{id}/invites', body, answer: object({}) }
  expect(factsFrom(sent)['body:sendInvites.recipients']).toBeUndefined()
})

test('a text of a body under a name of another is no reason to say that a service has none of ours', () => {
  const known = { survey_series_id: TEXT, survey_id: TEXT, mapping: TEXT, file: { type: 'string', format: 'binary' } }
  const upload = (more: Record<string, object>) =>
    JSON.stringify(
      factsFrom({
        method: 'post',
        path: '/api/input/feedback/upload',
        body: object({ ...known, ...more }),
        answer: object({}),
      }),
    )
  expect(upload({})).toMatch(/source_reference[^}]*null/)
  expect(upload({ batch_ref: TEXT })).not.toMatch(/source_reference[^}]*null/)
})

test('a member that the interface shows is none that it does not show', () => {
  const key = { type: 'object', additionalProperties: true }
  const credits = object({ plan_key: TEXT, limit: COUNT, used: COUNT, remaining: COUNT })
  const { verdicts } = learnFrom({ path: '/api/input/me', answer: object({ key, org_id: COUNT, credits }) })
  expect(verdicts.find(({ id }) => id === 'result:getMe.key.created_at')?.state).toBe('not seen')
})

test('a filter that has our name at its end is no reason to say that a service takes none of ours', () => {
  const asked = (name: string) =>
    factsFrom({
      path: '/api/input/sources/{id}/analysis',
      query: { [name]: TEXT },
      answer: object({ item_count: COUNT }),
    })['query:getAnalysis.period_key']
  expect(asked('tracking_period')).toMatchObject({ name: 'tracking_period' })
  expect(asked('fiscal_reporting_period')?.name).not.toBeNull()
})
