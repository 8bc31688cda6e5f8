import { describe, expect, test } from 'vitest'
import { object, TEXT } from './document.js'
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
