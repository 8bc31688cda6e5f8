import type { Fault } from './refusals.js'
import type { Schema } from './shape.js'

type Path = (string | number)[]

/** The faults of a value by the schema that the description shows, so that both say the same. */
export function faultsOf(schema: Schema, value: unknown, strict: boolean, path: Path = []): Fault[] {
  const fault = (message: string, type: string): Fault[] => [{ path, message, type }]
  if (schema.anyOf) {
    const each = schema.anyOf.map((one) => faultsOf(one, value, strict, path))
    return each.some((faults) => faults.length === 0) ? [] : each.at(-1)!
  }
  if (value === null && schema.nullable) return []
  if (schema.type && typeOf(value, schema.type) !== schema.type)
    return fault(`must be ${schema.type}`, `${schema.type}_type`)
  if (schema.enum && !schema.enum.includes(value)) return fault(`must be one of ${schema.enum.join(', ')}`, 'enum')
  if (typeof value === 'string') return textFaults(schema, value, fault)
  if (typeof value === 'number') return numberFaults(schema, value, fault)
  if (Array.isArray(value)) return listFaults(schema, value, strict, path)
  return value && typeof value === 'object' ? objectFaults(schema, value as Record<string, unknown>, strict, path) : []
}

function typeOf(value: unknown, wanted: string): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (wanted === 'integer' && Number.isInteger(value)) return 'integer'
  return typeof value
}

type Say = (message: string, type: string) => Fault[]

function textFaults(
  { minLength = 0, maxLength = Infinity, pattern, format }: Schema,
  value: string,
  say: Say,
): Fault[] {
  const length = [...value].length
  if (length < minLength) return say(`must have at least ${minLength} characters`, 'string_too_short')
  if (length > maxLength) return say(`must have at most ${maxLength} characters`, 'string_too_long')
  if (pattern && !new RegExp(pattern).test(value)) return say(`must match ${pattern}`, 'string_pattern_mismatch')
  if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value))
    return say('must be a date with a time', 'datetime_parsing')
  if (format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return say('must be a date', 'date_parsing')
  return []
}

function numberFaults({ minimum = -Infinity, maximum = Infinity }: Schema, value: number, say: Say): Fault[] {
  if (value < minimum) return say(`must be at least ${minimum}`, 'greater_than_equal')
  return value > maximum ? say(`must be at most ${maximum}`, 'less_than_equal') : []
}

function listFaults(schema: Schema, value: unknown[], strict: boolean, path: Path): Fault[] {
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (value.length < minItems) return [{ path, message: `must have at least ${minItems} entries`, type: 'too_short' }]
  if (value.length > maxItems) return [{ path, message: `must have at most ${maxItems} entries`, type: 'too_long' }]
  return items ? value.flatMap((each, index) => faultsOf(items, each, strict, [...path, index])) : []
}

function objectFaults(schema: Schema, value: Record<string, unknown>, strict: boolean, path: Path): Fault[] {
  const lacking = (schema.required ?? []).filter((name) => value[name] === undefined)
  const inside = Object.entries(value).flatMap(([name, each]) => {
    const member = schema.properties?.[name]
    if (member) return each === undefined ? [] : faultsOf(member, each, strict, [...path, name])
    if (!strict || !schema.properties || schema.additionalProperties) return []
    return [{ path: [...path, name], message: 'is not allowed', type: 'extra_forbidden' }]
  })
  return [...lacking.map((name) => ({ path: [...path, name], message: 'is required', type: 'missing' })), ...inside]
}
