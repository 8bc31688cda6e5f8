import { describe, expect, test } from 'vitest'
import { listAssumptions } from '../../src/contract/assumptions/ledger.js'
import { OBSERVED_BEHAVIOURS, observableBy } from '../../src/contract/assumptions/observable.js'
import { howToOverride } from '../../src/contract/assumptions/overridable.js'
import { ERRORS } from '../../src/contract/errors.js'
import { describeService } from '../../src/contract/openapi.js'
import { OPERATION_IDS } from '../../src/contract/operations/index.js'
import { classicWord } from '../../src/contract/vocabulary.js'

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
    const { marked, root } = marksOf(describeService({ serverUrl: 'https://x.test' }))
    const isOfMembers = ({ id, what }: (typeof ledger)[number]) =>
      /^(query|body|result|event):/.test(id) && !NOT_OF_MEMBERS.test(what)
    // Members of a query stand one by one in a description.
    const members = ledger.filter(isOfMembers).map(({ id }) => id.replace(/^(query:\w+)\..*/, '$1'))
    expect(members.length).toBeGreaterThan(70)
    expect([...marked].toSorted()).toEqual(members.toSorted())

    const routes = Object.entries(root.paths).flatMap(([path, { servers, ...methods }]) =>
      Object.entries(methods).flatMap(([method, route]) => {
        const mount = ((servers as unknown as { url: string }[] | undefined)?.[0]?.url ?? '/api/input').replace(
          'https://x.test',
          '',
        )
        return route['x-assumed'] ? [`route:${method.toUpperCase()} ${mount}${path}`] : []
      }),
    )
    const reached = ledger.filter(({ id, what }) => id.startsWith('route:') && what.includes(' reaches '))
    expect(reached.map(({ id }) => id).toSorted()).toEqual(routes.toSorted())
  })
})

/** Rows about a whole: where it stands, and messages of a protocol, which a schema does not say. */
const NOT_OF_MEMBERS = /unwrapped$|^mcp \(result\)/

interface Marked {
  'x-assumed'?: true
  $ref?: string
  items?: Marked
  properties?: Record<string, Marked>
  anyOf?: Marked[]
  content?: Record<string, { schema: Marked }>
}

interface Described extends Marked {
  operationId: string
  parameters?: (Marked & { name: string; in: string; schema: Marked })[]
  requestBody?: Marked
  responses: Record<string, Marked>
}

/** The assumption of each member that a description marks, in classic words and without the envelope. */
function marksOf(document: object) {
  const root = document as {
    paths: Record<string, Record<string, Described>>
    webhooks?: Record<string, Record<string, Described>>
  }
  const marked = new Set<string>()
  const resolved = <T extends Marked>(node: T): T =>
    node.$ref === undefined
      ? node
      : (node.$ref
          .slice(2)
          .split('/')
          .reduce((at: never, name) => at[name], root as never) as T)
  const walk = (node: Marked, id: string, steps: readonly string[]): void => {
    if (node['x-assumed']) {
      const path = steps
        .map((step) => classicWord(step))
        .join('.')
        .replaceAll('.[]', '[]')
      return void marked.add(path === '' ? id : `${id}.${path}`)
    }
    const { items, properties = {}, anyOf = [] } = resolved(node)
    for (const each of anyOf) walk(each, id, steps)
    if (items) walk(items, id, [...steps, '[]'])
    for (const [name, inner] of Object.entries(properties))
      walk(inner, id, steps.length === 0 && name === 'data' ? [] : [...steps, name])
  }
  const walkContent = (node: Marked | undefined, id: string) => {
    if (node) for (const { schema } of Object.values(resolved(node).content ?? {})) walk(schema, id, [])
  }
  const operations = Object.values(root.paths).flatMap(({ servers: _, ...methods }) => Object.values(methods))
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    if (!(OPERATION_IDS as readonly string[]).includes(operationId)) continue
    const query = parameters.map(resolved).filter((each) => each.in === 'query')
    if (query.some((each) => each['x-assumed'] || each.schema['x-assumed'])) marked.add(`query:${operationId}`)
    walkContent(requestBody, `body:${operationId}`)
    for (const [status, answer] of Object.entries(responses))
      if (status.startsWith('2')) walkContent(answer, `result:${operationId}`)
  }
  for (const [event, { post }] of Object.entries(root.webhooks ?? {})) walkContent(post!.requestBody, `event:${event}`)
  return { marked, root }
}
