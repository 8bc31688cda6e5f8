import { expect, test } from 'vitest'
import { factsSeen, seen } from './seen.js'

const ITEMS = 'body:pushContent.question.content[]'

/** A push of items, and the listing of them; `pushed` and `listed` say what else stands in each. */
function pushedAndListed(
  rows: readonly { pushed: object; listed: object }[],
  textOf = (at: number) => `It was day ${at}`,
) {
  const content = rows.map(({ pushed }, at) => ({ text: textOf(at), external_id: `day-${at}`, ...pushed }))
  const question = { question_id: '31', content }
  const items = rows.map(({ listed }, at) => ({
    ...{ item_id: `i${at}`, survey_series_id: '11', survey_id: '21', question_id: '31' },
    ...{ text: textOf(at), external_id: `day-${at}`, created_at: '2026-03-02T09:00:00Z', ...listed },
  }))
  return factsSeen([
    seen(
      'POST /api/v1/content/push',
      { status: 'completed' },
      {
        body: { survey_series_id: '11', survey_id: '21', question },
      },
    ),
    seen('GET /api/input/feedback', { items, pagination: { limit: 50, next_cursor: null } }),
  ])
}

test('what was pushed beside an identifier, and is listed beside it, is the same member', () => {
  const rows = [4, 1, 5, 2].map((value) => ({ pushed: { verdict: value }, listed: { rating: value } }))
  expect(pushedAndListed(rows)[`${ITEMS}.rating`]).toEqual({ name: 'verdict' })
})

test('what was pushed and what is listed are two members where one item has other values', () => {
  const rows = [4, 1, 5, 2].map((value) => ({ pushed: { verdict: value }, listed: { rating: value } }))
  const [first, ...others] = rows
  const facts = pushedAndListed([{ ...first!, listed: { rating: 3 } }, ...others])
  expect(JSON.stringify(facts)).not.toContain('verdict')
})

test('a value that all items have proves nothing', () => {
  const rows = [4, 4, 4, 4].map((value) => ({ pushed: { verdict: value }, listed: { rating: value } }))
  expect(JSON.stringify(pushedAndListed(rows))).not.toContain('verdict')
})

test('items of the same text are told apart by their identifiers', () => {
  const values = [4, 5, 5]
  const rows = values.map((value, at) => ({ pushed: { rating: value }, listed: { urgency: values[(at + 1) % 3] } }))
  expect(JSON.stringify(pushedAndListed(rows, () => 'Good'))).not.toContain('urgency')
})

const item = (item_id: string, survey_series_id: string, survey_id: string) => ({
  ...{
    item_id,
    survey_series_id,
    survey_id,
    question_id: '31',
    text: `It was ${item_id}`,
    external_id: `x-${item_id}`,
  },
  created_at: '2026-03-02T09:00:00Z',
})
const page = (...items: object[]) => ({ items, pagination: { limit: 50, next_cursor: null } })
const ALL = page(item('1', '7', '8'), item('2', '7', '9'), item('3', '6', '7'))

test('a filter is the member that all items it lets through have in common with it, and with no others', () => {
  const filtered = seen('GET /api/input/feedback?shelf=7', page(item('1', '7', '8'), item('2', '7', '9')))
  const facts = factsSeen([seen('GET /api/input/feedback', ALL), filtered])
  expect(facts['query:listFeedback']).toEqual({ names: { survey_series_id: 'shelf' } })
})

test('a filter may be either of two members that its items have in common', () => {
  const filtered = seen('GET /api/input/feedback?shelf=7', page(item('1', '7', '7'), item('2', '7', '7')))
  const facts = factsSeen([seen('GET /api/input/feedback', ALL), filtered])
  expect(JSON.stringify(facts['query:listFeedback'] ?? {})).not.toContain('shelf')
})
