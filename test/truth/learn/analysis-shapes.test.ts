import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

// One operation may differ in several ways at once; each is found as if it were the only one.

const SIDES = object({ positive: COUNT, neutral: COUNT, negative: COUNT })
const THEMES = listOf(object({ theme_id: COUNT, name: TEXT, item_count: COUNT }))
const MONITORS = listOf(object({ monitor_id: COUNT, monitor_name: TEXT, match_count: COUNT }))
const FIGURES: JsonObject = { type: 'object', additionalProperties: COUNT }
const KEYED = listOf(
  object({ label: oneOf('POSITIVE', 'NEUTRAL', 'NEGATIVE'), count: COUNT, percentage: { type: 'number' } }),
)

interface Differing {
  /** Instead of the list of monitors, and of the number of items. */
  monitors?: Record<string, JsonObject>
  items?: Record<string, JsonObject>
  themes?: JsonObject
  sentiment?: JsonObject
  completed_at?: JsonObject
}

function analysis(differing: Differing): JsonObject {
  const { monitors = { monitor_matches: MONITORS }, items = { item_count: COUNT }, ...others } = differing
  const members = { analysis_status: oneOf('none', 'available'), analysis_id: COUNT, survey_id: TEXT }
  return object({ ...members, ...items, sentiment: SIDES, themes: THEMES, ...monitors, ...others })
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

test('a number that is called a time is one', () => {
  const answer = object({ analysis_status: oneOf('none', 'available'), items_analysed: COUNT, updated_at: COUNT })
  expect(factsOfAnalysis(answer, 'analysed_at')).toMatchObject({ name: 'updated_at' })
  const counted = object({ analysis_status: oneOf('none', 'available'), items_analysed: COUNT, updated: COUNT })
  expect(factsOfAnalysis(counted, 'analysed_at')).toBeUndefined()
})

test('figures beside the names of a map may be written as texts', () => {
  const answer = { analysis_status: 'available', monitor_matches: { 'Pool alarm': '21', Breakfast: '15' } }
  const facts = factsSeen([seen('GET /api/input/sources/7/analysis', answer)])
  expect(facts['result:getAnalysis.monitor_matches']).toMatchObject({
    list: { by: 'name', value: 'match_count' },
    types: { '[].match_count': 'string' },
  })
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

test('where a list stands for an object there is no room for its other members, also below another member', () => {
  const items = { analysed_at: TIME, coverage: object({ analysed: COUNT }) }
  const shape = object({ analysis: analysis({ items, sentiment: KEYED }) })
  expect(factsOfAnalysis(shape, 'sentiment')).toMatchObject({ names: { score: null } })
})

const grouped = (outer: string, inner: string, entry: JsonObject = THEMES, others: Record<string, JsonObject> = {}) => {
  const { themes: _, ...members } = analysis({}).properties as Record<string, JsonObject>
  return object({ ...members, [outer]: listOf(object({ name: TEXT, ...others, [inner]: entry })) })
}

test.each([
  ['theme_groups', 'themes', {}],
  ['categories', 'themes', { id: TEXT, count: COUNT }],
])('themes that stand in the entries of %s are found there', (outer, inner, others) => {
  expect(factsOfAnalysis(grouped(outer, inner, THEMES, others), 'themes')).toMatchObject({
    name: `${outer}[].${inner}`,
    names: { '[].label': 'name' },
  })
})

test('themes in groups that are called themes themselves are told by what they have', () => {
  const figures = object({ positive: COUNT, neutral: COUNT, negative: COUNT })
  const whole = listOf(object({ id: TEXT, label: TEXT, item_count: COUNT, sentiment: figures, keywords: listOf(TEXT) }))
  expect(factsOfAnalysis(grouped('themes', 'items', whole), 'themes')).toMatchObject({ name: 'themes[].items' })
})

test('themes with themes inside are no groups, nor are those with other lists', () => {
  const inner = listOf(object({ text: TEXT }))
  const more = { id: TEXT, item_count: COUNT }
  const nameOf = (answer: JsonObject) => JSON.stringify(factsOfAnalysis(answer, 'themes') ?? {})
  expect(nameOf(grouped('themes', 'sub_themes', THEMES, more))).not.toContain('themes[]')
  expect(nameOf(grouped('themes', 'verbatims', inner, more))).not.toContain('themes[]')
})

test('monitors that stand in groups are found there, also where that was only seen', () => {
  const monitors = [{ monitor_id: 4, monitor_name: 'Late', match_count: 2 }]
  const answer = { analysis_status: 'available', monitor_groups: [{ name: 'Delivery', monitors }] }
  const facts = factsSeen([seen('GET /api/input/sources/12/analysis', answer)])
  expect(facts['result:getAnalysis.monitor_matches']).toMatchObject({ name: 'monitor_groups[].monitors' })
})

test('of two lists of one form the name tells which has the themes', () => {
  const top = { theme_id: COUNT, title: TEXT, mentions: COUNT, score: { type: 'number' }, keywords: listOf(TEXT) }
  const matches = listOf(object({ monitor_id: COUNT, label: TEXT, match_count: COUNT }))
  const results = object({ analysed_items: COUNT, sentiment: SIDES, top_themes: listOf(object(top)), matches })
  const answer = object({ analysis_status: oneOf('none', 'available'), results })
  expect(factsOfAnalysis(answer, 'themes')).toMatchObject({ name: 'top_themes', names: { '[].label': 'title' } })
  expect(factsOfAnalysis(answer, 'monitor_matches')).toMatchObject({ name: 'matches' })
})

const SEEN_SIDES = ['positive', 'negative'].map((label) => ({ label, count: 3, share: 0.5 }))

test.each([
  ['categories', 'topics', { label: 'Late', item_count: 2, share: 0.5, keywords: ['late'] }],
  ['themes', 'themes', { name: 'Late', mentions: 2, sentiment: 0.2, words: ['late'] }],
  ['topics', 'topics', { key: 'late', title: 'Late', volume: 2, terms: ['late'] }],
])(
  'themes seen in the entries of %s are those of groups, beside sides of a sentiment that look like themes',
  (outer, inner, entry) => {
    const results = { distribution: SEEN_SIDES, [outer]: [{ name: 'Delivery', [inner]: [entry] }] }
    const facts = factsSeen([seen('GET /api/input/sources/12/analysis', { status: 'available', results })])
    expect(facts['result:getAnalysis.themes']).toMatchObject({ name: `results.${outer}[].${inner}` })
  },
)

const PERIOD = { period: TEXT, score: { type: 'number' } }

test.each([
  ['trend', PERIOD],
  ['history', { date: TEXT }],
  ['fields', { field_id: TEXT }],
  ['segments', { name: TEXT }],
  ['theme_history', { week: TEXT }],
  ['themes', PERIOD],
  ['groups', { period: object({ key: TEXT }) }],
  ['theme_groups', { since: TIME }],
  ['question_groups', { id: TEXT }],
  ['groups', { survey_id: TEXT }],
] as const)('themes of the entries of %s are not those of all', (outer, others) => {
  const places = JSON.stringify(factsOfAnalysis(grouped(outer, 'themes', THEMES, others), 'themes') ?? {})
  expect(places).not.toContain('[].themes')
})

test('monitors of periods are not those of all, nor are themes of groups that are called after what was seen in a period', () => {
  const monitors = [{ monitor_id: 4, monitor_name: 'Late', match_count: 2 }]
  const themes = [{ theme_id: 4, name: 'Late', item_count: 2 }]
  const answer = {
    analysis_status: 'available',
    periods: [{ period: '2026-W08', monitors }],
    groups: [{ label: '2026-W08', themes }],
  }
  const facts = factsSeen([seen('GET /api/input/sources/12/analysis', answer)])
  expect(facts['result:getAnalysis.monitor_matches']).not.toMatchObject({ name: expect.stringContaining('[]') })
  expect(facts['result:getAnalysis.themes']).not.toMatchObject({ name: expect.stringContaining('[]') })
})

test.each([
  ['topics', 'trend', PERIOD],
  ['top_themes', 'trend', PERIOD],
  ['clusters', 'trend', PERIOD],
  ['topics', 'theme_groups', {}],
])('the list %s of all themes is taken, and not its parts in %s', (whole, outer, others) => {
  const answer = grouped(outer, 'themes', THEMES, others)
  const all = object({ ...(answer.properties as Record<string, JsonObject>), [whole]: THEMES })
  expect(factsOfAnalysis(all, 'themes')).toMatchObject({ name: whole })
})

test('a map of counts that is called matches is that of monitors', () => {
  expect(factsOfAnalysis(analysis({ monitors: { matches: FIGURES } }), 'monitor_matches')).toMatchObject({
    name: 'matches',
    list: { by: 'name', value: 'match_count' },
  })
  // They may as well be the themes, where these have no place.
  const { themes: _, ...members } = analysis({ monitors: { matches: FIGURES } }).properties as Record<
    string,
    JsonObject
  >
  expect(factsOfAnalysis(object(members), 'monitor_matches')).toBeUndefined()
})

const answeredWith = (members: JsonObject) =>
  factsSeen([
    seen('GET /api/input/sources/1/analysis', {
      analysis_status: 'available',
      analysis_id: '1',
      item_count: 40,
      analysed_at: '2026-01-01T00:00:00Z',
      ...members,
    }),
  ])

test.each([
  [{ th_1: { theme: 'Delivery', item_count: 8 }, th_2: { theme: 'Support quality', item_count: 7 } }, 'theme'],
  [{ th_1: { theme_id: 'th_1', name: 'Delivery' }, th_2: { theme_id: 'th_2', name: 'Refunds' } }, 'name'],
])('themes by their identifiers are not called by them: %j', (themes, label) => {
  expect(answeredWith({ themes })['result:getAnalysis.themes']).toEqual({
    list: { by: 'theme_id' },
    names: { '[].label': label },
  })
})

const MOODY = ['NEGATIVE', 'NEUTRAL', 'POSITIVE'].map((sentiment, at) => ({
  name: `Theme ${at}`,
  count: 8,
  share: 0.2,
  sentiment,
}))
test.each([MOODY.map((each, at) => ({ id: `th_${at}`, ...each })), MOODY])(
  'themes that each have a mood are no sides of the sentiment',
  (...items) => {
    const sentiment = { POSITIVE: 0.275, NEUTRAL: 0.45, NEGATIVE: 0.275 }
    const facts = answeredWith({ sentiment_distribution: sentiment, themes: { total: 3, items } })
    expect(facts['result:getAnalysis.sentiment']?.names).toEqual({
      'positive.share': '/sentiment_distribution.POSITIVE',
      'neutral.share': '/sentiment_distribution.NEUTRAL',
      'negative.share': '/sentiment_distribution.NEGATIVE',
    })
    expect(facts['result:getAnalysis.themes']).toMatchObject({ name: 'themes.items' })
  },
)

test.each(['topics', 'theme_groups', 'topic_list'])('rows below %s are themes, and none of the monitors', (name) => {
  const theme = object({ id: TEXT, title: TEXT, mentions: COUNT, verbatims: listOf(TEXT) })
  const monitors = listOf(object({ id: TEXT, title: TEXT, match_count: COUNT }))
  const answer = object({
    analysis_status: oneOf('none', 'available'),
    total: COUNT,
    [name]: object({ total: COUNT, items: listOf(theme) }),
    monitors,
  })
  const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer })
  expect(facts['result:getAnalysis.themes']).toMatchObject({ name: `${name}.items` })
  expect(facts['result:getAnalysis.monitor_matches']).toMatchObject({ name: 'monitors' })
  expect(facts['result:getAnalysis.item_count']).toEqual({ name: 'total' })
})

test('what is counted in an object around a list counts its entries, and no feedback', () => {
  const items = [{ id: 'th_1', title: 'Delivery', mentions: 8 }]
  const seenSo = answeredWith({ themes: { total: 1, items } })
  expect(seenSo['result:getAnalysis.item_count']).toBeUndefined()
  const theme = object({ id: TEXT, title: TEXT, mentions: COUNT })
  const answer = object({
    analysis_status: oneOf('none', 'available'),
    themes: object({ total: COUNT, items: listOf(theme) }),
  })
  const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer })
  expect(facts['result:getAnalysis.item_count']?.name ?? null).toBeNull()
})

