import { isObject, type JsonObject } from '../../base/is-object.js'

/** A schema with its references followed and its alternatives laid over one another. */
export interface Shape {
  /** Empty: any. `integer` is next to `number` where both are allowed. */
  types: Set<string>
  /** Absent: any value of the types. */
  values?: Set<unknown> | undefined
  properties: Record<string, JsonObject>
  required: Set<string>
  items?: JsonObject
  limits: Record<string, number>
  assumed: boolean
}

/** The keywords of a schema that limit a value. */
export const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const
const DEEPEST = 20

/** The schema a local `$ref` leads to; the node itself if it is not one. */
export function follow(root: JsonObject, node: unknown): JsonObject {
  let found = node
  for (let steps = 0; isObject(found) && typeof found.$ref === 'string' && steps < DEEPEST; steps += 1) {
    const path = found.$ref.replace(/^#\//, '').split('/')
    found = path.reduce<unknown>((at, part) => (isObject(at) ? at[decode(part)] : undefined), root)
  }
  return isObject(found) ? found : {}
}

/** What a schema allows, as far as a comparison needs to know. */
export function shapeOf(root: JsonObject, schema: unknown, depth = 0): Shape {
  if (!isObject(schema)) return readShape(root, schema, depth)
  const read = READ[Math.max(0, depth - KEPT_TO)]!
  const known = READ[0]!.get(schema) ?? read.get(schema)
  if (known) return known
  const shape = readShape(root, schema, depth)
  read.set(schema, shape)
  return shape
}

const KEPT_TO = 8
/**
 * Schemas that were read before: to read each again for all that refer to it may have no end. What is read deeper down is not read to
 * its end, and counts there alone.
 */
const READ = Array.from({ length: DEEPEST + 2 - KEPT_TO }, () => new WeakMap<JsonObject, Shape>())

function readShape(root: JsonObject, schema: unknown, depth: number): Shape {
  const node = follow(root, schema)
  const own = ownShape(isObject(schema) && isMarked(schema) ? { ...node, 'x-assumed': true } : node)
  if (depth > DEEPEST) return own
  const parts = (name: string) => (Array.isArray(node[name]) ? (node[name] as unknown[]) : [])
  const any = [...parts('anyOf'), ...parts('oneOf')].map((each) => shapeOf(root, each, depth + 1))
  const all = parts('allOf').map((each) => shapeOf(root, each, depth + 1))
  const merged = any.length > 0 ? [...all, own, eitherOf(any)] : [...all, own]
  return merged.reduce(bothOf)
}

/** Whether the interface leaves open what a schema says: this project assumed it, or a fact says it. */
export function isMarked(node: JsonObject): boolean {
  return node['x-assumed'] === true || node['x-overridden'] === true
}

function ownShape(node: JsonObject): Shape {
  const type = node.type ?? (isObject(node.properties) ? 'object' : node.items ? 'array' : [])
  const values = 'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : undefined
  return {
    types: new Set([type].flat().filter((each) => typeof each === 'string')),
    ...(values ? { values: new Set(values) } : {}),
    properties: isObject(node.properties) ? (node.properties as Record<string, JsonObject>) : {},
    required: new Set(Array.isArray(node.required) ? (node.required as string[]) : []),
    ...(isObject(node.items) ? { items: node.items } : {}),
    limits: Object.fromEntries(LIMITS.flatMap((name) => (typeof node[name] === 'number' ? [[name, node[name]]] : []))),
    assumed: isMarked(node),
  }
}

/** What one of several schemas allows: required is only what all of them require. */
function eitherOf(shapes: readonly Shape[]): Shape {
  return shapes.reduce((a, b) => ({
    ...bothOf(a, b),
    types: new Set([...a.types, ...b.types]),
    required: requiredByBoth(a, b),
    ...joinedValues(a, b),
  }))
}

/** Null has no members: beside it the other schema alone counts. */
function requiredByBoth(a: Shape, b: Shape): Set<string> {
  if (isNull(a)) return b.required
  return isNull(b) ? a.required : new Set([...a.required].filter((name) => b.required.has(name)))
}

function isNull({ types }: Shape): boolean {
  return types.size === 1 && types.has('null')
}

function joinedValues(a: Shape, b: Shape): Pick<Shape, 'values'> {
  const known = [a, b].filter((shape) => shape.values || !isNull(shape))
  if (known.some(({ values }) => !values)) return { values: undefined }
  return { values: new Set(known.flatMap(({ values }) => [...values!])) }
}

function bothOf(a: Shape, b: Shape): Shape {
  const values = a.values ?? b.values
  const items = a.items ?? b.items
  return {
    types: a.types.size > 0 ? a.types : b.types,
    ...(values ? { values } : {}),
    properties: { ...a.properties, ...b.properties },
    required: new Set([...a.required, ...b.required]),
    ...(items ? { items } : {}),
    limits: { ...a.limits, ...b.limits },
    assumed: a.assumed || b.assumed,
  }
}

/** A description may hold anything: what is not percent-encoded well stands for itself. */
function decode(part: string): string {
  const plain = /%(?![\da-f]{2})/i.test(part) ? part : decodeURIComponent(part)
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}
