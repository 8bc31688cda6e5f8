import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import type { FieldMap } from '../../src/contract/errors.js'
import type { TSchema } from '../../src/contract/schema.js'
import { faultWords, MISSING } from './fault-words.js'
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
  const { instancePath } = error
  switch (error.keyword) {
    case 'anyOf':
      return
    case 'required':
      for (const member of error.params.requiredProperties) add(fields, `${instancePath}/${member}`, MISSING)
      return
    case 'additionalProperties':
      for (const member of error.params.additionalProperties) {
        add(fields, `${instancePath}/${member}`, 'is not allowed here')
      }
      return
    default:
      add(fields, instancePath, faultWords(error, schema, value))
  }
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
