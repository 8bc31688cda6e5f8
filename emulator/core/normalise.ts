import type { FieldMap } from '../../src/contract/errors.js'
import type { TSchema } from '../../src/contract/schema.js'
import { entrySchema, memberSchemas } from '../../src/contract/shape.js'
import { addFault, noFaults } from './field-map.js'

export interface Normalised {
  value: unknown
  faults: FieldMap
}

type Node = Record<string, unknown>

/**
 * Along the schema: `x-trim` strings are trimmed, null members dropped (they count as absent), lone surrogates refused, members
 * the schema does not know left out (contract.md section 3). Item arrays stay as they are, for their handler.
 */
export function normalise(schema: TSchema, value: unknown): Normalised {
  const faults = noFaults()
  const walk = (node: TSchema, entry: unknown, path: string): unknown => {
    if (typeof entry === 'string') {
      if (!entry.isWellFormed()) addFault(faults, path, 'must not hold lone surrogates')
      return (node as Node)['x-trim'] ? entry.trim() : entry
    }
    if (Array.isArray(entry)) {
      const items = (node as Node)['x-each-item'] ? undefined : entrySchema(node)
      return items ? entry.map((each, index) => walk(items, each, `${path}[${index}]`)) : entry
    }
    const members = entry === null || typeof entry !== 'object' ? undefined : memberSchemas(node)
    return members ? walkObject(members, entry as Node, path) : entry
  }
  const walkObject = (members: Record<string, TSchema>, entry: Node, path: string): Node => {
    const result: Node = {}
    for (const [key, schemaOf] of Object.entries(members)) {
      if (!Object.hasOwn(entry, key)) continue
      const member = entry[key]
      if (member !== null || nullable(schemaOf))
        result[key] = walk(schemaOf, member, path === '' ? key : `${path}.${key}`)
    }
    return result
  }
  return { value: walk(schema, value, ''), faults }
}

function nullable(schema: TSchema): boolean {
  const { anyOf } = schema as { anyOf?: unknown }
  return Array.isArray(anyOf) && anyOf.some((entry) => (entry as Node).type === 'null')
}
