import { isObject, type JsonObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { setMember } from './wire-path.js'

/** The form of a map of ours that is a list on the wire, by what its entries call a name and its value: `[{name: "order", value: "A1"}]`. */
export interface PairsForm {
  key: string
  value: string
}

/** The entries of a map, each with its name. */
export function toPairs({ key, value }: PairsForm, map: JsonObject): JsonObject[] {
  return Object.entries(map).map(([name, each]) => ({ [key]: name, [value]: each }))
}

/** The map that such entries are; undefined where one has no name, or no value. */
export function fromPairs({ key, value }: PairsForm, wire: readonly unknown[]): JsonObject | undefined {
  const map: JsonObject = {}
  for (const each of wire) {
    if (!isObject(each) || typeof each[key] !== 'string' || each[value] === undefined) return undefined
    setMember(map, each[key], each[value])
  }
  return map
}

/** The schema of any value in a map; undefined of what is none. */
export function mapEntrySchema(schema: TSchema): TSchema | undefined {
  const { patternProperties } = schema as { patternProperties?: Record<string, TSchema> }
  return Object.values(patternProperties ?? {})[0]
}

/** The schema of the list that a map is on the wire. */
export function pairsSchema({ key, value }: PairsForm, schema: TSchema): TSchema {
  const { patternProperties: _, 'x-free-form': _free, ...rest } = schema as Record<string, unknown>
  const properties = { [key]: { type: 'string' }, [value]: mapEntrySchema(schema) }
  return { ...rest, type: 'array', items: { type: 'object', required: [key, value], properties } } as unknown as TSchema
}
