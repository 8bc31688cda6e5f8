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

/** A value with every member of a schema, no two scalars alike where they can differ; `turn` chooses among words. */
export function fullValue(schema: TSchema, turn: number): unknown {
  let count = 10
  const next = () => {
    count += 1
    return count
  }
  const made = (given: TSchema, name: string): unknown => {
    const node = given as Node
    if (node.anyOf) {
      const forms = node.anyOf.filter((each) => (each as Node).type !== 'null')
      // A record where it can be one: it has members to speak of.
      return made(forms.find((each) => (each as Node).properties) ?? forms[0]!, name)
    }
    if (node.enum) return node.enum[turn % node.enum.length]
    if (node.const !== undefined) return node.const
    if (node.properties) {
      return Object.fromEntries(Object.entries(node.properties).map(([key, each]) => [key, made(each, key)]))
    }
    if (node.type === 'array') return [made(node.items!, name)]
    if (node.type === 'integer') return next()
    if (node.type === 'number') return next() / 128
    if (node.type === 'boolean') return turn % 2 === 0
    if (node.type === 'string') {
      if (isTime(name, given)) return `2026-03-${String(10 + (next() % 18))}T00:00:00.000Z`
      return /_id$/.test(name) ? String(next()) : `text ${next()}`
    }
    return { [`key${next()}`]: 'free' }
  }
  return made(schema, '')
}

/** The scalars of a value by where they stand, as lines. */
export function linesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((each, index) => linesOf(each, `${path}[${(value.length > 1 && tagOf(each)) || index}]`))
  if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, each]) => linesOf(each, `${path}.${name}`))
  }
  return [`${path} ${JSON.stringify(value)}`]
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