test('themes in a map of which no key was seen are listed by what is surely not in them', () => {
  const listed = (entry: object) =>
    factsOfAnalysis(analysis({ themes: { type: 'object', additionalProperties: entry } as never }), 'themes')
  expect(listed(object({ theme: TEXT, item_count: COUNT }))?.list).toBeUndefined()
  expect(listed(object({ theme_id: TEXT, item_count: COUNT }))?.list).toEqual({ by: 'label' })
})

test('themes that are called by the word theme have it as their label', () => {
  const called = (...names: string[]) => {
    const themes = names.map((theme, at) => ({ theme, count: 9 - at }))
    return answeredWith({ themes })['result:getAnalysis.themes']?.names
  }
  expect(called('Delivery', 'Billing')).toMatchObject({ '[].label': 'theme' })
  expect(called('th-1', 'th-2')).not.toHaveProperty('[].label')
})

test('the example of a description shows the scale of shares', () => {
  const shares = { type: 'number' }
  const sides = object({ POSITIVE: shares, NEUTRAL: shares, NEGATIVE: shares })
  const answer = (figures: readonly number[]) => {
    const [POSITIVE, NEUTRAL, NEGATIVE] = figures
    const example = { analysis_status: 'available', sentiment: { POSITIVE, NEUTRAL, NEGATIVE } }
    return factsOfAnalysis({ ...analysis({ sentiment: sides }), example }, 'sentiment')
  }
  const names = { 'positive.share': '/sentiment.POSITIVE' }
  expect(answer([0.18, 0.39, 0.43])).toMatchObject({ names })
  expect(answer([0.18, 0.39, 0.43])).not.toHaveProperty('types')
  expect(answer([17.9, 39.3, 42.8])).toMatchObject({ names, types: { 'positive.share': 'percent' } })
})

