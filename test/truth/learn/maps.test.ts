import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { COUNT, factsFrom, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const themes = (entry: object) =>
  factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({
      analysis_status: oneOf('ready', 'pending'),
      themes: { type: 'object', additionalProperties: entry } as never,
    }),
  })['result:getAnalysis.themes']

test('a map is listed by what its entries do not say themselves', () => {
  expect(themes(object({ mentions: COUNT }))).toMatchObject({ list: { by: 'label' } })
  expect(themes(object({ label: TEXT, mentions: COUNT }))).toMatchObject({ list: { by: 'theme_id' } })
  expect(themes(object({ id: TEXT, label: TEXT, mentions: COUNT }))?.list).toBeUndefined()
})

test('the code of an error inside an entry is no identifier, so a map of results is listed by the question', () => {
  const facts = factsFrom({
    method: 'post',
    path: '/api/input/content/push/bulk',
    answer: object({
      survey_id: TEXT,
      results: {
        type: 'object',
        additionalProperties: object({
          status: oneOf('accepted', 'rejected'),
          inserted: COUNT,
          error: object({ code: TEXT, message: TEXT }),
        }),
      } as never,
    }),
  })
  expect(facts['result:pushBulk']).toMatchObject({ lists: { results: { by: 'question_id' } } })
})

test('a map of texts by name is listed by the names, whatever the texts say of them', () => {
  const facts = factsFrom({
    path: '/api/input/sources/{id}/invite-template',
    answer: object({
      present: { type: 'boolean' },
      variables: { type: 'object', additionalProperties: TEXT } as never,
    }),
  }) as Facts
  const codec = contractWith(facts).codecOf('getInviteTemplate', 'result', 'recommended')!
  const wire = { present: true, variables: { name: 'Ada', city: 'Paris' } }
  expect(codec.fromWire(wire)).toEqual({ present: true, variables: [{ name: 'name' }, { name: 'city' }] })
  expect(codec.lacks('variables[].required')).toBe(true)
  // What a theme has beside its name may be how it is felt about.
  expect(themes(TEXT)?.list).toBeUndefined()
})

test('what holds a map by names of people is around it, and no map of it', () => {
  const answer = (watches: object) => ({ analysis_status: 'available', analysis_id: '1', data: { watches } })
  const at = 'GET /api/input/sources/1/analysis'
  const facts = factsSeen([seen(at, answer({})), seen(at, answer({ 'Pool alarm': 21, Breakfast: 15 }))])
  expect(facts['result:getAnalysis.monitor_matches'] ?? {}).not.toMatchObject({ name: 'data' })
})

const monitors = (facts: Facts, wire: object) => {
  const read = contractWith(facts).codecOf('getAnalysis', 'result', 'recommended')?.fromWire(wire)
  return (read as { monitor_matches?: unknown } | undefined)?.monitor_matches
}
const HEAD = { analysis_status: 'available', analysis_id: '7', themes: { App: 2, Price: 3 } }
const MAP = (additionalProperties: object) => ({ type: 'object', additionalProperties }) as never

test.each(['monitors', 'alerts', 'monitor_counts', 'monitor_hits', 'monitoring', 'watches'])(
  'monitors are learned that are a map of their counts or of records, called %s',
  (name) => {
    for (const [figure, schema] of [
      [(count: number) => count, COUNT],
      [(matches: number) => ({ matches }), object({ matches: COUNT })],
    ] as const) {
      const wire = { ...HEAD, [name]: { Complaints: figure(4), Praise: figure(1) } }
      const was = [
        { name: 'Complaints', match_count: 4 },
        { name: 'Praise', match_count: 1 },
      ]
      const at = 'GET /api/input/sources/1/analysis'
      const seenFacts = factsSeen([seen(at, { analysis_status: 'none', analysis_id: null }), seen(at, wire)])
      expect(monitors(seenFacts as Facts, wire)).toEqual(was)
      const answer = { ...object({ analysis_status: oneOf('available', 'none'), analysis_id: TEXT }) }
      const properties = { ...(answer.properties as object), themes: MAP(COUNT), [name]: MAP(schema) }
      const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer: { ...answer, properties } })
      expect(monitors(facts as Facts, wire)).toEqual(was)
    }
  },
)
