import { expect, test } from 'vitest'
import { factsSeen, seen } from './seen.js'

const GROUP = 'POST /api/input/survey_series/create'
const body = { name: 'Hotels' }
const made = (status: number) => seen(GROUP, { survey_series_id: 1, name: 'Hotels', created: true }, { status, body })
const found = (status: number) => seen(GROUP, { survey_series_id: 1, name: 'Hotels', created: false }, { status, body })
const ID = 'status:createGroup'

test.each([
  ['made with 201', [made(201)], { success: 201 }],
  ['made with 201 and found with 200', [made(201), found(200)], { success: 201 }],
  ['made with 200 and found with 202', [made(200), found(202)], { existing: 202 }],
  ['made and found with 202', [made(202), found(202)], { success: 202, existing: 202 }],
  ['found with 202 alone', [found(202)], { existing: 202 }],
  ['made and found with 200', [made(200), found(200)], undefined],
])('a group %s says which status is of what', (_what, exchanges, fact) => {
  expect(factsSeen(exchanges)[ID]).toEqual(fact)
})

test('two statuses of groups that do not say whether they were made leave open which is which', () => {
  const bare = [200, 202].map((status) => seen(GROUP, { survey_series_id: 1, name: 'Hotels' }, { status, body }))
  expect(factsSeen(bare)[ID]).toBeUndefined()
})
