import { isObject, type JsonObject } from '../../../base/is-object.js'
import { METHODS } from '../../compatibility/operations.js'
import { follow } from '../../compatibility/shape.js'
import { describedRefusals } from './described-refusals.js'
import { withoutEnvelopes } from './envelope.js'
import type { Provenance, WireOperation } from './evidence.js'
import { withExamples } from './examples.js'
import { withJsonParts } from './json-parts.js'
import { type Member, shapeOfSchema } from './shape.js'

/** The operations an OpenAPI document (3.0 or 3.1) describes, under the path of its server. */
export function describedOperations(root: JsonObject, from: Provenance): WireOperation[] {
  const found = Object.entries(isObject(root.paths) ? root.paths : {}).flatMap(([path, entry]) => {
    const item = follow(root, entry)
    return METHODS.flatMap((method) => {
      const node = item[method]
      if (!isObject(node)) return []
      // The servers of an operation, or of a path, count instead of those of the whole.
      const base = serverPath([node, item].find(({ servers }) => Array.isArray(servers)) ?? root)
      const operation = describeOperation(root, { method, path: (base ?? '') + path, item, node }, from)
      return [base === undefined ? { ...operation, isPrefixOpen: true as const } : operation]
    })
  })
  // Every service takes something in a query: a description that lists nothing of the kind leaves it out.
  const listsQueries = found.some(({ query }) => Object.keys(query).length > 0)
  const operations = found.map((each) => ({ ...each, described: { ...each.described, query: listsQueries } }))
  return withPayloads(operations)
}

/** The operations with their success answers out of the wrapper that a service may put around all of them. */
function withPayloads(found: readonly WireOperation[]): WireOperation[] {
  const payloads = withoutEnvelopes(found.flatMap(({ results }) => Object.values(results)))
  return found.map((each) => {
    const results = Object.entries(each.results).map(([status]): [string, Member | undefined] => [
      status,
      payloads.shift(),
    ])
    const isDescribed = results.some(([, member]) => member !== undefined && member.shape.kind !== 'any')
    return { ...each, described: { ...each.described, result: isDescribed }, results: Object.fromEntries(results) }
  })
}

/** The path of the first server: descriptions may leave the prefix of every path to it. Undefined if a variable without a default is in it. */
function serverPath({ servers }: JsonObject): string | undefined {
  const server = Array.isArray(servers) && isObject(servers[0]) ? servers[0] : {}
  if (typeof server.url !== 'string') return ''
  const variables = isObject(server.variables) ? server.variables : {}
  const url = server.url.replace(/\{([^{}]*)\}/g, (variable, name: string) => {
    const known = Object.hasOwn(variables, name) ? variables[name] : undefined
    return isObject(known) && known.default !== undefined ? String(known.default) : variable
  })
  const path = url.replace(/^[^/]*:\/\/[^/]*/, '').replace(/\/+$/, '')
  if (path.includes('{')) return undefined
  return path.startsWith('/') ? path : ''
}

interface Described {
  method: string
  path: string
  item: JsonObject
  node: JsonObject
}

function describeOperation(root: JsonObject, { method, path, item, node }: Described, from: Provenance): WireOperation {
  const listed = [item.parameters, node.parameters].flatMap((each) => (Array.isArray(each) ? each : []))
  const query = listed
    .map((each) => follow(root, each))
    .filter((each) => each.in === 'query' && typeof each.name === 'string')
    .map((each): [string, Member] => [
      each.name as string,
      {
        ...shapeOfSchema(root, schemaOfParameter(each)),
        required: each.required === true,
        ...(typeof each.description === 'string' && { about: each.description }),
      },
    ])
  const requestBody = follow(root, node.requestBody)
  const body = contentOf(requestBody)
  const responses = Object.entries(isObject(node.responses) ? node.responses : {})
  const answers = (isWanted: (status: string) => boolean) =>
    Object.fromEntries(
      responses
        .filter(([status]) => isWanted(status))
        .map(([status, each]) => {
          const content = contentOf(follow(root, each))
          return [status, content?.schema === undefined ? undefined : shapeOfContent(root, content)]
        }),
    )
  return {
    method: method.toUpperCase(),
    path,
    query: Object.fromEntries(query),
    ...(body && { body: shapeOfContent(root, body) }),
    results: answers((status) => /^2/.test(status)),
    errors: answers((status) => /^([45]|default)/i.test(status)),
    headers: responses.flatMap(([status, each]) => (/^2/.test(status) ? headersOf(follow(root, each)) : [])),
    refusals: describedRefusals(root, Object.fromEntries(responses)),
    described: { query: false, body: body !== undefined, result: false },
    from: [from],
    exchanges: [],
  }
}

const headersOf = ({ headers }: JsonObject) =>
  isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : []

function schemaOfParameter({ schema, content, ...plain }: JsonObject): unknown {
  if (schema !== undefined) return schema
  return isObject(content) ? contentOf({ content })?.schema : plain
}

export interface Content {
  schema: unknown
  examples: readonly unknown[]
  isForm?: true
}

/** What a body looks like, with its examples. */
export function shapeOfContent(root: JsonObject, content: Content | undefined): Member {
  const described = shapeOfSchema(root, content?.schema)
  const member = content?.isForm ? withJsonParts(described) : described
  return { ...member, shape: withExamples(member.shape, content?.examples ?? []) }
}

/** The schema of a body, and examples of it: of JSON where there are several. */
export function contentOf({ content }: JsonObject): Content | undefined {
  if (!isObject(content)) return undefined
  const types = Object.keys(content)
  const media =
    types.find((type) => /json/i.test(type)) ?? types.find((type) => !/^text\/event-stream/i.test(type)) ?? types[0]
  const entry = media === undefined ? undefined : content[media]
  if (!isObject(entry) || media === undefined) return undefined
  return { schema: entry.schema, examples: examplesOf(entry), ...(/form/i.test(media) && { isForm: true }) }
}

function examplesOf({ example, examples }: JsonObject): unknown[] {
  const given = isObject(examples)
    ? Object.values(examples).flatMap((each) => (isObject(each) ? [each.value] : []))
    : []
  return [...(example === undefined ? [] : [example]), ...given]
}
