import type { Static, TSchema } from 'typebox'
import { Type } from './schema-builder.js'

export type { Static, TObject, TProperties, TSchema } from 'typebox'
export { Type }

/** Marks what the interface leaves open and contract.md decided (section 11): `x-assumed` in the description, a row in the ledger. */
export function assumed<S extends TSchema>(schema: S, why?: string): S {
  return { ...schema, 'x-assumed': true, ...(why === undefined ? {} : { 'x-assumed-why': why }) }
}

/** A text of a form; a fault is told in words (`must …`), for a regular expression says nothing to a person. */
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

/** The static type of an optional schema slot of a row; nothing where the row has none. */
export type StaticOf<S> = S extends TSchema ? Static<S> : undefined