test('sides that may be in a list whose words are not known are not absent', () => {
  const entry = object({ label: TEXT, count: COUNT, share: { type: 'number' } })
  const figures = factsOfAnalysis(analysis({ sentiment: undefined, sentiments: listOf(entry) } as never), 'sentiment')
  expect(JSON.stringify(figures ?? {})).not.toContain('null')
})

test('a score beside the list of the sides counts nothing', () => {
  const sides = listOf(object({ label: oneOf('positive', 'neutral', 'negative'), percentage: { type: 'number' } }))
  const answer = analysis({ sentiment: object({ compound: { type: 'number' }, buckets: sides }) })
  expect(factsOfAnalysis(answer, 'sentiment')).toMatchObject({ names: { score: expect.stringContaining('compound') } })
})

test('what is said of a map is said of its entries, also where the analysis is an object of its own', () => {
  const monitor_matches = { ...FIGURES, description: 'Number of matches by the name of the monitor' }
  const answer = object({ analysis: analysis({ monitors: { monitor_matches } }) })
  expect(factsOfAnalysis(answer, 'monitor_matches')).toMatchObject({ list: { by: 'name', value: 'match_count' } })
})

test.each(['responses_analysed', 'analyzed_entries', 'feedbackAnalysed'])(
  '%s says how many items an analysis is of',
  (name) => {
    expect(factsOfAnalysis(analysis({ items: { [name]: COUNT } }), 'item_count')).toMatchObject({ name })
  },
)

