import { expect, test } from 'vitest'
import { compareDescriptions } from '../../../src/truth/compatibility/compare-descriptions.js'
import { learn } from '../../../src/truth/learn/learn.js'

/** A description whose schemas refer to one another so often that they have no end when each is read anew. */
function entangled(levels: number) {
  const refTo = (level: number) => ({ $ref: `#/components/schemas/E${level}` })
  const schemas = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = refTo(level + 1)
      return [`E${level}`, { allOf: [next, next], properties: { left: next, right: next } }]
    }),
  )
  const content = { 'application/json': { schema: refTo(0) } }
  return {
    openapi: '3.1.0',
    info: { title: 'Entangled', version: '1.0.0' },
    paths: { '/api/input/surveys/list': { get: { responses: { 200: { description: 'All', content } } } } },
    components: { schemas: { ...schemas, [`E${levels}`]: { type: 'object' } } },
  }
}

test('schemas that refer to one another without end are read in a moment', () => {
  const root = entangled(40)
  const from = { from: 'openapi.json', kind: 'description' } as const
  const before = process.cpuUsage().user
  expect(learn({ documents: [{ root, from }], traffic: [] }).against.length).toBeGreaterThanOrEqual(0)
  expect(compareDescriptions(root, root)).toEqual([])
  expect(process.cpuUsage().user - before).toBeLessThan(5e6)
}, 20_000)
