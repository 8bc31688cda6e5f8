import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const TYPES = oneOf('survey', 'support_ticket', 'app_review', 'chat')
const listed = (source: Record<string, object>) =>
  object({ survey_series: listOf(object({ surveys: listOf(object(source as never)) })) })
const LIST = 'result:listSources.survey_series[].surveys[]'

test('the label beside the code of a type is no title of the source', () => {
  const info = (kind: object) => object({ name: TEXT, summary: TEXT, kind } as never)
  const source = { survey_id: TEXT, info: info(object({ code: TYPES, label: TEXT })) }
  const described = factsFrom({ path: '/api/input/surveys/list', answer: listed(source) })
  expect(described[`${LIST}.survey_title`]).toEqual({ name: 'info.name' })
})

test('answers show the same, where the codes that were seen are words of ours', () => {
  const row = (id: string, name: string, code: string, label: string) => ({
    survey_id: id,
    info: { name, kind: { code, label } },
  })
  const surveys = [
    row('1', 'Tickets 2026', 'support_ticket', 'Support ticket'),
    row('2', 'Shop', 'app_review', 'App review'),
  ]
  const facts = factsSeen([
    seen('GET /api/input/surveys/list', { survey_series: [{ survey_series_id: '1', name: 'A', surveys }] }),
  ])
  expect(facts[`${LIST}.survey_title`]).toEqual({ name: 'info.name' })
})

test('a key beside a title is no word, and takes nothing from it', () => {
  const source = { survey_id: TEXT, info: object({ key: TEXT, title: TEXT }) }
  const facts = factsFrom({ path: '/api/input/surveys/list', answer: listed(source) })
  expect(facts[`${LIST}.survey_title`]).toEqual({ name: 'info.title' })
})

test('how long a request took is no member of what it did', () => {
  const meta = object({ request_id: TEXT, took_ms: COUNT })
  const answer = object({ results: listOf(object({ id: TEXT })), meta })
  const facts = factsFrom({ method: 'post', path: '/api/input/feedback/erase', answer })
  expect(JSON.stringify(facts)).not.toContain('took_ms')
  const erased = seen(
    'POST /api/input/feedback/erase',
    { results: [{ id: 'a' }], meta: { took_ms: 1 } },
    { body: { external_ids: ['a'] } },
  )
  expect(JSON.stringify(factsSeen([erased]))).not.toContain('took_ms')
})
