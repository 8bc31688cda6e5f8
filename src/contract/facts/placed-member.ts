import { isObject, type JsonObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { isInQuery } from './body-places.js'
import type { Codec } from './codec.js'
import { parsePlace, putAt, valueAt, type WireStep } from './wire-path.js'

/** The codec of a body that has a member which none of ours is at a place below others, where it is written by that place: `metadata.field_id`. */
export function withPlacedMember(codec: Codec, name: string | undefined): Codec {
  const isBelow = name !== undefined && !isInQuery(name) && name.includes('.')
  const place = isBelow ? parsePlace(name)?.steps : undefined
  if (!isBelow || !place) return codec
  return {
    ...codec,
    toWire(ours) {
      const { [name]: value, ...rest } = ours as JsonObject
      const wire = codec.toWire(rest)
      if (value === undefined || !isObject(wire)) return wire
      const whole = { ...wire }
      putAt(whole, place, value)
      return whole
    },
    fromWire(wire, unknown) {
      const value = valueAt(wire, place)
      if (value === undefined) return codec.fromWire(wire, unknown)
      return { ...(codec.fromWire(withoutPlace(wire, place), unknown) as JsonObject), [name]: value }
    },
    schemaToWire(schema) {
      const { properties, ...rest } = schema as TSchema & { properties: Record<string, TSchema> }
      const { [name]: own, ...others } = properties
      const written = codec.schemaToWire({ ...rest, properties: others } as unknown as TSchema)
      return own ? withSchemaAt(written, place, own) : written
    },
  }
}

/** A value without what is at a place, and without objects that had nothing else. */
export function withoutPlace(value: unknown, [step, ...rest]: readonly WireStep[]): unknown {
  if (!step || !isObject(value) || !Object.hasOwn(value, step.name)) return value
  const { [step.name]: own, ...others } = value
  const left = rest.length === 0 ? {} : withoutPlace(own, rest)
  return isObject(left) && Object.keys(left).length === 0 ? others : { ...others, [step.name]: left }
}

/** A schema with that of a member at a place. */
export function withSchemaAt(schema: TSchema, [step, ...rest]: readonly WireStep[], member: TSchema): TSchema {
  if (!step) return schema
  const { properties = {}, ...others } = schema as TSchema & { properties?: Record<string, TSchema> }
  const inner = properties[step.name] ?? ({ type: 'object' } as unknown as TSchema)
  const own = rest.length === 0 ? member : withSchemaAt(inner, rest, member)
  return { ...others, properties: { ...properties, [step.name]: own } } as unknown as TSchema
}
