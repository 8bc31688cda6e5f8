import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import type { TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import type { ErasedEntry } from './erased-entries.js'
import { parsePlace, putAt, valueAt, type WireStep } from './wire-path.js'

/** How the answer to an erase is written. */
type EraseForm = Values['erase-answer']

/** Stands for the place of the counts where they are the whole answer. */
const NONE = 'none'
const KINDS = ['external_id', 'customer_id'] as const

/** The codec of an erase that answers with a count for each kind of identifiers, `{erased: {external_id: 1, customer_id: 3}}`: ours is their sum. */
export function withErasedKinds(codec: Codec, form: EraseForm): Codec {
  if (form.form !== 'kinds') return codec
  const steps: readonly WireStep[] = form.at === NONE ? [] : parsePlace(form.at)!.steps
  return {
    ...codec,
    toWire(ours) {
      const { found = [], erased: _, ...rest } = ours as JsonObject & { found?: ErasedEntry[] }
      const counts = Object.fromEntries(KINDS.map((kind) => [form[kind], sum(found, kind)]))
      const wire = { ...(codec.toWire(rest) as JsonObject) }
      if (steps.length === 0) return { ...wire, ...counts }
      putAt(wire, steps, counts)
      return wire
    },
    fromWire(wire, unknown) {
      const counts = isObject(wire) ? valueAt(wire, steps) : undefined
      const read = codec.fromWire(wire, unknown)
      const erased = isObject(counts) ? total(KINDS.map((kind) => counts[form[kind]])) : undefined
      return isObject(read) && erased !== undefined ? { ...read, erased } : read
    },
    schemaToWire: (schema) => kindsSchema(form, codec.schemaToWire(schema), steps),
    lacks: (path) => path !== 'erased' && codec.lacks(path),
  }
}

function sum(found: readonly ErasedEntry[], kind: (typeof KINDS)[number]): number {
  return found.filter((each) => each[kind] !== undefined).reduce((all, { erased }) => all + erased, 0)
}

/** A kind that was not asked for may be left out; undefined where none is a count. */
function total(counts: readonly unknown[]): number | undefined {
  const known = counts.filter((each) => each !== undefined && each !== null)
  if (known.length === 0 || !known.every((each) => Number.isInteger(each) && (each as number) >= 0)) return undefined
  return known.reduce<number>((all, each) => all + (each as number), 0)
}

function kindsSchema(form: EraseForm, schema: TSchema, steps: readonly WireStep[]): TSchema {
  const { properties = {}, required = [], ...rest } = schema as { properties?: JsonObject; required?: string[] }
  const { erased: _, ...others } = properties
  const names = KINDS.map((kind) => form[kind])
  const count = { type: 'integer', minimum: 0 }
  const counts = {
    ...{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, count])), required: names },
    'x-overridden': true,
  }
  const whole = steps.reduceRight<JsonObject>(
    (inner, { name }) => ({ type: 'object', properties: { [name]: inner }, required: [name] }),
    counts,
  )
  const added = whole as { properties: JsonObject; required: string[] }
  return {
    ...rest,
    ...{ type: 'object', properties: { ...others, ...added.properties } },
    required: [...required.filter((name) => name !== 'erased'), ...added.required],
  } as unknown as TSchema
}
