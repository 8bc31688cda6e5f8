import { isObject, type JsonObject } from '../../base/is-object.js'
import { pathForm } from '../../base/path-template.js'
import { operationsOf, withoutMount } from './operations.js'
import { follow } from './shape.js'

const DEEPEST = 20

/**
 * Whether a description says that the body of an operation (`POST /feedback/erase`) has this member: under every mount, and under the
 * `prefix` that it is asked at, and in each alternative of the body. False if it does not describe the operation.
 */
export function declaresMember(description: JsonObject, operation: string, member: string, prefix = ''): boolean {
  const [method, path] = pathForm(operation).split(' ') as [string, string]
  const isIt = (name: string) => withoutMount(name) === `${method} ${path}` || name === `${method} ${prefix}${path}`
  const found = [...operationsOf(description)].filter(([name]) => isIt(name))
  return found.length > 0 && found.every(([, { body }]) => hasMember(description, body, member))
}

function hasMember(root: JsonObject, schema: unknown, member: string, depth = 0): boolean {
  if (depth > DEEPEST) return false
  const node = follow(root, schema)
  if (isObject(node.properties) && Object.hasOwn(node.properties, member)) return node.properties[member] !== false
  const inner = (each: unknown) => hasMember(root, each, member, depth + 1)
  const alternatives = [node.anyOf, node.oneOf].filter((each) => Array.isArray(each))
  if (alternatives.some((each) => each.length > 0 && each.every(inner))) return true
  return Array.isArray(node.allOf) && node.allOf.some(inner)
}
