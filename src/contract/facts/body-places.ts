import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { memberSchemas, type TSchema } from '../schema.js'
import type { Codec } from './codec.js'

// Facts may say that a member of a body stands in the query of the request, as `?source_id`, or is the body itself, as `$body`: a file
// that is sent alone.

/** The name of a member that is the body itself. */
export const WHOLE_BODY = '$body'

type Schemas = Readonly<Record<string, TSchema>>

/** The schemas of the members of a body that stand in the query under a codec, by their names there. */
export function queryMembersOf(codec: Codec, schema: TSchema): Schemas {
  const known = queryMembers.get(codec)
  if (known) return known
  const members = Object.entries(memberSchemas(codec.schemaToWire(schema)) ?? {})
  const asked = members.filter(([name]) => isInQuery(name))
  const found = Object.fromEntries(asked.map(([name, each]) => [name.slice(1), each]))
  queryMembers.set(codec, found)
  return found
}

const queryMembers = new WeakMap<Codec, Schemas>()

/** The media type of a workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Whether a body of this type is a file that is sent alone. */
export const isFileType = (type: string) => /^text\/csv\b/i.test(type) || type === WORKBOOK_TYPE

/** Whether a name on the wire is one of the query. */
export const isInQuery = (name: string) => name.startsWith('?')

/** The name of a member that stands in the query, in a body. */
export const inQuery = (name: string) => `?${name}`

/** What is sent of a body: its members in the query, and the rest of it, or the file alone; `left`: what is beside a file sent alone. */
export function splitBody(wire: unknown): { query: Record<string, unknown>; body: unknown; left: JsonObject } {
  if (!isObject(wire) || wire instanceof Uint8Array) return { query: {}, body: wire, left: {} }
  const entries = Object.entries(wire)
  const asked = entries.filter(([name]) => isInQuery(name)).map(([name, value]) => [name.slice(1), asText(value)])
  const body = Object.fromEntries(entries.filter(([name]) => !isInQuery(name)))
  const query = Object.fromEntries(asked)
  if (!Object.hasOwn(body, WHOLE_BODY)) return { query, body, left: {} }
  const { [WHOLE_BODY]: file, ...left } = body
  return { query, body: file, left }
}

const asText = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** A body with what stands in the query of its request, by these names; what is no text by its schema is read as what it is. */
export function joinBody(query: Readonly<Record<string, string>>, body: JsonObject, schemas: Schemas = {}): JsonObject {
  const asked = Object.entries(query).map(([name, text]) => [inQuery(name), asValue(text, schemas[name])])
  return { ...body, ...Object.fromEntries(asked) }
}

/** An object or a list, where a text is the JSON of one, and what is true or false, or a number, where the schema has such. */
function asValue(text: string, schema: TSchema | undefined): unknown {
  const { type } = (schema ?? {}) as { type?: string }
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return value
  return typeof value === type || (typeof value === 'number' && type === 'integer') ? value : text
}

interface Members {
  properties: Record<string, TSchema>
  required?: string[]
}

/** The schemas of the query and of the body of a body that is written so; undefined where all of it is where bodies are. */
export function splitSchema(
  schema: TSchema,
): { query: TSchema; body: TSchema; media: 'text/csv' | undefined } | undefined {
  const members = memberSchemas(schema)
  const names = Object.keys(members ?? {})
  if (!members || !names.some((name) => isInQuery(name) || name === WHOLE_BODY)) return undefined
  const { properties, required = [], ...rest } = schema as TSchema & Members
  const part = (isPart: (name: string) => boolean, nameOf: (name: string) => string) => ({
    properties: Object.fromEntries(names.filter(isPart).map((name) => [nameOf(name), properties[name]])),
    required: required.filter(isPart).map(nameOf),
  })
  const query = { type: 'object', ...part(isInQuery, (name) => name.slice(1)) } as unknown as TSchema
  const whole = properties[WHOLE_BODY]
  const others = part(
    (name) => !isInQuery(name),
    (name) => name,
  )
  return { query, body: whole ?? ({ ...rest, ...others } as unknown as TSchema), media: whole && 'text/csv' }
}
