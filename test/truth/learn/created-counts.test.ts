import { expect, test } from 'vitest'
import { COUNT, factsFrom, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/content/push/bulk/{task_id}'
const STATUS = oneOf('queued', 'processing', 'completed', 'failed')
const STATS = { created: COUNT, skipped_duplicates: COUNT, failed: COUNT }

const taskOf = (created: object) => ({
  path: PATH,
  answer: object({ task_id: TEXT, status: STATUS, created: { ...COUNT, ...created }, stats: object(STATS) }),
})
const LEARNED = {
  result: 'stats',
  created_at: 'created',
  'result.inserted': 'created',
  'result.duplicates': 'skipped_duplicates',
  'result.rows_rejected': 'failed',
}

test('what a description calls a Unix time counts nothing, under whatever name', () => {
  for (const description of ['Unix time in milliseconds', 'An epoch timestamp', 'Milliseconds since 1970-01-01']) {
    expect(factsFrom(taskOf({ description }))['result:getTask']?.names).toMatchObject(LEARNED)
  }
})

test('numbers as only times are count nothing, and a number of another size is no time', () => {
  const done = { task_id: 't1', status: 'completed', stats: { created: 4, skipped_duplicates: 1, failed: 0 } }
  const answers = [1_795_858_487_848, 1_795_858_489_119].map((created) => ({ ...done, created }))
  const exchanges = answers.map((answer) => seen('GET /api/input/content/push/bulk/t1', answer))
  expect(factsSeen(exchanges, [taskOf({})])['result:getTask']?.names).toMatchObject(LEARNED)
})

test('a name that says the same in two words, each of which would do, says it', () => {
  const stats = { inserted: COUNT, existing_duplicates: COUNT }
  const facts = factsFrom({ path: PATH, answer: object({ task_id: TEXT, status: STATUS, result: object(stats) }) })
  expect(facts['result:getTask']?.names).toMatchObject({ 'result.duplicates': 'existing_duplicates' })
})
