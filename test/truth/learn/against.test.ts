import { expect, test } from 'vitest'
import { INTERFACE_RULES } from '../../../src/contract/rules.js'
import { ruleThatShows } from '../../../src/truth/learn/shown-by.js'
import { learnFrom, listOf, object, TEXT } from './document.js'

test('what is not as the interface itself says is reported with the rule that says it', () => {
  const { against } = learnFrom({
    method: 'post',
    path: '/api/input/survey/create',
    body: object({ survey_series_id: TEXT, title: TEXT, questions: listOf(object({ question_text: TEXT })) }),
    answer: object({ survey_id: TEXT }),
  })
  expect(against).toEqual([expect.stringMatching(/^SRC-\d+: createSource: survey_title is at title$/)])
})

test.each([
  ['createGroup', 'created', 'GRP-'],
  ['getMe', 'credits.used', 'ME-'],
  ['listSources', 'survey_series[].surveys[].mode', ''],
  ['pushContent', 'aps_deducted', 'PSH-'],
  ['pushBulk', 'sync', 'BLK-'],
  ['getAnalysis', 'analysis_status', ''],
  ['sendInvites', 'dry_run', ''],
] as const)('%s %s is shown by a rule', (operation, path, area) => {
  const id = ruleThatShows(operation, path)
  expect(id).toMatch(new RegExp(`^${area}`))
  expect(INTERFACE_RULES.get(id)?.sentence).toContain(path.split('.').at(-1)!.replace('[]', ''))
})
