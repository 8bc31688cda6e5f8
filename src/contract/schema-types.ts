/**
 * The types of schemas, and of the values they accept. These are the few of typebox's that the contract uses, written out: the types of
 * the library name them, and a project that installs the library has no typebox.
 */

/** A JSON Schema. */
export interface TSchema {
  readonly '~static'?: unknown
}

/** A schema of values of one type. It exists for the compiler only: no schema has the member at run time. */
export interface TypedSchema<T> extends TSchema {
  readonly '~static'?: T
}

/** The type of the values that a schema accepts. */
export type Static<S extends TSchema> = S extends TypedSchema<infer T> ? T : never

/** Schemas of the members of an object, by name. */
export type TProperties = Record<PropertyKey, TSchema>

/** A schema of objects that names their members. */
export interface TObject<P extends TProperties = TProperties> extends TypedSchema<StaticObject<P>> {
  readonly properties: P
  readonly required?: readonly string[]
}

/** A schema of arrays that has one schema for all entries. */
export interface TArray<S extends TSchema = TSchema> extends TypedSchema<Static<S>[]> {
  readonly items: S
}

/** The schema of a member that may be absent. */
export type TOptional<S extends TSchema> = S & { readonly '~optional': true }

type OptionalNames<P> = { [K in keyof P]: P[K] extends { readonly '~optional': true } ? K : never }[keyof P]

type StaticObject<P extends TProperties> = Flat<
  { -readonly [K in Exclude<keyof P, OptionalNames<P>>]: Static<P[K]> } & {
    -readonly [K in OptionalNames<P>]?: Static<P[K]>
  }
>

/** The members of an intersection as those of one object, which is what an editor shows. */
type Flat<T> = { [K in keyof T]: T[K] } & {}

type Options = Readonly<Record<string, unknown>>

/** The functions that make schemas. */
export interface SchemaBuilders {
  String(options?: Options): TypedSchema<string>
  Integer(options?: Options): TypedSchema<number>
  Number(options?: Options): TypedSchema<number>
  Boolean(options?: Options): TypedSchema<boolean>
  Null(options?: Options): TypedSchema<null>
  Unknown(options?: Options): TypedSchema<unknown>
  /** A schema given as it is, of the type that the caller says. */
  Unsafe<T>(schema: object): TypedSchema<T>
  Literal<const V extends string | number | boolean>(value: V, options?: Options): TypedSchema<V>
  Array<S extends TSchema>(items: S, options?: Options): TArray<S>
  Union<const S extends readonly TSchema[]>(anyOf: S, options?: Options): TypedSchema<Static<S[number]>>
  Record<V extends TSchema>(
    name: TypedSchema<string>,
    value: V,
    options?: Options,
  ): TypedSchema<Record<string, Static<V>>>
  Object<P extends TProperties>(properties: P, options?: Options): TObject<P>
  Optional<S extends TSchema>(schema: S): TOptional<S>
}
