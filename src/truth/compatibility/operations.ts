import { isObject, type JsonObject } from '../../base/is-object.js'
import { pathForm } from '../../base/path-template.js'
import { follow, shapeOf } from './shape.js'

/** An operation of a description, as a comparison sees it. */
export interface DescribedOperation {
  name: string
  assumed: boolean
  /** The id of our operation, in a description of ours. */
  id?: string
  /** Not the route this client sends it to. */
  unused: boolean
  /** By `query limit`, `header Idempotency-Key`; those of the path follow from its form. */
  parameters: Map<string, JsonObject>
  body: unknown
  /** Schemas of the payloads by status, out of their `data` wrapper. */
  successes: Map<string, unknown>
}

/** The methods of an operation, as a description writes them. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const SERVER_MOUNT = /\/api\/(input|v\d+)(?=\/*$)/
const MOUNT = /^\/api\/(input|v\d+)(?=\/)/

/** The operations of a description by `METHOD /path`, names of path parameters left out. */
export function operationsOf(root: JsonObject): Map<string, DescribedOperation> {
  const paths = isObject(root.paths) ? root.paths : {}
  const found = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, DescribedOperation][] => {
      const node = isObject(item) ? item[method] : undefined
      if (!isObject(node)) return []
      const name = `${method.toUpperCase()} ${mountOf(root, item as JsonObject, node)}${path}`
      return [[pathForm(name), describe(root, name, node, item as JsonObject)]]
    }),
  )
  return new Map(found)
}

/** The mount of the first server an operation is below, where the path itself names none; of ours, whatever facts have in its place. */
function mountOf(root: JsonObject, item: JsonObject, node: JsonObject): string {
  const [servers] = [node.servers, item.servers, root.servers].filter((each) => Array.isArray(each))
  const url = isObject(servers?.[0]) ? String(servers[0].url) : ''
  if (node['x-operation'] !== undefined && URL.canParse(url)) return new URL(url).pathname.replace(/\/$/, '')
  return SERVER_MOUNT.exec(url)?.[0] ?? ''
}

/**
 * Which operation there is for each one expected: that of the same name; else one of the same path under another mount, for descriptions
 * may leave that to `servers`. None of them stands for two: the same path has other words under other mounts.
 */
export function pairOperations(
  expected: ReadonlyMap<string, DescribedOperation>,
  actual: ReadonlyMap<string, DescribedOperation>,
): Map<string, DescribedOperation> {
  const pairs = new Map([...actual].filter(([name]) => expected.has(name)))
  const left = new Map([...actual].filter(([name]) => !expected.has(name)))
  for (const name of expected.keys()) {
    if (pairs.has(name)) continue
    const other = [...left.keys()].find((each) => withoutMount(each) === withoutMount(name))
    if (other === undefined) continue
    pairs.set(name, left.get(other)!)
    left.delete(other)
  }
  return pairs
}

/** The one operation that is at the same path below another prefix. */
export function findMoved(
  operations: ReadonlyMap<string, DescribedOperation>,
  name: string,
): DescribedOperation | undefined {
  const [method, path = ''] = withoutMount(name).split(' ')
  const alike = [...operations].filter(([other]) => other.startsWith(`${method} `) && other.endsWith(path))
  return alike.length === 1 ? alike[0]![1] : undefined
}

/** `GET /api/input/me` as `GET /me`. */
export function withoutMount(name: string): string {
  const [method, path = ''] = name.split(' ')
  return `${method} ${path.replace(MOUNT, '')}`
}

function describe(root: JsonObject, name: string, node: JsonObject, item: JsonObject): DescribedOperation {
  const listed = [item.parameters, node.parameters].flatMap((each) => (Array.isArray(each) ? each : []))
  const parameters = listed.map((each) => follow(root, each)).filter(({ in: where }) => where !== 'path')
  const responses = isObject(node.responses) ? node.responses : {}
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status))
  return {
    name,
    assumed: node['x-assumed'] === true,
    ...(typeof node['x-operation'] === 'string' ? { id: node['x-operation'] } : {}),
    unused: node['x-operation'] !== undefined && node['x-operation'] !== node.operationId,
    parameters: new Map(
      parameters.map((each) => [`${wordOr(each.in, 'parameter')} ${wordOr(each.name, 'without a name')}`, each]),
    ),
    body: schemaOf(follow(root, node.requestBody)),
    successes: new Map(successes.map(([status, each]) => [status, payloadOf(root, schemaOf(follow(root, each)))])),
  }
}

/** The schema of the one content type there is; JSON where there are several. */
export function schemaOf({ content }: JsonObject): unknown {
  if (!isObject(content)) return undefined
  const media = content['application/json'] ?? Object.values(content)[0]
  return isObject(media) ? media.schema : undefined
}

/** The schema of a payload, out of its `data` wrapper if it is declared in one, however that is composed. */
export function payloadOf(root: JsonObject, schema: unknown): unknown {
  const { properties } = shapeOf(root, schema)
  return Object.keys(properties).join() === 'data' ? properties.data : schema
}

/** The value, if it is a word. */
function wordOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
