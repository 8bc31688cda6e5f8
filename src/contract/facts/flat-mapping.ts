import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import { MEMBER_HEADERS } from '../items/schemas.js'
import type { TSchema } from '../schema.js'
import type { Codec } from './codec.js'

/** In place of a column of text: the field is told, and columns are known by what they are called. */
export const NO_COLUMN = ''

/** Whether a mapping has the ids of fields beside the names of other members. */
export const isFlat = (form: string) => /^flat(-|$)/.test(form)

type MappingForm = Values['upload-mapping']

/**
 * A mapping in which the header of each field goes with the id of that field, beside those of other members: an object by these ids and
 * names, one by the headers, or a list of pairs.
 */
export function withFlatFields(codec: Codec, form: MappingForm): Codec {
  return {
    ...codec,
    toWire(ours) {
      if (!isObject(ours) || !isObject(ours.mapping)) return codec.toWire(ours)
      const { mapping, ...rest } = ours
      const { fields, ...others } = mapping as JsonObject
      const named = Object.entries(fields as JsonObject).filter(([, header]) => header !== NO_COLUMN)
      if (named.length === 0) return codec.toWire(rest)
      return codec.toWire({ ...rest, mapping: written(form, [...named, ...Object.entries(others)]) })
    },
    fromWire(wire, unknown) {
      const sent = codec.fromWire(wire, unknown)
      if (!isObject(sent)) return sent
      const { mapping, ...body } = sent
      const columns = read(form, mapping)
      if (columns === undefined) return mapping === undefined ? body : { ...body, mapping }
      const told = (isMember: boolean) =>
        Object.fromEntries(columns.filter(([name]) => name in MEMBER_HEADERS === isMember))
      return { ...body, mapping: { fields: told(false), ...told(true) } }
    },
    schemaToWire(schema) {
      const { properties, ...rest } = schema as TSchema & { properties: Record<string, TSchema> }
      const mapping = { ...schemaOf(form), 'x-overridden': true }
      return codec.schemaToWire({ ...rest, properties: { ...properties, mapping } } as unknown as TSchema)
    },
  }
}

/** The columns by the id of a field, or the name of a member. */
type Columns = readonly (readonly [string, unknown])[]

function written({ form, column, member, field_member }: MappingForm, columns: Columns): unknown {
  const ofField = field_member === 'none' ? member : field_member
  if (form === 'flat-pairs')
    return columns.map(([name, header]) => ({ [column]: header, [name in MEMBER_HEADERS ? member : ofField]: name }))
  return Object.fromEntries(form === 'flat' ? columns : columns.map(([name, header]) => [String(header), name]))
}

function read({ form, column, member, field_member }: MappingForm, mapping: unknown): Columns | undefined {
  if (form === 'flat-pairs') {
    const pairs = Array.isArray(mapping) && mapping.every(isObject) ? mapping : undefined
    return pairs?.map((pair) => [String(pair[member] ?? pair[field_member]), pair[column]])
  }
  if (!isObject(mapping)) return undefined
  const entries = Object.entries(mapping)
  return form === 'flat' ? entries : entries.map(([header, name]) => [String(name), header])
}

const HEADER = { type: 'string', minLength: 1, description: 'Header of the column that holds it' }
const NAME = { type: 'string', description: 'The id of a field, or the name of a member.' }
const FIELD = { type: 'string', description: 'The id of a field, of a column of text.' }
const MEMBER_NAME = { type: 'string', enum: Object.keys(MEMBER_HEADERS), description: 'Of any other column.' }

function schemaOf({ form, column, member, field_member }: MappingForm): object {
  if (form === 'flat') {
    const description =
      'JSON object: id of a field, or member, to column name, such as {"31": "Comment", "rating": "Stars"}.'
    return { description, type: 'object', properties: MEMBER_HEADERS, additionalProperties: HEADER }
  }
  if (form === 'flat-columns') {
    const description =
      'JSON object: column name to id of a field, or member, such as {"Comment": "31", "Stars": "rating"}.'
    return { description, type: 'object', additionalProperties: NAME }
  }
  const isApart = field_member !== 'none'
  const properties = {
    [column]: HEADER,
    [member]: isApart ? MEMBER_NAME : NAME,
    ...(isApart && { [field_member]: FIELD }),
  }
  const items = { type: 'object', properties, required: isApart ? [column] : [column, member] }
  return { description: 'What each column holds.', type: 'array', items }
}
