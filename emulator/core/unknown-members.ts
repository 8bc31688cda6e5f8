import { CAPS } from '../../src/contract/caps.js'
import type { FieldMap } from '../../src/contract/errors.js'
import type { TSchema } from '../../src/contract/schema.js'
import { entrySchema, memberSchemas } from '../../src/contract/shape.js'
import { classicWord } from '../../src/contract/vocabulary.js'
import { addFault } from './field-map.js'

/** Paths of members that no schema knows. A caller may send a million of them, so only the first are named. */
export interface UnknownMembers {
  paths: string[]
  /** How many there are besides. */
  more: number
}

const LONGEST_PATH = 200

/** An empty list. */
export function noUnknownMembers(): UnknownMembers {
  return { paths: [], more: 0 }
}

/** Adds a path, by name or by number. */
export function addUnknown(list: UnknownMembers, path: string): void {
  if (list.paths.length < CAPS.hints.most)
    list.paths.push(path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path)
  else list.more += 1
}

/**
 * The value without the members its schema does not know, in classic or recommended words and at every depth; their paths are
 * added to `list`. What the schema leaves open is not looked into. A caller may send a million members: they are looked at once.
 */
export function withoutUnknown(list: UnknownMembers, schema: TSchema, value: unknown, path = ''): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const entries = entrySchema(schema)
    return entries ? value.map((each, index) => withoutUnknown(list, entries, each, `${path}[${index}]`)) : value
  }
  const members = memberSchemas(schema)
  if (!members) return value
  const known: Record<string, unknown> = {}
  for (const key in value) {
    const memberPath = path === '' ? key : `${path}.${key}`
    const ours = [key, classicWord(key)].find((name) => Object.hasOwn(members, name))
    if (ours === undefined) addUnknown(list, memberPath)
    else known[key] = withoutUnknown(list, members[ours]!, (value as Record<string, unknown>)[key], memberPath)
  }
  return known
}

/** The hints that say so (contract.md section 11). */
export function unknownHints({ paths, more }: UnknownMembers): string[] {
  const hints = paths.map((path) => `unknown member ${path} was ignored`)
  return more > 0 ? [...hints, `and ${more} more unknown members were ignored`] : hints
}

/** The messages that refuse them under `--strict`. */
export function refuseUnknown(fields: FieldMap, { paths, more }: UnknownMembers): void {
  for (const path of paths) addFault(fields, path, 'is not a member of this request')
  if (more > 0) addFault(fields, paths.at(-1)!, `and ${more} more members are not members of this request`)
}
