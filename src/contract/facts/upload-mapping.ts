import { isObject, type JsonObject } from '../../base/is-object.js'
import { GUESSES, type Values } from '../assumptions/values.js'
import { InputError } from '../input-error.js'
import type { TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import type { Facts } from './facts.js'
import { isFlat, NO_COLUMN, withFlatFields } from './flat-mapping.js'
import { withPlacedMember } from './placed-member.js'

/** How the columns of an upload are named on the wire. */
type MappingForm = Values['upload-mapping']

const MAPPING = 'behaviour:upload-mapping'
const TEXT = 'text'
/** Where nothing tells the field: the only one of the source that takes text. */
export const ONLY_FIELD = ''
const PLACEHOLDER = /\{[mM]ember\}/

/** The part that tells the field beside the mapping; undefined if none does. A mapping as ours has the field, so that a fact has to name one. */
export function fieldPart(facts: Facts): string | undefined {
  const { form = GUESSES['upload-mapping'].form, field } = (facts[MAPPING] ?? {}) as Partial<MappingForm>
  const hasFields = form === 'fields' || isFlat(form)
  const part = field ?? (hasFields ? 'none' : GUESSES['upload-mapping'].field)
  return part === 'none' ? undefined : part
}

/** The codec of an upload that names its columns in another form than ours, or tells the field beside them. */
export function withMappingForm(plain: Codec, form: MappingForm, facts: Facts): Codec {
  const codec = withPlacedMember(plain, fieldPart(facts))
  if (form.form === 'fields') return withFieldBeside(codec, fieldPart(facts))
  if (isFlat(form.form)) return withFlatFields(codec, form)
  return {
    ...codec,
    toWire: (ours) => codec.toWire(mappingToWire(form, ours)),
    fromWire: (wire, unknown) => mappingFromWire(form, codec.fromWire(wire, unknown)),
    schemaToWire: (schema) => codec.schemaToWire(uploadSchema(form, schema)),
  }
}

/** A mapping as ours with the field in a part as well, which can be of one field alone; without a column of text that part is all there is. */
function withFieldBeside(codec: Codec, part: string | undefined): Codec {
  if (part === undefined) return codec
  return {
    ...codec,
    toWire(ours) {
      const mapping = isObject(ours) && isObject(ours.mapping) ? ours.mapping : {}
      const [field, another] = Object.entries((mapping.fields ?? {}) as JsonObject)
      if (!field || another) return codec.toWire(ours)
      const { mapping: own, ...rest } = ours as JsonObject
      return codec.toWire({ ...rest, ...(field[1] !== NO_COLUMN && { mapping: own }), [part]: field[0] })
    },
    fromWire(wire, unknown) {
      const sent = codec.fromWire(wire, unknown)
      if (!isObject(sent)) return sent
      const { [part]: id, ...body } = sent
      return id === undefined || body.mapping ? body : { ...body, mapping: { fields: { [String(id)]: NO_COLUMN } } }
    },
    schemaToWire(schema) {
      const { properties, ...rest } = schema as TSchema & { properties: Record<string, TSchema> }
      return codec.schemaToWire({ ...rest, properties: { ...properties, [part]: FIELD } } as unknown as TSchema)
    },
  }
}

/** The schema of an upload with its columns named in another form. */
function uploadSchema({ form, column, member, field, part }: MappingForm, schema: TSchema): TSchema {
  const { properties, ...rest } = schema as TSchema & { properties: Record<string, TSchema> }
  const { mapping, ...others } = properties
  const { fields: _, ...headers } = (mapping as TSchema & { properties: Record<string, TSchema> }).properties
  const columns: Record<string, object> = { [TEXT]: HEADER, ...headers }
  const names = { type: 'string', enum: Object.keys(columns) }
  const named = field === 'none' ? others : { ...others, [field]: FIELD }
  const told = {
    members: {
      ...{ description: 'JSON object: member to column name, such as {"text": "Comment"}.', type: 'object' },
      ...{ properties: columns, required: [TEXT] },
    },
    columns: {
      ...{ description: 'JSON object: column name to member, such as {"Comment": "text"}.', type: 'object' },
      additionalProperties: names,
    },
    pairs: {
      ...{ description: 'What each column holds.', type: 'array' },
      items: { type: 'object', properties: { [column]: HEADER, [member]: names }, required: [column, member] },
    },
  }
  const parts = Object.fromEntries(Object.entries(columns).map(([name, header]) => [partOf(part, name), header]))
  const all = form in told ? told[form as keyof typeof told] : undefined
  const own = form === 'none' ? {} : all === undefined ? parts : { mapping: { ...all, 'x-overridden': true } }
  return { ...rest, properties: { ...named, ...own } } as unknown as TSchema
}

const HEADER = { type: 'string', minLength: 1, description: 'Header of the column that holds it' }
const FIELD = { type: 'string', description: 'Identifier of the field that the texts belong to.' }

function mappingToWire({ form, column, member, field, part }: MappingForm, ours: unknown): unknown {
  if (!isObject(ours) || !isObject(ours.mapping)) return ours
  const { mapping, ...rest } = ours
  const { fields = {}, ...others } = mapping as JsonObject
  const [text, ...more] = Object.entries(fields as JsonObject)
  if (!text || more.length > 0) {
    throw new InputError(
      'ARGUMENT_INVALID',
      'This service takes one column of text in an upload.',
      'Upload each field by itself, or use `pushFile`.',
    )
  }
  const columns = [[TEXT, text[1]], ...Object.entries(others)] as [string, unknown][]
  const named = field === 'none' ? rest : { ...rest, [field]: text[0] }
  if (text[1] === NO_COLUMN) return named
  switch (form) {
    case 'none':
      return requireOwnNames(columns) && named
    case 'members':
      return { ...named, mapping: Object.fromEntries(columns) }
    case 'columns':
      return { ...named, mapping: Object.fromEntries(columns.map(([name, header]) => [header, name])) }
    case 'pairs':
      return { ...named, mapping: columns.map(([name, header]) => ({ [column]: header, [member]: name })) }
    default:
      return { ...named, ...Object.fromEntries(columns.map(([name, header]) => [partOf(part, name), header])) }
  }
}

function requireOwnNames(columns: readonly [string, unknown][]): true {
  const renamed = columns.find(([name, header]) => name !== header)
  if (!renamed) return true
  throw new InputError(
    'ARGUMENT_INVALID',
    `This service finds the columns of an upload by their headers, so the column ${renamed[1]} can't be used as ${renamed[0]}.`,
    `Rename its header to ${renamed[0]} in the file, or use \`pushFile\`.`,
  )
}

function mappingFromWire(form: MappingForm, wire: unknown): unknown {
  if (!isObject(wire)) return wire
  const { [form.field]: id, ...body } = wire
  const { [TEXT]: text, ...others } = Object.fromEntries(readColumns(form, body))
  if (text === undefined) return id === undefined ? wire : { ...body, mapping: { fields: { [String(id)]: NO_COLUMN } } }
  const rest = form.form === 'parts' ? withoutParts(form, body) : body
  return { ...rest, mapping: { fields: { [id === undefined ? ONLY_FIELD : String(id)]: text }, ...others } }
}

function readColumns({ form, column, member, part }: MappingForm, body: JsonObject): [string, unknown][] {
  const { mapping } = body
  if (form === 'parts') {
    return Object.entries(body).flatMap(([name, header]): [string, unknown][] => {
      const found = memberOf(part, name)
      return found === undefined ? [] : [[found, header]]
    })
  }
  if (form === 'pairs') {
    const pairs = Array.isArray(mapping) ? mapping.filter(isObject) : []
    return pairs.map((pair) => [String(pair[member]), pair[column]])
  }
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  return form === 'members' ? entries : entries.map(([header, name]) => [String(name), header])
}

function withoutParts({ part }: MappingForm, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => memberOf(part, name) === undefined))
}

/** Writes the name of the part of a member, spelled as the rest of it: `{member}_column`, `{member}Column`, `{Member}Column`, `column{Member}`. */
export function partOf(part: string, member: string): string {
  const joined = member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (part.includes('{Member}')) return part.replace('{Member}', joined[0]!.toUpperCase() + joined.slice(1))
  return part.replace('{member}', /\{member\}[A-Z]/.test(part) ? joined : member)
}

function memberOf(part: string, name: string): string | undefined {
  const [before = '', after = ''] = part.split(PLACEHOLDER)
  const inner = name.slice(before.length, name.length - after.length)
  const member = inner.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '_') + letter.toLowerCase())
  return member !== '' && partOf(part, member) === name ? member : undefined
}
