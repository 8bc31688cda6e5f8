import type { ChoiceId, Choices } from './choices.js'

/** JSON Schema; `nullable` is written as each dialect of OpenAPI has it, and an object with a `title` becomes a component. */
export interface Schema {
  type?: string
  title?: string
  description?: string
  format?: string
  nullable?: boolean
  enum?: readonly unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  example?: unknown
}

/** A member of an answer: its name, its schema and its value, in one place, so that a description cannot differ from the answers. */
export interface Member<T> {
  /** Undefined where the service has no such member. */
  name: string | undefined
  schema: Schema
  of: (record: T) => unknown
  mayLack?: boolean
}

export interface Shape<T> {
  schema: Schema
  write: (record: T) => unknown
}

/** A name as this service chose it, or undefined for `none`. */
export function chosen(c: Choices, id: ChoiceId): string | undefined {
  const value = String(c[id])
  return value === 'none' ? undefined : cased(c, value)
}

/** Names that interface.md shows somewhere; who writes camelCase elsewhere keeps these. */
const SHOWN = new Set([
  'survey_series_id',
  'survey_id',
  'survey_title',
  'survey_description',
  'feedback_type',
  'question_id',
  'survey_series',
])

/** A name that interface.md does not show, in the service's casing. */
export function cased(c: Choices, name: string): string {
  if (c.casing === 'snake' || SHOWN.has(name)) return name
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** A shape of an object. */
export function record<T>(c: Choices, title: string, members: Member<T>[]): Shape<T> {
  const named = members.filter((each): each is Member<T> & { name: string } => each.name !== undefined)
  const schema: Schema = {
    type: 'object',
    title,
    properties: Object.fromEntries(named.map((each) => [each.name, schemaOf(c, each)])),
    required: named.filter((each) => !each.mayLack || c.nulls !== 'absent').map(({ name }) => name),
  }
  return { schema, write: (value) => Object.fromEntries(named.flatMap((each) => writeMember(c, each, value))) }
}

function schemaOf<T>(c: Choices, { schema, mayLack }: Member<T>): Schema {
  const isEmptyText = c.nulls === 'empty' && schema.type === 'string' && !schema.format && !schema.enum
  return mayLack && c.nulls !== 'absent' && !isEmptyText ? { ...schema, nullable: true } : schema
}

function writeMember<T>(c: Choices, { name, schema, of }: Member<T> & { name: string }, value: T): [string, unknown][] {
  const written = of(value)
  if (written !== undefined) return [[name, written]]
  if (c.nulls === 'absent') return []
  return [[name, c.nulls === 'empty' && schema.type === 'string' && !schema.format && !schema.enum ? '' : null]]
}

/** A member whose value is of another shape. */
export function inner<T, U>(name: string | undefined, shape: Shape<U>, of: (record: T) => U): Member<T> {
  return { name, schema: shape.schema, of: (value) => shape.write(of(value)) }
}

/** A member with a list of another shape. */
export function listOf<T, U>(name: string | undefined, shape: Shape<U>, of: (record: T) => U[]): Member<T> {
  return {
    name,
    schema: { type: 'array', items: shape.schema },
    of: (value) => of(value).map((each) => shape.write(each)),
  }
}

/** The same record under a noun, where the service chose one. */
export function wrapped<T>(c: Choices, id: ChoiceId, shape: Shape<T>, besides: Member<T>[] = []): Shape<T> {
  const noun = chosen(c, id)
  const title = `${shape.schema.title}Response`
  if (noun) return record(c, title, [inner(noun, shape, (value: T) => value), ...besides])
  if (besides.length === 0) return shape
  const outside = record(c, title, besides)
  const schema = {
    ...shape.schema,
    title,
    properties: { ...shape.schema.properties, ...outside.schema.properties },
    required: [...shape.schema.required!, ...outside.schema.required!],
  }
  return { schema, write: (value) => ({ ...(shape.write(value) as object), ...(outside.write(value) as object) }) }
}

export const TEXT: Schema = { type: 'string' }
export const COUNT: Schema = { type: 'integer' }
export const FLAG: Schema = { type: 'boolean' }
export const NUMBER: Schema = { type: 'number' }

/** A moment as this service writes it. */
export function moment(c: Choices, at: number | undefined): unknown {
  if (at === undefined) return undefined
  const iso = new Date(at).toISOString()
  if (c.time === 'iso-ms') return iso
  if (c.time === 'iso') return iso.replace(/\.\d+Z$/, 'Z')
  if (c.time === 'iso-offset') return iso.replace(/(\.\d{3})Z$/, '$1000+00:00')
  if (c.time === 'iso-naive') return iso.replace(/\.\d+Z$/, '')
  return c.time === 'epoch' ? Math.floor(at / 1000) : at
}

/** Its schema; a time without a zone has no `format`, as validators want a zone. */
export function momentSchema(c: Choices): Schema {
  if (c.time.startsWith('epoch')) return COUNT
  return c.time === 'iso-naive' ? TEXT : { type: 'string', format: 'date-time' }
}

type Kind = 'question' | 'item' | 'task' | 'invite'
const KINDS: Record<Kind, [block: string, prefix: string]> = {
  question: ['51000000', 'q_'],
  item: ['17000000', 'itm_'],
  task: ['7a000000', 'job_'],
  invite: ['14000000', 'inv_'],
}

/** The identifier of a group or a source in an answer: an integer, or its digits. */
export function mainId(c: Choices, id: number): unknown {
  return c['ids.main'] === 'integer' ? id : String(id)
}

export const mainIdSchema = (c: Choices): Schema => (c['ids.main'] === 'integer' ? COUNT : TEXT)

/** The identifier of anything else in an answer. */
export function otherId(c: Choices, kind: Kind, id: number): unknown {
  const form = c['ids.other']
  if (form === 'integer') return id
  if (form === 'string') return String(id)
  const [block, prefix] = KINDS[kind]
  return form === 'uuid' ? `${block}-0000-4000-8000-${id.toString(16).padStart(12, '0')}` : `${prefix}${id}`
}

export function otherIdSchema(c: Choices): Schema {
  if (c['ids.other'] === 'integer') return COUNT
  return c['ids.other'] === 'uuid' ? { type: 'string', format: 'uuid' } : TEXT
}
