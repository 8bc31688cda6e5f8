import { describe, expect, test } from 'vitest'
import { listAssumptions } from '../../src/contract/assumptions/ledger.js'
import { OBSERVED_BEHAVIOURS, observableBy } from '../../src/contract/assumptions/observable.js'
import { howToOverride } from '../../src/contract/assumptions/overridable.js'
import { ERRORS } from '../../src/contract/errors.js'
import { describeService } from '../../src/contract/openapi.js'

const ledger = listAssumptions()
const ids = ledger.map(({ id }) => id)

describe('the assumption ledger', () => {
  test('ids are unique, and every row says what and why', () => {
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, what, why } of ledger) {
      expect(id).toMatch(/^(route|status|paging|query|body|result|error|event|behaviour):\S/)
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

  test('has a row for each route whose prefix is not shown, each status and each kind of page', () => {
    expect(ids).toEqual(
      expect.arrayContaining([
        'route:GET /api/input/feedback',
        'route:POST /api/input/feedback_groups/create',
        'status:createSource',
        'paging:listSources',
        'paging:listInviteRecipients',
        'event:test',
        'body:createSource.questions[].type',
        'behaviour:introspection-counts',
      ]),
    )
    for (const shown of ['status:pushContent', 'status:getAnalysis', 'route:GET /api/v1/openapi.json'])
      expect(ids).not.toContain(shown)
  })

  test('says how each can be replaced and what shows it; what only an emulator can play is said', () => {
    for (const name of OBSERVED_BEHAVIOURS) expect(ids).toContain(`behaviour:${name}`)
    const without = ids.filter((id) => howToOverride(id) === undefined)
    expect(without).toEqual(['body:mcp', 'result:mcp', 'behaviour:mcp-tools', 'behaviour:mcp-path', 'behaviour:oauth'])
    expect(ids.filter((id) => observableBy(id).length > 0).length).toBeGreaterThan(150)
    expect(observableBy('behaviour:report-close')).toEqual([])
  })

  test('has a row for each mark of the description, and the other way round', () => {
    const marked = JSON.stringify(describeService({ serverUrl: 'https://x.test' })).match(/"x-assumed":true/g)!.length
    expect(marked).toBeGreaterThan(ids.filter((id) => /^(route|query|body|result)/.test(id)).length)
    const { paths } = describeService({ serverUrl: 'https://x.test' }) as {
      paths: Record<string, Record<string, { 'x-assumed'?: true; servers?: { url: string }[] }>>
    }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, route]) => {
        const mount = (route.servers?.[0]?.url ?? '/api/input').replace('https://x.test', '')
        return route['x-assumed'] ? [`route:${method.toUpperCase()} ${mount}${path}`] : []
      }),
    )
    const reached = ledger.filter(({ id, what }) => id.startsWith('route:') && what.includes(' reaches '))
    expect(reached.map(({ id }) => id).toSorted()).toEqual(routes.toSorted())
  })
})
