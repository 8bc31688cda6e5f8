import { distance } from '../../base/nearest.js'
import { memberLike, type TSchema } from '../schema.js'

/** A path in a schema: names of members, and `[]` for the entries of a list. */
export type Steps = readonly string[]

interface Node {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

/** `survey_series[].surveys[].name` as steps. */
export function stepsOf(path: string): Steps {
  return path
    .split('.')
    .flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), '[]'] : [part]))
    .filter(Boolean)
}

/** The schema at the end of a path, in any alternative of a union; undefined if there is none. */
export function findNode(schema: TSchema | undefined, steps: Steps): TSchema | undefined {
  if (schema === undefined || steps.length === 0) return schema
  const [step, ...rest] = steps
  const { properties, items, anyOf = [] } = schema as Node
  const next = step === '[]' ? items : Object.hasOwn(properties ?? {}, step!) ? properties![step!] : undefined
  if (next) return findNode(next, rest)
  return anyOf.map((entry) => findNode(entry as TSchema, steps)).find((found) => found !== undefined)
}

/** Names of the members an object has, in any alternative. */
export function memberNames(schema: TSchema | undefined): string[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as Node
  return [...new Set([...Object.keys(properties), ...anyOf.flatMap((entry) => memberNames(entry as TSchema))])]
}

/** The schema with the end of a path changed, in every alternative that has it. */
export function withNode(schema: TSchema, steps: Steps, change: (node: TSchema) => TSchema): TSchema {
  if (steps.length === 0) return change(schema)
  const [step, ...rest] = steps
  const { properties, items, anyOf } = schema as Node
  const changed: Record<string, unknown> = { ...schema }
  if (step === '[]' && items) changed.items = withNode(items, rest, change)
  if (properties && Object.hasOwn(properties, step!)) {
    changed.properties = { ...properties, [step!]: withNode(properties[step!]!, rest, change) }
  }
  if (anyOf) changed.anyOf = anyOf.map((entry) => (findNode(entry, steps) ? withNode(entry, steps, change) : entry))
  return changed as TSchema
}

/**
 * The schema with the members of a service's own that paths lead through, each like one of ours: a sentiment with a side `mixed`. A name
 * close to one of ours is taken for a misspelling.
 */
export function withOwnMembers(schema: TSchema, paths: readonly Steps[]): TSchema {
  return paths.reduce((whole, steps) => {
    const at = steps.findIndex((step, index) => {
      const around = findNode(whole, steps.slice(0, index))
      return around !== undefined && memberLike(around) !== undefined && !memberNames(around).includes(step)
    })
    const isSlip = () => memberNames(findNode(schema, steps.slice(0, at))).some((name) => isNear(name, steps[at]!))
    if (at < 0 || at === steps.length - 1 || isSlip()) return whole
    return withNode(whole, steps.slice(0, at), (node) => {
      const { properties = {} } = node as Node
      return { ...node, properties: { ...properties, [steps[at]!]: properties[memberLike(node)!] } } as TSchema
    })
  }, schema)
}

function isNear(ours: string, named: string): boolean {
  return distance(ours, named.toLowerCase()) <= 2
}

/** Every member below a schema with its path, in any alternative. */
export function* eachMember(schema: TSchema | undefined, steps: Steps = []): Generator<{ steps: Steps; name: string }> {
  const { properties = {}, items, anyOf = [] } = (schema ?? {}) as Node
  for (const [name, entry] of Object.entries(properties)) {
    yield { steps: [...steps, name], name }
    yield* eachMember(entry, [...steps, name])
  }
  if (items) yield* eachMember(items, [...steps, '[]'])
  for (const entry of anyOf) yield* eachMember(entry, steps)
}
