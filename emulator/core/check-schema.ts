import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { mustBeOneOf } from '../../src/base/nearest.js'
import type { FieldMap } from '../../src/contract/errors.js'
import type { TSchema } from '../../src/contract/schema.js'
import { addFault, noFaults } from './field-map.js'

type SchemaError = TLocalizedValidationError

/** A compiled schema. */
interface Checker {
  Check(value: unknown): boolean
  Errors(value: unknown): SchemaError[]
}

const COMPILED = new WeakMap<object, Checker>()

/** Messages by path for a value that breaks its schema; empty if it fits. Item arrays are checked by their handler. */
export function findSchemaFaults(schema: TSchema, value: unknown): FieldMap {
  const check = compiled(schema)
  if (check.Check(value)) return {}
  const fields = noFaults()
  for (const error of ofNearestForm(check.Errors(value))) addSchemaFault(fields, schema, error, value)
  return Object.keys(fields).length > 0 ? fields : { '': ['is not valid for this operation'] }
}

/** Where a schema has alternatives, drops the errors of those whose form the value does not have. */
function ofNearestForm(errors: readonly SchemaError[]): SchemaError[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  return choices.reduce(
    (left, { schemaPath, instancePath }) => {
      const start = `${schemaPath}/anyOf/`
      const wayOf = (error: SchemaError) =>
        error.schemaPath.startsWith(start) ? error.schemaPath.slice(start.length).split('/')[0] : undefined
      const isForm = ({ keyword }: SchemaError) => ['const', 'type', 'enum'].includes(keyword)
      const ways = new Set(left.map(wayOf).filter((way) => way !== undefined))
      const wrong = new Set(left.filter((each) => each.instancePath === instancePath && isForm(each)).map(wayOf))
      return wrong.size < ways.size ? left.filter((each) => wayOf(each) === undefined || !wrong.has(wayOf(each))) : left
    },
    [...errors],
  )
}

function addSchemaFault(fields: FieldMap, schema: TSchema, error: SchemaError, value: unknown): void {
  const { instancePath, message } = error
  switch (error.keyword) {
    case 'anyOf':
      return
    case 'required':
      for (const member of error.params.requiredProperties) add(fields, `${instancePath}/${member}`, 'is required')
      return
    case 'additionalProperties':
      for (const member of error.params.additionalProperties) {
        add(fields, `${instancePath}/${member}`, 'is not allowed here')
      }
      return
    case 'enum':
      add(fields, instancePath, mustBeOneOf(error.params.allowedValues, valueAt(value, instancePath)))
      return
    case 'pattern':
      add(fields, instancePath, wordsOf(schema, error.schemaPath) ?? message)
      return
    case 'minLength':
      add(fields, instancePath, lengthText(schema, error.schemaPath, true))
      return
    case 'maxLength':
      add(fields, instancePath, lengthText(schema, error.schemaPath, false))
      return
    case 'minItems':
      add(fields, instancePath, `must have at least ${some(error.params.limit, 'entry', 'entries')}`)
      return
    case 'maxItems':
      add(fields, instancePath, `must have at most ${some(error.params.limit, 'entry', 'entries')}`)
      return
    case 'minimum':
      add(fields, instancePath, `must be at least ${error.params.limit}`)
      return
    case 'maximum':
      add(fields, instancePath, `must be at most ${error.params.limit}`)
      return
    case 'uniqueItems':
      add(fields, instancePath, 'must not have duplicate entries')
      return
    default:
      add(fields, instancePath, message)
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

function add(fields: FieldMap, pointer: string, message: string): void {
  const path = pointer
    .split('/')
    .slice(1)
    .reduce((whole, part) => (/^\d+$/.test(part) ? `${whole}[${part}]` : whole === '' ? part : `${whole}.${part}`), '')
  addFault(fields, path, message)
}

function compiled(schema: TSchema): Checker {
  const known = COMPILED.get(schema)
  if (known) return known
  const fresh: Checker = Compile(withoutItems(schema))
  COMPILED.set(schema, fresh)
  return fresh
}

function withoutItems(schema: TSchema): TSchema {
  const node = schema as Record<string, unknown>
  if (node['x-each-item']) return { ...node, items: {} } as TSchema
  const properties = node.properties as Record<string, TSchema> | undefined
  return {
    ...node,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, entry]) => [key, withoutItems(entry)])),
    }),
    ...(node.items ? { items: withoutItems(node.items as TSchema) } : {}),
  } as TSchema
}
