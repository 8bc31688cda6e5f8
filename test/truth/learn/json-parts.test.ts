import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { factsFrom, object, TEXT } from './document.js'

const FILE = { type: 'string', format: 'binary' }

/** What is learned of an upload with a part that is described in these words. */
function learned(about: string, more: Parameters<typeof object>[0] = {}) {
  const root = {
    method: 'post',
    path: '/api/input/feedback/upload',
    body: object({ upload: FILE, meta: { ...TEXT, description: about }, ...more }),
    answer: object({ task_id: TEXT }),
    isForm: true,
  } as const
  return factsFrom(root)
}

test.each([
  'JSON object with survey_series_id and survey_id',
  'A JSON object containing `survey_series_id`, `survey_id`.',
  'JSON: survey_series_id, and survey_id',
])('a part of a form has the members that its description lists: %s', (about) => {
  const facts = learned(about)
  expect(facts['body:uploadFeedback']).not.toHaveProperty('at')
  expect(facts['body:uploadFeedback']?.names).toMatchObject({
    survey_series_id: 'meta.survey_series_id',
    survey_id: 'meta.survey_id',
    file: 'upload',
  })
  const codec = contractWith(facts as Facts).codecOf('uploadFeedback', 'body', 'classic')!
  expect(codec.toWire({ survey_series_id: '1', survey_id: '2' })).toEqual({
    meta: { survey_series_id: '1', survey_id: '2' },
  })
})

test.each([
  'JSON object with settings and survey_id',
  'JSON object: column_name to item_member',
  'Text with survey_series_id and survey_id',
  'Not JSON',
])('words that list no names leave open what is in a part: %s', (about) => {
  expect(JSON.stringify(learned(about)['body:uploadFeedback'] ?? {})).not.toContain('meta')
})
