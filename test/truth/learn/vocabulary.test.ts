import { expect, test } from 'vitest'
import { COUNT, type Described, factsFrom, listOf, object, TEXT } from './document.js'

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

const pushed = (words: readonly string[]) => object(Object.fromEntries(words.map((word) => [word, TEXT])))
const CLASSIC = ['survey_series_id', 'survey_id', 'question_id']
const RECOMMENDED = ['feedback_group_id', 'source_id', 'field_id']

/** Creations of groups, and pushes, at addresses of both vocabularies, with the words of the answers at each. */
const addresses = (classic: readonly string[], recommended: readonly string[]): Described[] => [
  { path: '/api/input/survey_series/create', method: 'post', answer: group(classic[0]!) },
  { path: '/api/input/feedback_groups/create', method: 'post', answer: group(recommended[0]!) },
  { path: '/api/input/content/push', method: 'post', answer: pushed(classic) },
  { path: '/api/input/feedback/push', method: 'post', answer: pushed(recommended) },
]

test.each([
  ['the recommended vocabulary', RECOMMENDED, RECOMMENDED, { rule: 'recommended' }],
  ['the classic vocabulary', CLASSIC, CLASSIC, { rule: 'classic' }],
  ['the words of each address', CLASSIC, RECOMMENDED, undefined],
  ['other names', ['series_ref', ...CLASSIC.slice(1)], ['series_ref', ...CLASSIC.slice(1)], undefined],
])('answers at addresses of both vocabularies show in whose words they are: %s', (_, classic, recommended, fact) => {
  expect(factsFrom(...addresses(classic, recommended))['behaviour:answers-in-route-words']).toEqual(fact)
})

test('names that are words of the other vocabulary are no rule where an answer keeps its own', () => {
  const [listed] = listings(['survey_series', 'feedback_group_id'], ['', ''])
  const facts = factsFrom(...addresses(RECOMMENDED, RECOMMENDED), listed!)
  expect(facts['behaviour:answers-in-route-words']).toBeUndefined()
  expect(facts['result:createGroup.survey_series_id']).toMatchObject({ name: 'feedback_group_id' })
})

test('VOC-5: no word is the recommended one for all where an answer keeps to ours', () => {
  const listed = listings(['survey_series', 'survey_series_id'], ['feedback_groups', 'group_id'])
  const items = listOf(object({ item_id: TEXT, feedback_group_id: TEXT, text: TEXT }))
  const facts = factsFrom(...listed, { path: '/api/v1/feedback', answer: object({ items, ...pages }) })
  expect(facts['behaviour:recommended-words']).toBeUndefined()
})
