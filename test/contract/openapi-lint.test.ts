import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { describeService } from '../../src/contract/openapi.js'

test('[VER-1] the description passes the recommended rules of an OpenAPI linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(describeService({ serverUrl: 'https://ingest.service.test' }))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const shown = problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' '),
  )
  expect(shown).toEqual([])
})