test.each(['item_ids', 'matched_items', 'matches'])(
  'how many matches a monitor has may be how many are in its list %s',
  (name) => {
    const monitors = listOf(object({ monitor_id: COUNT, monitor_name: TEXT, [name]: listOf(TEXT) }))
    const facts = factsOfAnalysis(analysis({ monitors: { monitor_matches: monitors } }), 'monitor_matches')
    expect(facts).toMatchObject({ names: { '[].match_count': name }, types: { '[].match_count': 'listed' } })
    const sent = [
      { monitor_id: '4', monitor_name: 'Crashes', [name]: ['31', '32'] },
      { monitor_id: '5', monitor_name: 'Late delivery', [name]: ['31'] },
    ]
    const answer = { analysis_status: 'available', monitor_matches: sent }
    const seenFacts = factsSeen([seen('GET /api/input/sources/7/analysis', answer)])
    expect(seenFacts['result:getAnalysis.monitor_matches']).toMatchObject({ types: { '[].match_count': 'listed' } })
  },
)

test.each([
  ['a number stands beside it', { total_matches: COUNT, matched_items: listOf(TEXT) }],
  ['it holds the newest', { item_ids: { ...listOf(TEXT), description: 'The newest of them' } }],
  ['it has a limit', { item_ids: { ...listOf(TEXT), maxItems: 3 } }],
  ['it is called as anything may be', { items: listOf(TEXT) }],
])('a list is no count where %s', (_why, members: Record<string, JsonObject>) => {
  const monitors = listOf(object({ monitor_id: COUNT, monitor_name: TEXT, ...members }))
  const facts = factsOfAnalysis(analysis({ monitors: { monitor_matches: monitors } }), 'monitor_matches')
  expect(JSON.stringify(facts ?? {})).not.toContain('listed')
})
