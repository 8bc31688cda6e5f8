import { expect, test } from 'vitest'
import type { RecordedExamples } from '../../src/contract/openapi-examples.js'
import RECORDED from '../../src/contract/openapi-examples.json' with { type: 'json' }
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { recordExamples } from './record-examples.js'

const recorded = RECORDED as unknown as RecordedExamples
const rows = OPERATION_IDS.map(rowOf)

test('the examples of the description are what an emulator answers: `npm run record` records them', async () => {
  const examples = `${JSON.stringify(await recordExamples(), null, 2)}\n`
  await expect(examples).toMatchFileSnapshot('../../src/contract/openapi-examples.json')
})

test('every body, every success and every error of every route has an example', () => {
  for (const row of rows) {
    for (const code of row.errors) expect(recorded.errors, code).toHaveProperty(code)
    // MCP acknowledges without a body.
    const statuses = row.protocol ? row.statuses.slice(0, 1) : row.statuses
    for (const route of row.routes) {
      const name = route.name ?? row.id
      if (row.body) expect(recorded.routes[name], name).toHaveProperty('body')
      for (const status of statuses) expect(recorded.routes[name]?.results, name).toHaveProperty(String(status))
    }
  }
})
