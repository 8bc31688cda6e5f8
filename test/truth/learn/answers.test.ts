import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { type Described, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

/** Answers of three operations, with times and identifiers that are written so. */
function answers(time: unknown, id: unknown, other = time) {
  return {
    list: { items: [{ item_id: id, source_id: id, text: 'Good', created_at: time, occurred_at: other }] },
    analysis: { analysis_status: 'ready', analysed_at: time },
    invite: { invite_id: 'inv_1', source_id: id, status: 'queued', created_at: time },
  }
}

const session = ({ list, analysis, invite }: ReturnType<typeof answers>) => [
  seen('GET /api/input/feedback', list),
  seen('GET /api/input/sources/7/analysis', analysis),
  seen('GET /api/input/invites/inv_1', invite),
]

test.each([
  ['2026-01-31T12:00:00Z', 'iso-seconds'],
  ['2026-01-31T12:00:00.000+00:00', 'iso-offset'],
  ['2026-01-31 12:00:00', 'iso-local'],
  ['2026-01-31T12:00:00', 'iso-local-t'],
  [1_769_860_800, 'epoch-seconds'],
  [1_769_860_800_000, 'epoch-milliseconds'],
])('times that all are as %s are learned of all answers', (time, type) => {
  expect(factsSeen(session(answers(time, '7')))['behaviour:times']).toEqual({ answers: type })
})

test('times as ours are no fact, nor are those of which some are as ours', () => {
  const ours = '2026-01-31T12:00:00.000Z'
  expect(factsSeen(session(answers(ours, '7')))).not.toHaveProperty(['behaviour:times'])
  expect(factsSeen(session(answers('2026-01-31T12:00:00Z', '7', ours)))).not.toHaveProperty(['behaviour:times'])
})

test('identifiers that all are numbers are learned of all answers', () => {
  const time = '2026-01-31T12:00:00.000Z'
  expect(factsSeen(session(answers(time, 7)))['behaviour:identifiers']).toEqual({ answers: 'integer' })
  expect(factsSeen(session(answers(time, '7')))).not.toHaveProperty(['behaviour:identifiers'])
})

test('examples of a description show how times are written, in schemas, in media types, in whole records', () => {
  const time = (example?: string): JsonObject => ({ ...TEXT, ...(example && { example }) })
  const of = (example?: string): Described[] => [
    {
      path: '/api/input/feedback',
      answer: object({ items: listOf(object({ item_id: TEXT, text: TEXT, created_at: time(example) })) }),
    },
    {
      path: '/api/input/sources/{id}/analysis',
      answer: {
        ...object({ analysis_status: oneOf('ready', 'pending'), analysed_at: time() }),
        ...(example && { example: { analysis_status: 'ready', analysed_at: example } }),
      },
    },
    {
      path: '/api/input/invites/{id}',
      answer: object({ invite_id: TEXT, status: oneOf('queued', 'completed'), created_at: time(example) }),
    },
  ]
  expect(factsFrom(...of('2026-01-31 12:00:00'))['behaviour:times']).toEqual({ answers: 'iso-local' })
  expect(factsFrom(...of())).not.toHaveProperty(['behaviour:times'])
})
