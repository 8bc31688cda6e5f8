import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'

// One operation may differ in several ways at once; each is found as if it were the only one.

const SIDES = object({ positive: COUNT, neutral: COUNT, negative: COUNT })
const THEMES = listOf(object({ theme_id: COUNT, name: TEXT, item_count: COUNT }))
const MONITORS = listOf(object({ monitor_id: COUNT, monitor_name: TEXT, match_count: COUNT }))
const FIGURES: JsonObject = { type: 'object', additionalProperties: COUNT }
const KEYED = listOf(
  object({ label: oneOf('POSITIVE', 'NEUTRAL', 'NEGATIVE'), count: COUNT, percentage: { type: 'number' } }),
)

function analysis({
  monitors = { monitor_matches: MONITORS },
  ...other
}: { monitors?: Record<string, JsonObject> } & Others) {
  const members = { analysis_status: oneOf('none', 'available'), analysis_id: COUNT, survey_id: TEXT }
  return object({ ...members, item_count: COUNT, sentiment: SIDES, themes: THEMES, ...monitors, ...other })
}

interface Others {
  themes?: JsonObject
  sentiment?: JsonObject
  completed_at?: JsonObject
}

function factsOfAnalysis(answer: JsonObject, about: string) {
  return factsFrom({ path: '/api/input/sources/{id}/analysis', answer })[`result:getAnalysis.${about}`]
}

test.each([
  ['are a map', { monitor_matches: FIGURES }, { list: { by: 'name', value: 'match_count' } }],
  ['have another name', { monitors: MONITORS }, { name: 'monitors' }],
] as const)('rows below the name of a list are of that list, also where monitors %s', (_how, monitors, fact) => {
  const answer = analysis({ monitors, themes: object({ items: THEMES }) })
  expect(factsOfAnalysis(answer, 'themes')).toMatchObject({ name: 'themes.items', names: { '[].label': 'name' } })
  expect(factsOfAnalysis(answer, 'monitor_matches')).toMatchObject(fact)
})

test('what a word tells apart in a list says nothing of the object around the list', () => {
  const shape = object({ analysis: analysis({ sentiment: KEYED, completed_at: { type: 'integer' } }) })
  expect(factsOfAnalysis(shape, 'analysed_at')).toMatchObject({ name: 'completed_at' })
  expect(factsOfAnalysis(shape, 'sentiment')).toMatchObject({
    names: { 'positive.count': '/analysis.sentiment[label=POSITIVE].count' },
  })
})

test('a list that is the sides of a sentiment by a word is no list of monitors', () => {
  const answer = analysis({ monitors: { monitors: FIGURES }, sentiment: KEYED })
  expect(factsOfAnalysis(answer, 'monitor_matches')).toMatchObject({ name: 'monitors', list: { by: 'name' } })
})
