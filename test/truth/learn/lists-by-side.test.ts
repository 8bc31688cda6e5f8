import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/sources/{id}/analysis'
const THEME = object({ theme_id: COUNT, name: TEXT, count: COUNT })
const SENTIMENT = object({ positive_count: COUNT, neutral_count: COUNT, negative_count: COUNT })
const described = (themes: object) =>
  factsFrom({ path: PATH, answer: object({ analysis_status: TEXT, sentiment: SENTIMENT, topics: themes } as never) })

test('themes in a list for each side are learned from a description, and take no count of the sentiment', () => {
  const facts = described(object({ positive: listOf(THEME), negative: listOf(THEME) }))
  expect(facts['result:getAnalysis.themes']).toMatchObject({
    name: 'topics',
    list: { groups: ['positive', 'negative'] },
    names: { '[].label': 'name', '[].item_count': 'count' },
  })
  expect(JSON.stringify(facts['result:getAnalysis.sentiment'] ?? {})).not.toContain('topics')
})

test('and from what was seen', () => {
  const theme = (theme_id: string, label: string) => ({ theme_id, label, item_count: 3, share: 0.1 })
  const themes = { positive: [theme('t1', 'Helpful staff')], negative: [theme('t2', 'Late delivery')] }
  const answer = { analysis_status: 'available', item_count: 30, themes }
  const facts = factsSeen([seen(`GET ${PATH.replace('{id}', '201')}`, answer)])
  expect(facts['result:getAnalysis.themes']).toMatchObject({ list: { groups: ['positive', 'negative'] } })
})

test('lists of other things, or under other names, are in no groups', () => {
  for (const lists of [
    object({ positive: listOf(TEXT), negative: listOf(TEXT) }),
    object({ first: listOf(THEME), second: listOf(THEME) }),
  ])
    expect(JSON.stringify(described(lists))).not.toContain('groups')
})
