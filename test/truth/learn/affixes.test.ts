import { expect, test } from 'vitest'
import { decorated } from '../../../src/truth/learn/match/affixes.js'

const of = (ours: string[], theirs: string[]) => Object.fromEntries(decorated(ours, theirs))

test('words with one beginning or end in common are ours with something around them', () => {
  expect(of(['draft', 'live'], ['SOURCE_DRAFT', 'SOURCE_LIVE'])).toEqual({ draft: 'SOURCE_DRAFT', live: 'SOURCE_LIVE' })
  expect(of(['NOT_FOUND', 'FORBIDDEN'], ['NOT_FOUND_ERROR', 'FORBIDDEN_ERROR'])).toEqual({
    NOT_FOUND: 'NOT_FOUND_ERROR',
    FORBIDDEN: 'FORBIDDEN_ERROR',
  })
})

test('a word that holds one of ours alone is another word', () => {
  expect(of(['completed', 'queued'], ['partially_completed', 'waiting'])).toEqual({})
  expect(of(['verified', 'missing', 'pending'], ['not_verified', 'ok', 'new'])).toEqual({})
})

test('it is ours where most of ours stand beside it as they are, and ours does not', () => {
  expect(of(['none', 'weekly', 'monthly'], ['none', 'weekly', 'monthly_period'])).toEqual({ monthly: 'monthly_period' })
  expect(of(['none', 'weekly', 'monthly'], ['none', 'weekly', 'monthly', 'monthly_period'])).toEqual({})
})

test('one that holds two of ours is the longer one', () => {
  expect(of(['TEXT', 'DEPTH_TEXT', 'SCQ'], ['Q_TEXT', 'Q_DEPTH_TEXT', 'Q_SCQ'])).toEqual({
    TEXT: 'Q_TEXT',
    DEPTH_TEXT: 'Q_DEPTH_TEXT',
    SCQ: 'Q_SCQ',
  })
})
