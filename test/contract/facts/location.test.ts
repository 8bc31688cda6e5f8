import { expect, test } from 'vitest'
import { DEFAULT_CONTRACT } from '../../../src/contract/facts/contract.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { locationOf, readLocation } from '../../../src/contract/facts/location.js'
import { rowOf } from '../../../src/contract/operations/index.js'

test.each([
  ['/api/v1/sources/34', '34'],
  ['https://service.example/api/input/surveys/34/', '34'],
  ['/api/input/surveys/list?survey_id=34', '34'],
  ['/api/v1/sources/src%3A34', 'src:34'],
  ['/api/input/surveys/list', undefined],
  ['/api/input/surveys/list?survey_series_id=1&survey_id=34', '34'],
  ['/api/input/surveys/list?survey_series_id=2', undefined],
  ['/api/input/groups/2/sources/77?org=1', '77'],
  ['/api/input/groups/34', undefined],
  ['https://h/api/v1', undefined],
  ['/sources/v2', undefined],
  [undefined, undefined],
])('Location %s of a new source names %s', (location, id) => {
  const located = readLocation(DEFAULT_CONTRACT, rowOf('createSource'), location)
  expect(located).toEqual(id && { member: 'survey_id', id })
})

test('the Location of a task is its address, wherever facts say that is', () => {
  const facts = { 'route:GET /api/input/content/push/bulk/{task_id}': { path: '/jobs/{task_id}/status' } }
  const located = readLocation(contractWith(facts as never), rowOf('pushBulk'), '/api/input/jobs/job_a/status')
  expect(located).toBeUndefined()
  expect(readLocation(contractWith(facts as never), rowOf('pushBulk'), '/api/input/jobs/job_7/status')?.id).toBe(
    'job_7',
  )
})

test('what an emulator says of a place is read as the same identifier', () => {
  const contract = contractWith({
    'result:createSource': { names: { survey_id: null } },
    'query:listSources': { names: { survey_id: 'source' } },
    'result:uploadFeedback': { names: { task_id: null } },
  } as never)
  for (const [operation, answer, id] of [
    ['createSource', { survey_id: '34' }, '34'],
    ['uploadFeedback', { task_id: 'task_9' }, 'task_9'],
  ] as const) {
    const location = locationOf(contract, operation, answer)
    expect(readLocation(contract, rowOf(operation), location)?.id).toBe(id)
  }
  expect(locationOf(contract, 'createGroup', { survey_series_id: '3' })).toBeUndefined()
})
