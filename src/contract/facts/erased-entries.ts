import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import type { TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import { parsePlace, putAt, valueAt, type WireStep } from './wire-path.js'

/** How the answer to an erase is written. */
type EraseForm = Values['erase-answer']

/**
 * An identifier that an erase was asked for, and how many items it erased; 0 if another identifier had erased them already. An answer with
 * an entry for each identifier says this besides our totals.
 */
export interface ErasedEntry {
  external_id?: string
  customer_id?: string
  erased: number
}

/** Stands for a name where there is no such member; for the name of the list where the list is the whole answer. */
const NONE = 'none'

/** The codec of an erase that answers with an entry for each identifier instead of totals. */
export function withErasedEntries(codec: Codec, form: EraseForm): Codec {
  if (form.form !== 'entries') return codec
  return {
    ...codec,
    toWire: (ours) => entriesToWire(form, ours),
    fromWire: (wire) => totalsOf(form, wire),
    schemaToWire: () => entriesSchema(form),
    lacks: (path) => (path === 'erased' ? form.erased === NONE : false),
  }
}

const stepsTo = ({ at }: EraseForm): readonly WireStep[] => (at === NONE ? [] : parsePlace(at)!.steps)

function entriesToWire(form: EraseForm, ours: unknown): unknown {
  const { found = [], not_found = [] } = ours as { found?: ErasedEntry[]; not_found?: Omit<ErasedEntry, 'erased'>[] }
  const entries = [
    ...found.map((each) => entryOf(form, each, form.found)),
    ...not_found.map((each) => entryOf(form, { ...each, erased: 0 }, form.missing)),
  ]
  const wire: JsonObject = {}
  const steps = stepsTo(form)
  if (steps.length === 0) return entries
  putAt(wire, steps, entries)
  return wire
}

function entryOf(form: EraseForm, { external_id, customer_id, erased }: ErasedEntry, status: string): JsonObject {
  return {
    ...(external_id !== undefined && { [form.external_id]: external_id }),
    ...(customer_id !== undefined && { [form.customer_id]: customer_id }),
    ...(form.status !== NONE && { [form.status]: scalarOf(status) }),
    ...(form.erased !== NONE && { [form.erased]: erased }),
  }
}

/** A word as it is on the wire: the number or the boolean that it spells. */
function scalarOf(word: string): string | number | boolean {
  if (word === 'true' || word === 'false') return word === 'true'
  return /^\d+$/.test(word) ? Number(word) : word
}

/** Our totals of entries; the answer as it came if one of them says neither that its items are gone nor that there were none. */
function totalsOf(form: EraseForm, wire: unknown): unknown {
  const steps = stepsTo(form)
  const list = isObject(wire) ? valueAt(wire, steps) : steps.length === 0 ? wire : undefined
  if (!Array.isArray(list)) return wire
  const outcomes = list.map((entry) => (isObject(entry) ? outcomeOf(form, entry) : undefined))
  if (!outcomes.every((each) => each !== undefined)) return wire
  const { [steps[0]?.name ?? '']: _, ...rest } = isObject(wire) ? wire : {}
  const isCounted = outcomes.every(({ erased }) => erased !== undefined)
  return {
    ...rest,
    ...(isCounted && { erased: outcomes.reduce((sum, { erased = 0 }) => sum + erased, 0) }),
    not_found: outcomes.flatMap(({ isFound }, index) => (isFound ? [] : [identifierOf(form, list[index])])),
  }
}

interface Outcome {
  isFound: boolean
  /** How many items are gone, where the entry says it. */
  erased?: number
}

function outcomeOf(form: EraseForm, entry: JsonObject): Outcome | undefined {
  const { [form.erased]: count, [form.status]: status } = entry
  const said = form.status === NONE || status === undefined ? undefined : meaningOf(form, status)
  if (said === 'other') return undefined
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && form.erased !== NONE) {
    // Another identifier may have erased the items of one that was found.
    return { isFound: count > 0 || said === 'found', erased: count }
  }
  if (said === undefined) return undefined
  return said === 'missing' ? { isFound: false, erased: 0 } : { isFound: true }
}

/** Plain words for items that are gone, and for identifiers that no item had, in small letters with `_` between words. */
export const ERASE_WORDS = {
  found: ['erased', 'deleted', 'removed', 'purged', 'ok', 'success', 'succeeded', 'done', 'found', 'true'],
  missing: ['missing', 'none', 'absent', 'not_found', 'notfound', 'no_match', 'unknown', 'unmatched', 'false'],
}

/**
 * What the status of an entry says. A number means what it means in HTTP, also if facts name another one, and a plain word what it says: a
 * description mostly has a status without its words.
 */
function meaningOf({ found, missing }: EraseForm, status: unknown): 'found' | 'missing' | 'other' {
  const word = String(status)
  const plain = word.toLowerCase().replace(/[^a-z\d]+/g, '_')
  if (word === found) return 'found'
  if (word === missing) return 'missing'
  if (/^2\d\d$/.test(word) || ERASE_WORDS.found.includes(plain)) return 'found'
  return word === '404' || word === '410' || ERASE_WORDS.missing.includes(plain) ? 'missing' : 'other'
}

/** Which identifier an entry is about: its kind as well where it tells it, else the identifier alone. */
function identifierOf({ external_id, customer_id }: EraseForm, entry: JsonObject): unknown {
  if (external_id === customer_id) return entry[external_id]
  // Where entries have both members, the one of the other kind is null.
  return entry[external_id] != null ? { external_id: entry[external_id] } : { customer_id: entry[customer_id] }
}

function entriesSchema(form: EraseForm): TSchema {
  const words = [scalarOf(form.found), scalarOf(form.missing)]
  const types = [...new Set(words.map((word) => (typeof word === 'number' ? 'integer' : typeof word)))]
  const identifiers = [...new Set([form.external_id, form.customer_id])]
  const entry = {
    type: 'object',
    properties: {
      ...Object.fromEntries(identifiers.map((name) => [name, { type: 'string' }])),
      ...(form.status !== NONE && { [form.status]: { type: types.length === 1 ? types[0] : types, enum: words } }),
      ...(form.erased !== NONE && { [form.erased]: { type: 'integer', minimum: 0 } }),
    },
    required: [
      ...(identifiers.length === 1 ? identifiers : []),
      ...[form.status, form.erased].filter((name) => name !== NONE),
    ],
  }
  const list = { type: 'array', items: entry, 'x-overridden': true }
  return stepsTo(form).reduceRight<object>(
    (inner, { name }) => ({ type: 'object', properties: { [name]: inner }, required: [name] }),
    list,
  ) as TSchema
}
