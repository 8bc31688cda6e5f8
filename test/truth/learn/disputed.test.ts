import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, listOf, object, TEXT } from './document.js'
import { learnSeen, seen } from './seen.js'

const PATH = '/api/input/survey_series/create'
const FLAG = { type: 'boolean' }

/** What is said of the name or the identifier of a new group, where it is described in one way, and was answered in another. */
function verdictOf(id: string, described: Record<string, object>, answered: object) {
  const operation = { method: 'post' as const, path: PATH, answer: object({ ...described, created: FLAG } as never) }
  const { verdicts } = learnSeen([seen(`POST ${PATH}`, { ...answered, created: true })], [operation])
  const { state, fact, candidates } = verdicts.find((each) => each.id === `result:createGroup.${id}`)!
  return { state, fact, candidates }
}

describe('where a description and recorded answers disagree', () => {
  test('a member that is described by one name and answered by another is left open, with both', () => {
    const { state, fact, candidates } = verdictOf(
      'survey_series_id',
      { group_uuid: TEXT, name: TEXT },
      { series_key: '12', name: 'A' },
    )
    expect([state, fact]).toEqual(['ambiguous', undefined])
    expect(candidates).toEqual(['survey_series_id: group_uuid', 'survey_series_id: series_key'])
  })

  test('a member that is described as we have it, and answered by another name, is not confirmed', () => {
    const { state, candidates } = verdictOf('name', { id: TEXT, name: TEXT }, { id: '12', label: 'A' })
    expect([state, candidates]).toEqual(['ambiguous', ['name: name', 'name: label']])
  })

  test('two names that may both be meant are both candidates', () => {
    const { state, candidates } = verdictOf('name', { id: TEXT, title: TEXT }, { id: '12', label: 'A' })
    expect([state, candidates]).toEqual(['ambiguous', ['name: title', 'name: label']])
  })

  test('a member that answers leave out, and nothing else in them can be, is learned from the description', () => {
    const { fact } = verdictOf('name', { id: TEXT, title: TEXT }, { id: '12', is_new: false })
    expect(fact).toEqual({ name: 'title' })
  })
})

const PUSH = '/api/input/content/push'
const LIST = '/api/input/feedback'
const TEXT_ID = 'body:pushContent.question.content[].text'

/** What is said of the text of an item, where its description is `item` and a push of `sent` was answered with a status. */
function textOf(item: JsonObject, sent: object, status = 200) {
  const body = object({ question_id: COUNT, content: listOf(item) })
  const described = { method: 'post' as const, path: PUSH, body, answer: object({ inserted: COUNT }) }
  const push = seen(`POST ${PUSH}`, { inserted: 1 }, { status, body: { question_id: 34, content: [sent] } })
  const { verdicts } = learnSeen([push], [described])
  const { state, fact, candidates, from } = verdicts.find(({ id }) => id === TEXT_ID)!
  return { state, fact, candidates, from: from.map((each) => each.from) }
}

const optional = (properties: Record<string, JsonObject>) => ({ ...object(properties), required: [] })
const BOTH = ['openapi.json', 'session.har']

describe('where a description and what was sent and taken disagree', () => {
  test.each([
    ['required by another name', object({ verbatim: TEXT }), { text: 'A lift' }],
    ['optional by another name', optional({ verbatim: TEXT }), { text: 'A lift' }],
    ['required as we have it', object({ text: TEXT }), { verbatim: 'A lift' }],
    ['optional as we have it', optional({ text: TEXT }), { verbatim: 'A lift' }],
  ])(
    'a member of a body that is described as %s is left open, with both as candidates and as evidence',
    (_, item, sent) => {
      const { state, fact, candidates, from } = textOf(item, sent)
      expect([state, fact, from]).toEqual(['ambiguous', undefined, BOTH])
      expect(candidates).toEqual(['text', 'verbatim'].map((name) => `question.content[].text: ${name}`))
    },
  )

  test('a member that is described and was sent is not doubted for one beside it', () => {
    const { state, from } = textOf(object({ text: TEXT }), { text: 'A lift', comment: 'internal' })
    expect([state, from]).toEqual(['confirmed', BOTH])
  })

  test('what was refused disputes nothing', () => {
    expect(textOf(object({ verbatim: TEXT }), { text: 'A lift' }, 400).fact).toEqual({ name: 'verbatim' })
  })

  test('a member that a description does not have is shown by the traffic alone', () => {
    const { state, from } = textOf(object({ rating: COUNT }), { text: 'A lift', rating: 3 })
    expect([state, from]).toEqual(['confirmed', ['session.har']])
  })

  test('a parameter of a query that is described by one name and sent by another is left open', () => {
    const answer = object({ items: listOf(object({ text: TEXT })) })
    const list = { path: LIST, query: { source_ref: TEXT, limit: COUNT }, answer }
    const pages = ['3', '4'].map((id) => seen(`GET ${LIST}?source_id=${id}`, { items: [{ text: 'A lift' }] }))
    const { verdicts } = learnSeen(pages, [list])
    const { fact = {}, candidates } = verdicts.find(({ id }) => id === 'query:listFeedback')!
    expect(Object.keys(fact.names ?? {})).not.toContain('survey_id')
    expect(candidates).toEqual(expect.arrayContaining(['survey_id: source_id', 'survey_id: source_ref']))
  })
})
