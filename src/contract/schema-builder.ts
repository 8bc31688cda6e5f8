import type { TSchema, Type as TypeBox } from 'typebox'

type Options = Readonly<Record<string, unknown>>
type Schema = Record<string, unknown>

/** Not enumerable, and so neither in the description nor kept by a copy. */
const OPTIONAL = '~optional'
/** The names a record may use: all. */
const ANY_NAME = '^.*$'

const BUILDERS = {
  String: (options?: Options) => ({ type: 'string', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Null: (options?: Options) => ({ type: 'null', ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Literal: (value: string | number | boolean, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Array: (items: Schema, options?: Options) => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[], options?: Options) => ({ anyOf, ...options }),
  Record: (_name: Schema, value: Schema, options?: Options) => ({
    type: 'object',
    patternProperties: { [ANY_NAME]: value },
    ...options,
  }),
  Object: objectSchema,
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
}

/**
 * The part of typebox's `Type` that the contract is written with: the same types and the same schemas, without the half megabyte
 * of typebox, which would cost a short command more than everything else it does.
 */
export const Type = BUILDERS as unknown as Pick<typeof TypeBox, keyof typeof BUILDERS>

function objectSchema(properties: Record<string, TSchema>, options?: Options): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name]!, OPTIONAL))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}
