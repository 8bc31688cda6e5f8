import type { TSchema } from './schema.js'

type Node = Record<string, unknown>
type Members = Record<string, TSchema>

const KNOWN = new WeakMap<object, Members>()

/** The schema of each member an object may have, those of its alternatives together; undefined where the schema names none. */
export function memberSchemas(schema: TSchema | undefined): Members | undefined {
  const node = schema as Node | undefined
  if (node?.properties) return node.properties as Members
  if (!node?.anyOf) return undefined
  const known =
    KNOWN.get(node) ??
    Object.fromEntries(alternatives(node).flatMap((each) => Object.entries(memberSchemas(each) ?? {})))
  KNOWN.set(node, known)
  return Object.keys(known).length > 0 ? known : undefined
}

/** The schema of the entries of an array, be it one of several things the value may be. */
export function entrySchema(schema: TSchema | undefined): TSchema | undefined {
  const node = schema as Node | undefined
  if (!node || node.items) return node?.items as TSchema | undefined
  return alternatives(node)
    .map(entrySchema)
    .find((each) => each !== undefined)
}

function alternatives(node: Node): TSchema[] {
  return (node.anyOf as TSchema[] | undefined) ?? []
}
