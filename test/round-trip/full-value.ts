import { isTime } from '../../src/contract/facts/scalars.js'
import type { TSchema } from '../../src/contract/schema.js'

interface Node {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: TSchema
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
}

/** How many values it takes to show every word of a schema, in each of the forms that a record of it can have. */
export function turnsOf(schema: TSchema): number {
  return wordsOf(schema) * formsOf(schema)
}

/** The words of the longest enum of a schema; what is true or false has two. */
function wordsOf(schema: TSchema): number {
  const node = schema as Node
  return Math.max(node.enum?.length ?? 2, ...innerOf(node).map(wordsOf))
}

function innerOf({ anyOf = [], properties = {}, items }: Node): TSchema[] {
  return [...anyOf, ...Object.values(properties), ...(items ? [items] : [])]
}

/**
 * A value with every member of a schema, no two scalars alike where they can differ; `turn` chooses among words, and among the
 * forms of a record.
 */
export function fullValue(schema: TSchema, turn: number): unknown {
  const forms = formsOf(schema)
  const word = Math.floor(turn / forms)
  let count = 10
  const next = () => {
    count += 1
    return count
  }
  const made = (given: TSchema, name: string): unknown => {
    const node = given as Node
    if (node.anyOf) {
      // A record where it can be one: it has members to speak of.
      const records = recordsOf(node)
      return made(records[turn % records.length] ?? node.anyOf.find(isSomething)!, name)
    }
    if (node.enum) return node.enum[word % node.enum.length]
    if (node.const !== undefined) return node.const
    if (node.properties) {
      return Object.fromEntries(Object.entries(node.properties).map(([key, each]) => [key, made(each, key)]))
    }
    if (node.type === 'array') return [made(node.items!, name)]
    if (node.type === 'integer') return next()
    if (node.type === 'number') return next() / 128
    if (node.type === 'boolean') return word % 2 === 0
    if (node.type === 'string') {
      if (isTime(name, given)) return `2026-03-${String(10 + (next() % 18))}T00:00:00.000Z`
      return /_id$/.test(name) ? String(next()) : `text ${next()}`
    }
    return { [`key${next()}`]: 'free' }
  }
  return made(schema, '')
}

/** The records that a value can be one of. */
function recordsOf({ anyOf = [] }: Node): TSchema[] {
  return anyOf.filter((each) => (each as Node).properties)
}

function isSomething(schema: TSchema): boolean {
  return (schema as Node).type !== 'null'
}

/** The most forms that a record of a schema can have. */
function formsOf(schema: TSchema): number {
  const node = schema as Node
  return Math.max(1, recordsOf(node).length, ...innerOf(node).map(formsOf))
}

/** The scalars of a value by where they stand, as lines: the place, a tab, the value. Keys of maps have spaces. */
export function linesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((each, index) => linesOf(each, `${path}[${(value.length > 1 && tagOf(each)) || index}]`))
  if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, each]) => linesOf(each, `${path}.${name}`))
  }
  return [`${path}\t${JSON.stringify(value)}`]
}

/** The word that tells an entry from the others of its list: full values have one entry, unless records became entries. */
function tagOf(entry: unknown): string | undefined {
  const texts = Object.values(entry ?? {}).filter((each) => typeof each === 'string')
  return texts.find((text) => !/^(text )?\d/.test(text))
}

/** The value without a member, at a path in its schema. */
export function without(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || value === null || typeof value !== 'object') return value
  if (step === '[]') return Array.isArray(value) ? value.map((each) => without(each, rest)) : value
  const { [step]: inner, ...others } = value as Record<string, unknown>
  if (inner === undefined || rest.length === 0) return others
  return { ...others, [step]: without(inner, rest) }
}

/** The value with an empty list in place of one, at a path in its schema. */
export function emptied(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return Array.isArray(value) ? [] : value
  if (step === '[]') return Array.isArray(value) ? value.map((each) => emptied(each, rest)) : value
  const record = value as Record<string, unknown>
  return { ...record, [step]: emptied(record[step], rest) }
}
