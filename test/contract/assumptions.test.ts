import { describe, expect, test } from 'vitest'
import { listAssumptions } from '../../src/contract/assumptions/ledger.js'
import { ERRORS } from '../../src/contract/errors.js'
import { describeService } from '../../src/contract/openapi.js'

const ledger = listAssumptions()
const ids = ledger.map(({ id }) => id)

describe('the assumption ledger', () => {
  test('ids are unique, and every row says what and why', () => {
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, what, why } of ledger) {
      expect(id).toMatch(/^(route|query|body|result|error|event|behaviour):\S/)
      expect(what.length).toBeGreaterThan(5)
      expect(why.length).toBeGreaterThan(10)
    }
  })

  test('has every assumed code, and no code the interface shows', () => {
    for (const [code, { assumed }] of Object.entries(ERRORS)) expect(ids.includes(`error:${code}`)).toBe(assumed)
  })

  test('has what the interface leaves open, and not what it shows', () => {
    expect(ids).toEqual(
      expect.arrayContaining([
        'route:GET /api/input/sources/list',
        'result:getTask',
        'body:createSource.questions[].question_text',
        'event:flag.raised',
        'behaviour:order-of-checks',
      ]),
    )
    for (const shown of [
      'route:GET /api/input/me',
      'body:createGroup.name',
      'result:getAnalysis.analysis_status',
      'event:analysis.completed',
    ])
      expect(ids).not.toContain(shown)
  })

  test('has a row for each mark of the description, and the other way round', () => {
    const marked = JSON.stringify(describeService({ serverUrl: 'https://x.test' })).match(/"x-assumed":true/g)!.length
    expect(marked).toBeGreaterThan(ids.filter((id) => /^(route|query|body|result)/.test(id)).length)
    const { paths } = describeService({ serverUrl: 'https://x.test' }) as {
      paths: Record<string, Record<string, { 'x-assumed'?: true }>>
    }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, route]) =>
        route['x-assumed'] ? [`route:${method.toUpperCase()} ${path}`] : [],
      ),
    )
    expect(ids.filter((id) => id.startsWith('route:')).toSorted()).toEqual(routes.toSorted())
  })
})
