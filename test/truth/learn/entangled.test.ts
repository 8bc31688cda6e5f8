import { expect, test } from 'vitest'
import { compareDescriptions } from '../../../src/truth/compatibility/compare-descriptions.js'
import { learn } from '../../../src/truth/learn/learn.js'

/** Each schema is read a few times for each of its uses; without end it would be read 2^40 times. */
const MOST_READS = 20_000

/** A description whose schemas refer to one another so often that they have no end when each is read anew; counts how often they are read. */
function entangled(levels: number) {
  const refTo = (level: number) => ({ $ref: `#/components/schemas/E${level}` })
  const reads = { count: 0 }
  const schemas = {}
  for (let level = 0; level < levels; level += 1) {
    const next = refTo(level + 1)
    const schema = { allOf: [next, next], properties: { left: next, right: next } }
    const get = () => {
      reads.count += 1
      if (reads.count > MOST_READS) throw new Error('the schemas are read without end')
      return schema
    }
    Object.defineProperty(schemas, `E${level}`, { enumerable: true, get })
  }
  const content = { 'application/json': { schema: refTo(0) } }
  const root = {
    openapi: '3.1.0',
    info: { title: 'Entangled', version: '1.0.0' },
    paths: { '/api/input/surveys/list': { get: { responses: { 200: { description: 'All', content } } } } },
    components: {
      schemas: Object.defineProperty(schemas, `E${levels}`, { value: { type: 'object' }, enumerable: true }),
    },
  }
  return { root, reads }
}

test('schemas that refer to one another without end are read in a moment', () => {
  const from = { from: 'openapi.json', kind: 'description' } as const
  const { root, reads } = entangled(40)
  expect(learn({ documents: [{ root, from }], traffic: [] }).against).toEqual([])
  expect(compareDescriptions(root, root)).toEqual([])
  expect(reads.count).toBeGreaterThan(40)
})
