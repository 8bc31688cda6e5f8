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
  const before = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
  expect(learn({ documents: [{ root, from }], traffic: [] }).against.length).toBeGreaterThanOrEqual(0)
  expect(compareDescriptions(root, root)).toEqual([])
  // The process's time counts what the threads of other files do; the loop's, what others on the machine do.
  const loopMs = performance.eventLoopUtilization(before.loop).active
  expect(Math.min(process.cpuUsage(before.cpu).user / 1_000, loopMs)).toBeLessThan(12_000)
}, 20_000)
