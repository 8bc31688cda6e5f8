import { Type } from './schema.js'
import type { TypedSchema } from './schema-types.js'

const CHOICE = Symbol('members of which one is required')

/** An object that has at least one of some members that are optional. */
export type AtLeastOne<T, Names extends keyof T> = T & { [Name in Names]: Required<Pick<T, Name>> }[Names]

/** A schema of objects that need at least one of some optional members. A marker for the types: the handler checks it. */
export function atLeastOne<T, const Name extends keyof T & string>(schema: TypedSchema<T>, names: readonly Name[]) {
  return Type.Unsafe<AtLeastOne<T, Name>>({ ...schema, [CHOICE]: names })
}

/** Returns the members of which an object has at least one. */
export function requiredChoice(schema: object): readonly string[] | undefined {
  return (schema as { [CHOICE]?: readonly string[] })[CHOICE]
}
