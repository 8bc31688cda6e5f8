import type { TSchema } from '../contract/schema.js'

type Json = Record<string, unknown>
type Node = { properties?: Record<string, Json>; required?: string[]; anyOf?: TSchema[]; 'x-assumed'?: boolean }

/**
 * What a payload lacks, or undefined. It must have every member that the interface itself shows for it; what this project
 * assumed is not relied upon, but of a payload that is assumed whole at least one member must be there.
 */
export function describeOddity(schema: TSchema, payload: Json): string | undefined {
  const missing = shownMembers(schema).find((member) => !Object.hasOwn(payload, member))
  if (missing !== undefined) return `no \`${missing}\``
  const known = knownMembers(schema)
  return known.length === 0 || known.some((member) => Object.hasOwn(payload, member))
    ? undefined
    : 'none of the members that are expected'
}

/** Whether a payload has what `describeOddity` asks for. */
export function looksLike(schema: TSchema, payload: Json): boolean {
  return describeOddity(schema, payload) === undefined
}

/** Required members that the interface shows. */
function shownMembers(schema: TSchema): string[] {
  const node = schema as Node
  if (node['x-assumed'] || node.anyOf) return []
  return (node.required ?? []).filter((member) => !node.properties?.[member]?.['x-assumed'])
}

function knownMembers(schema: TSchema): string[] {
  const node = schema as Node
  return [...Object.keys(node.properties ?? {}), ...(node.anyOf ?? []).flatMap(knownMembers)]
}
