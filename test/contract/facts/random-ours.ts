import { isTime } from '../../../src/contract/facts/scalars.js'
import { memberSchemas, type TSchema } from '../../../src/contract/schema.js'
import { oneOf, type Pick } from './pick.js'

interface Node {
  type?: string
  enum?: string[]
  const?: unknown
  items?: TSchema
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  required?: string[]
  minItems?: number
  minLength?: number
  patternProperties?: object
}

/** A value of a schema of ours. Times are at midnight, which every form of them keeps; lists count up, as maps by a number do. */
export function randomOurs(schema: TSchema, pick: Pick, name = '', count = 1 + pick(50)): unknown {
  const node = schema as Node
  if (node.anyOf) return randomOurs(chosen(node.anyOf, pick), pick, name, count)
  if (node.enum) return oneOf(pick, node.enum)
  if (node.properties) return randomObject(node, pick, count)
  switch (node.type) {
    case 'array':
      return Array.from({ length: Math.max(node.minItems ?? 0, pick(4)) }, (_, index) =>
        randomOurs(node.items!, pick, name, 100 + index),
      )
    case 'integer':
      return count
    case 'number':
      return Number((pick(1_000) / 1_000).toFixed(3))
    case 'boolean':
      return pick(2) === 0
    case 'null':
      return null
    case 'string':
      if (isTime(name, schema)) return `2026-0${1 + pick(9)}-0${1 + pick(9)}T00:00:00.000Z`
      // One kind for each name: in a map, names that are numbers would come before others.
      return /_id$/.test(name) ? String(count) : `text ${count}`
    default:
      return node.type === 'object' ? { [`key${count}`]: 'free' } : `any ${count}`
  }
}

/** Objects that may be null are given: what stands for null where their members are elsewhere, no form can say. */
function chosen(anyOf: readonly TSchema[], pick: Pick): TSchema {
  const objects = anyOf.filter((each) => memberSchemas(each) !== undefined)
  return oneOf(pick, objects.length === 1 && anyOf.some((each) => (each as Node).type === 'null') ? objects : anyOf)
}

function randomObject({ properties = {}, required = [] }: Node, pick: Pick, count: number): object {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || pick(2) === 0)
  return Object.fromEntries(given.map(([name, node]) => [name, randomOurs(node, pick, name, count)]))
}
