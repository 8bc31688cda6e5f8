import { expect, test } from 'vitest'
import { factsFrom, listOf, object, TEXT } from './document.js'

const created = (option: object) =>
  factsFrom({
    method: 'post',
    path: '/api/input/sources/create',
    body: object({
      survey_series_id: TEXT,
      survey_title: TEXT,
      questions: listOf(object({ type: TEXT, question_text: TEXT, options: listOf(option as never) })),
    }),
  })['body:createSource.questions[].options']

test('the constant that each entry has beside its text is sent as well', () => {
  expect(created(object({ label: TEXT, type: { const: 'option' } }))).toMatchObject({
    list: { in: 'label', beside: { type: 'option' } },
  })
  expect(created(object({ label: TEXT }))).toMatchObject({ list: { in: 'label' } })
})

test('what every request must send, and may send in one way alone, is sent', () => {
  const facts = factsFrom({
    method: 'post',
    path: '/api/input/sources/publish',
    body: object({ survey_id: TEXT, api_version: { const: '2026-01' }, revision: { const: 2 }, note: TEXT }),
  })
  expect(Object.values(facts).flatMap(({ fixed }) => fixed ?? [])).toEqual([{ api_version: '2026-01', revision: 2 }])
})
