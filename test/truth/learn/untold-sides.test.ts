import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

// The sides of a sentiment are entries of a list, told apart by a word, and the schema does not say the words.

const NUMBER = { type: 'number' }
const ENTRY = { label: TEXT, count: COUNT, share: NUMBER }
const THEMES = listOf(object({ theme_id: COUNT, name: TEXT, item_count: COUNT }))
const [POSITIVE, NEUTRAL, NEGATIVE] = [5, 3, 2].map((count) => ({ count, share: count / 10 }))
const SIDES = { positive: POSITIVE, neutral: NEUTRAL, negative: NEGATIVE }

function described(name: string, entry: Record<string, JsonObject>, example?: JsonObject) {
  const members = { analysis_status: oneOf('none', 'available'), analysis_id: COUNT, item_count: COUNT }
  const answer = object({ ...members, analysed_at: TIME, [name]: listOf(object(entry)), themes: THEMES })
  return factsFrom({ path: '/api/input/sources/{id}/analysis', answer: { ...answer, ...(example && { example }) } })
}

function read(facts: ReturnType<typeof described>, wire: JsonObject): unknown {
  const codec = contractWith(facts).codecOf('getAnalysis', 'result', 'classic')
  return (codec!.fromWire(wire) as JsonObject).sentiment
}

const labelled = (...words: string[]) =>
  words.map((label, index) => ({ label, ...(Object.values(SIDES)[index] ?? SIDES.negative) }))

test.each([
  ['pos', 'neu', 'neg'],
  ['POSITIVE', 'NEUTRAL', 'NEGATIVE'],
  ['Positive', 'Neutral', 'Negative'],
])('words that say which side an entry is are read where a description leaves them open: %s', (...words) => {
  const facts = described('sentiments', ENTRY)
  expect(facts['result:getAnalysis.sentiment']).toMatchObject({
    names: { 'neutral.share': '/sentiments[label=~neutral].share' },
  })
  expect(read(facts, { sentiments: labelled(...words) })).toMatchObject(SIDES)
})

test.each([
  ['say no side', ['up', 'even', 'down']],
  ['have one more that is none of ours', ['pos', 'neu', 'neg', 'mixed']],
  ['say one side twice', ['pos', 'neu', 'neg', 'NEGATIVE']],
])('nothing is read of entries whose words %s', (_how, words) => {
  expect(read(described('sentiments', ENTRY), { sentiments: labelled(...words) })).toBeUndefined()
})

test('a list called otherwise, or with another text, is not told apart by sides', () => {
  for (const facts of [described('scores', ENTRY), described('sentiments', { ...ENTRY, theme: TEXT })])
    expect(JSON.stringify(facts)).not.toContain('~')
})

test('an example of an answer says the words', () => {
  const example = { sentiments: labelled('pos', 'neu', 'neg') }
  expect(described('sentiments', ENTRY, example)['result:getAnalysis.sentiment']).toMatchObject({
    names: { 'positive.count': '/sentiments[label=pos].count' },
  })
})
