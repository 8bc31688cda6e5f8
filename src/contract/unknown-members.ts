import { nearest } from '../base/nearest.js'
import { CAPS } from './caps.js'
import type { TSchema } from './schema.js'
import { entrySchema, memberSchemas } from './schema.js'
import { classicWord, recommendedWord } from './vocabulary.js'

/** A member that no schema knows. */
export interface UnknownMember {
  path: string
  /** The member of the same object that it may be meant for, in the word its caller uses. */
  nearest?: string
}

/** Members that no schema knows. A caller may send a million of them, so only the first are named. */
export interface UnknownMembers {
  named: UnknownMember[]
  /** How many there are besides. */
  more: number
}

const LONGEST_PATH = 200

/** An empty list. */
export function noUnknownMembers(): UnknownMembers {
  return { named: [], more: 0 }
}

/** Adds a member of an object that may have those `known`, by name or by number. */
export function addUnknown(list: UnknownMembers, path: string, known: readonly string[] = []): void {
  if (list.named.length === CAPS.hints.most) {
    list.more += 1
    return
  }
  const name = path.slice(path.lastIndexOf('.') + 1)
  const near = meantMember(name, known)
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path
  list.named.push({ path: shown, ...(near === undefined ? {} : { nearest: near }) })
}

/** What other records call the name of theirs; a caller who knows one takes it for that of another. */
const TITLES = ['title', 'name', 'text', 'label']

/** The member that a name may be meant for: one of the other vocabulary, one written nearly so, or the title under another word. */
function meantMember(name: string, known: readonly string[]): string | undefined {
  const other = [recommendedWord(name), classicWord(name)].find((word) => known.includes(word))
  const [near] = other ? [] : nearest(name, [...new Set([...known, ...known.map(recommendedWord)])])
  const lastWord = (word: string) => word.slice(word.lastIndexOf('_') + 1)
  const isTitle = (word: string) => TITLES.includes(lastWord(word))
  return other ?? near ?? (isTitle(name) ? known.find(isTitle) : undefined)
}

/**
 * The value without the members its schema does not know, in classic or recommended words and at every depth; those are
 * added to `list`. What the schema leaves open is not looked into. A caller may send a million members: they are looked at once.
 */
export function withoutUnknown(list: UnknownMembers, schema: TSchema, value: unknown): unknown {
  return knowsAll(schema, value) ? value : strip(list, schema, value, '')
}

/** Whether nothing is to be left out, as nearly always; that is found out at a third of what leaving out costs. */
function knowsAll(schema: TSchema, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value)) {
    const entries = entrySchema(schema)
    return !entries || value.every((each) => knowsAll(entries, each))
  }
  const members = memberSchemas(schema)
  if (!members) return true
  for (const key in value) {
    const ours = findKnown(members, key)
    if (ours === undefined || !knowsAll(members[ours]!, (value as Record<string, unknown>)[key])) return false
  }
  return true
}

/** The name of ours that a key stands for. */
function findKnown(members: object, key: string): string | undefined {
  if (Object.hasOwn(members, key)) return key
  const word = classicWord(key)
  return Object.hasOwn(members, word) ? word : undefined
}

function strip(list: UnknownMembers, schema: TSchema, value: unknown, path: string): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const entries = entrySchema(schema)
    return entries ? value.map((each, index) => strip(list, entries, each, `${path}[${index}]`)) : value
  }
  const members = memberSchemas(schema)
  if (!members) return value
  const known: Record<string, unknown> = {}
  for (const key in value) {
    const memberPath = path === '' ? key : `${path}.${key}`
    const ours = findKnown(members, key)
    if (ours === undefined) addUnknown(list, memberPath, Object.keys(members))
    else known[key] = strip(list, members[ours]!, (value as Record<string, unknown>)[key], memberPath)
  }
  return known
}
