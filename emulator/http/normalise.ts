import type { FieldMap } from '../../src/contract/errors.js'
import type { TSchema } from '../../src/contract/schema.js'

export interface Normalised {
  value: unknown
  unknown: string[]
  faults: FieldMap
}

type Node = Record<string, unknown>

/**
 * Along the schema: `x-trim` strings are trimmed, null members dropped (they count as absent), lone surrogates refused,
 * members the schema does not know collected (contract.md sections 3 and 11). Item arrays are left to their handler.
 */
export function normalise(schema: TSchema, value: unknown): Normalised {
  const unknown: string[] = []
  const faults: FieldMap = {}
  const walk = (node: Node, entry: unknown, path: string): unknown => {
    if (typeof entry === 'string') {
      if (!entry.isWellFormed()) faults[path] = ['must not hold lone surrogates']
      return node['x-trim'] ? entry.trim() : entry
    }
    if (Array.isArray(entry)) {
      const items = node.items as Node | undefined
      if (!items || node['x-each-item']) return entry
      return entry.map((each, index) => walk(items, each, `${path}[${index}]`))
    }
    if (entry === null || typeof entry !== 'object' || !node.properties) return entry
    return walkObject(node, entry as Node, path)
  }
  const walkObject = (node: Node, entry: Node, path: string): Node => {
    const properties = node.properties as Record<string, Node>
    const result: Node = {}
    for (const [key, member] of Object.entries(entry)) {
      const memberPath = path === '' ? key : `${path}.${key}`
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (!known) unknown.push(memberPath)
      else if (member !== null || nullable(known)) result[key] = walk(known, member, memberPath)
    }
    return result
  }
  return { value: walk(schema as Node, value, ''), unknown, faults }
}

function nullable(node: Node): boolean {
  return Array.isArray(node.anyOf) && node.anyOf.some((entry) => (entry as Node).type === 'null')
}
