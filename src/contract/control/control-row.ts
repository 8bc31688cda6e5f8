import type { Method } from '../operation.js'
import { Nullable, QueryInteger, type Static, type TProperties, type TSchema, Type } from '../schema.js'

/** One operation of the control API (control.md): what a person does on the dashboard, and what only an emulator can do. */
export interface ControlRow {
  readonly id: string
  readonly noun: string
  readonly summary: string
  readonly method: Method
  /** Under `/_emulator`. */
  readonly path: string
  readonly query?: TSchema
  readonly body?: TSchema
  readonly result: TSchema
  readonly status: 200 | 204
  /** Whether the path starts with an organisation. */
  readonly perOrganization: boolean
  /** Content type of the answer if it is not JSON. */
  readonly media?: 'message/rfc822' | 'text/event-stream' | 'text/html'
}

/** Keeps the literal types of a row. */
export function controlRow<const R extends ControlRow>(row: R): R {
  return row
}

/** A body or query whose unknown members are refused with 400. */
export function Closed<const P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** What a 204 carries. */
export const NOTHING = Type.Unsafe<undefined>({ type: 'null' })

const ControlPagination = Type.Object({
  limit: Type.Integer(),
  next_cursor: Nullable(Type.String()),
  has_more: Type.Boolean(),
})
export type ControlPagination = Static<typeof ControlPagination>

/** A list that comes whole. */
export function ListOf<S extends TSchema>(entry: S) {
  return Type.Object({ items: Type.Array(entry), pagination: Type.Optional(ControlPagination) })
}

/** Query members of the lists that come in pages, newest first. */
export const PAGES = { limit: QueryInteger({}), cursor: Type.Optional(Type.String()) }

/** Subscriptions whose webhook secret could not come back and is a new one. */
export const NewSecrets = Type.Array(Type.String())

/** A JSON object this table does not look into. */
export const AnyObject = Type.Record(Type.String(), Type.Unknown())
