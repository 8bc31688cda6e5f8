import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import { describeService } from '../../src/contract/openapi.js'

const FACTS = {
  'result:createSource': {
    at: 'survey',
    names: { survey_id: 'id', item_count: null },
    types: { survey_id: 'integer' },
  },
  'result:listFeedback': { names: { items: 'results', 'items[].item_id': 'uuid' } },
  'body:pushContent.question.content[].text': { name: 'body' },
  'error:VALIDATION_ERROR': { code: 'INVALID', status: 422 },
  'route:GET /api/input/feedback': { prefix: '/v2' },
  'event:content.pushed': { names: { inserted: 'added' } },
}

test('the description of a service about which facts are known passes them, too: its examples follow', async () => {
  const service = contractWith(FACTS).description
  const description = describeService({ serverUrl: 'https://ingest.service.test', service, envelope: 'bare' })
  expect(await problemsOf(description)).toEqual([])
  expect(JSON.stringify(description)).toContain('#/components/schemas/SurveyOfCreateSource')
})

test('[VER-1] the description passes the recommended rules of an OpenAPI linter', async () => {
  expect(await problemsOf(describeService({ serverUrl: 'https://ingest.service.test' }))).toEqual([])
})

/** What the linter has to say, about examples that do not fit their schemas, too. */
async function problemsOf(description: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(description)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' '),
  )
}
