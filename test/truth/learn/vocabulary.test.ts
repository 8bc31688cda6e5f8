import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'

const pages = { pagination: object({ next_cursor: TEXT, limit: COUNT }) }
const group = (id: string) => object({ [id]: TEXT, name: TEXT, survey_count: COUNT })

/** A listing of groups at both of its addresses, with the name of the list and of an identifier at each. */
const listings = (classic: [string, string], recommended: [string, string]) => [
  { path: '/api/input/surveys/list', answer: object({ [classic[0]]: listOf(group(classic[1])), ...pages }) },
  { path: '/api/input/sources/list', answer: object({ [recommended[0]]: listOf(group(recommended[1])), ...pages }) },
]

test('VOC-5: a member that the two vocabularies call differently shows the recommended word', () => {
  const facts = factsFrom(...listings(['survey_series', 'survey_series_id'], ['feedback_groups', 'series_ref']))
  expect(facts['behaviour:recommended-words']).toEqual({ words: { survey_series_id: 'series_ref' } })
})

test('VOC-5: a member that has another name at both addresses says nothing of the vocabulary', () => {
  const facts = factsFrom(...listings(['survey_series', 'series_ref'], ['feedback_groups', 'series_ref']))
  expect(facts['behaviour:recommended-words']).toBeUndefined()
})
