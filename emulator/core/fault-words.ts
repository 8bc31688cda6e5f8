import type { TLocalizedValidationError } from 'typebox/error'
import { mustBeOneOf } from '../../src/base/nearest.js'
import type { TSchema } from '../../src/contract/schema.js'

/** What is said of a member that is not there. */
export const MISSING = 'is missing'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** Says of which type a value must be, by the name or names that JSON Schema has for it. */
export function mustBeOfType(type: string | readonly string[]): string {
  return `must be ${[type]
    .flat()
    .map((each) => TYPES[each] ?? each)
    .join(' or ')}`
}

/** What is wrong with the value at the place of a schema error, to be read after the name of the member. */
export function faultWords(error: TLocalizedValidationError, schema: TSchema, value: unknown): string {
  switch (error.keyword) {
    case 'type':
      return mustBeOfType(error.params.type)
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'enum':
      return mustBeOneOf(error.params.allowedValues, valueAt(value, error.instancePath))
    case 'pattern':
      return wordsOf(schema, error.schemaPath) ?? error.message
    case 'minLength':
      return lengthText(schema, error.schemaPath, true)
    case 'maxLength':
      return lengthText(schema, error.schemaPath, false)
    case 'minItems':
      return `must have at least ${some(error.params.limit, 'entry', 'entries')}`
    case 'maxItems':
      return `must have at most ${some(error.params.limit, 'entry', 'entries')}`
    case 'maxProperties':
      return `must have at most ${some(error.params.limit, 'member')}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'uniqueItems':
      return 'must not have duplicate entries'
    default:
      return error.message
  }
}

/** The value that a JSON pointer names. */
function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[unescaped(step)], value)
}

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

const some = (limit: number | bigint, one: string, several = `${one}s`) =>
  `${limit.toLocaleString('en')} ${Number(limit) === 1 ? one : several}`

/** How long a text must be: both limits, if there are two. */
function lengthText(schema: TSchema, path: string, least: boolean): string {
  const { minLength = 0, maxLength } = nodeAt(schema, path) as { minLength?: number; maxLength?: number }
  if (least && minLength === 1) return 'must not be empty'
  if (maxLength === undefined) return `must have at least ${some(minLength, 'character')}`
  return `must have ${minLength > 1 ? `${minLength} to` : 'at most'} ${some(maxLength, 'character')}`
}

/** The schema's own words for a text that does not match its pattern. */
function wordsOf(schema: TSchema, schemaPath: string): string | undefined {
  return (nodeAt(schema, schemaPath) as { 'x-says'?: string } | undefined)?.['x-says']
}

function nodeAt(schema: TSchema, schemaPath: string): unknown {
  const steps = schemaPath.split('/').slice(1)
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], schema)
}
