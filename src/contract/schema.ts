import type { SchemaBuilders, Static, TSchema } from './schema-types.js'

export type { Static, TObject, TProperties, TSchema } from './schema-types.js'

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
} satisfies Record<keyof SchemaBuilders, (...given: never[]) => Schema>

/**
 * The part of typebox's `Type` that the contract is written with: the same schemas, without the half megabyte of typebox, which would
 * cost a short command more than everything else it does. The cast gives them the types of their values, which are for the compiler.
 */
export const Type = BUILDERS as unknown as SchemaBuilders

function objectSchema(properties: Record<string, TSchema>, options?: Options): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name]!, OPTIONAL))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

/** Marks what the interface leaves open and this project decided (contract.md section 11): `x-assumed` in the description, a row in the ledger. */
export function assumed<S extends TSchema>(schema: S, why?: string): S {
  return { ...schema, 'x-assumed': true, ...(why === undefined ? {} : { 'x-assumed-why': why }) }
}

/** Symbols, which copies keep and JSON leaves out: only the description and facts ask for them. */
const NAME = Symbol('name in the description')
const DESCRIBED = Symbol('keywords in the description')
const OPEN = Symbol('a member that others of a service are like')

/** What a schema is called in the description, by the words of its members. */
interface SchemaName {
  classic: string
  recommended: string
}

/** Gives a schema a name in the description; `classic` where its members have other words there. */
export function named<S extends TSchema>(schema: S, recommended: string, classic = recommended): S {
  return { ...schema, [NAME]: { classic, recommended } satisfies SchemaName }
}

/** Returns what a schema is called in the description. */
export function nameOf(schema: object): SchemaName | undefined {
  return (schema as { [NAME]?: SchemaName })[NAME]
}

/** Keywords by which the description has a schema where it is checked otherwise: a number in a query comes as text. */
export function describedAs<S extends TSchema>(schema: S, keywords: Options): S {
  return { ...schema, [DESCRIBED]: keywords }
}

/** Returns the keywords by which the description has a schema. */
export function describedKeywords(schema: object): Options | undefined {
  return (schema as { [DESCRIBED]?: Options })[DESCRIBED]
}

/** An object of which a service may have more members like one of ours: a sentiment may have other sides. */
export function openLike<S extends TSchema>(schema: S, member: string): S {
  return { ...schema, [OPEN]: member }
}

/** Returns the member that those of a service's own are like; undefined where there are none. */
export function memberLike(schema: object): string | undefined {
  return (schema as { [OPEN]?: string })[OPEN]
}

/** How many there are of something. */
export function Count(options: Options = {}) {
  return Type.Integer({ minimum: 0, ...options })
}

/** A part of a whole, 0 to 1. */
export function Share() {
  return Type.Number({ minimum: 0, maximum: 1 })
}

/** Text that should hold a whole number, such as `50`. */
export type IntegerText = `${bigint}`

/** A whole number in a query: text to whoever reads it, an integer in the description and to callers of the client. */
export function QueryInteger(keywords: Options) {
  const text = Type.Unsafe<IntegerText>(Type.String())
  return Type.Optional(describedAs(text, { type: 'integer', ...keywords }))
}

/** A text of a form; a fault is explained in words (`must …`), for a regular expression says nothing to a person. */
export function Shaped(pattern: string, says: string, options: Record<string, unknown> = {}) {
  return Type.String({ ...options, pattern, 'x-says': says })
}

/** `schema` or JSON `null`. */
export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** One of the given words; its static type is their union. */
export function Words<const W extends readonly string[]>(words: W, options: Record<string, unknown> = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options })
}

/** An ISO-8601 UTC time with milliseconds and `Z` (contract.md section 3). */
export const Time = Type.String({ format: 'date-time' })

/** An identifier in a JSON body, query string or answer: always a string (ADR-5). */
export const Id = Type.String({ minLength: 1, maxLength: 64 })

/** The static type of an optional schema slot of a row; nothing if the row has none. */
export type StaticOf<S> = S extends TSchema ? Static<S> : undefined

type Members = Record<string, TSchema>

const KNOWN = new WeakMap<object, Members>()

/** The schema of each member an object may have, those of its alternatives together; undefined if the schema names none. */
export function memberSchemas(schema: TSchema | undefined): Members | undefined {
  const node = schema as Schema | undefined
  if (node?.properties) return node.properties as Members
  if (!node?.anyOf) return undefined
  const known =
    KNOWN.get(node) ??
    Object.fromEntries(alternatives(node).flatMap((each) => Object.entries(memberSchemas(each) ?? {})))
  KNOWN.set(node, known)
  return Object.keys(known).length > 0 ? known : undefined
}

/** The schema of the entries of an array, be it one of several things the value may be. */
export function entrySchema(schema: TSchema | undefined): TSchema | undefined {
  const node = schema as Schema | undefined
  if (!node || node.items) return node?.items as TSchema | undefined
  return alternatives(node)
    .map(entrySchema)
    .find((each) => each !== undefined)
}

function alternatives(node: Schema): TSchema[] {
  return (node.anyOf as TSchema[] | undefined) ?? []
}
