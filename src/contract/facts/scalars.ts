import type { TSchema } from '../schema.js'
import { formatSecond, formatTime, parseTime, timeOfNumber } from '../times.js'
import { type Node, onScalar, typedSchema } from './typed-schema.js'

/**
 * How a time may be written; `iso-local` is UTC without saying so, `2025-01-31 12:00:00`, and `iso-local-t` with a `T` for the space.
 * `epoch` is a number whose size says whether it counts seconds or milliseconds. A client sends it in the unit of the numbers that it
 * reads; an emulator writes seconds.
 */
const TIME_TYPES = [
  ...(['iso', 'iso-seconds', 'iso-offset', 'iso-local', 'iso-local-t'] as const),
  ...(['epoch', 'epoch-seconds', 'epoch-milliseconds', 'date'] as const),
] as const
type TimeType = (typeof TIME_TYPES)[number]
const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean', 'inverted', 'percent', 'fraction', 'listed'] as const
/**
 * How a scalar may be written on the wire. Of numbers: `percent` where ours is 0 to 1, `fraction` where ours is 0 to 100, `listed` as a list
 * of what ours counts. `inverted`: true where ours is false.
 */
export const WIRE_TYPES = [...PLAIN_TYPES, ...TIME_TYPES] as const
export type WireType = (typeof WIRE_TYPES)[number]

/** Values of an enum, ours to theirs; of several of theirs the first is sent. */
export type WordMap = Readonly<Record<string, WireWord | readonly WireWord[]>>
type WireWord = string | number | boolean

/** How one scalar is written and read. What is of another kind than expected is left as it is. */
export interface Scalar {
  toWire(ours: unknown): unknown
  fromWire(wire: unknown): unknown
  schemaToWire(schema: TSchema): TSchema
}

/** Whether a member holds a time: by its format, or by its name where a request takes more forms than one. */
export function isTime(name: string, schema: TSchema): boolean {
  return (schema as Node).format === 'date-time' || /_(at|since|until)$/.test(name)
}

/** The types that fit a scalar of ours; none if it is not a scalar. */
export function wireTypesOf(name: string, schema: TSchema): readonly WireType[] {
  const { type, enum: words, maximum } = schema as Node
  if (words) return []
  if (type === 'string') {
    return isTime(name, schema) ? TIME_TYPES : ['string', 'integer', 'number']
  }
  if (type === 'integer' && name === 'match_count') return ['integer', 'number', 'string', 'listed']
  if (type === 'integer') return ['integer', 'number', 'string', ...(maximum === 100 ? (['fraction'] as const) : [])]
  if (type === 'number') return ['number', 'string', 'percent', 'fraction']
  return type === 'boolean' ? ['boolean', 'string', 'integer', 'inverted'] : []
}

/** The scalar without the alternative `null`. */
export function withoutNull(schema: TSchema): TSchema {
  const { anyOf } = schema as Node
  const others = anyOf?.filter((each) => (each as Node).type !== 'null')
  return others?.length === 1 ? (others[0] as TSchema) : schema
}

/** A scalar that is written as another type. */
export function typedScalar(type: WireType, schema: TSchema): Scalar {
  const toWire = writerOf(type)
  const fromWire = readerOf(type, (withoutNull(schema) as Node).type)
  return { toWire, fromWire, schemaToWire: (node) => onScalar(node, (each) => typedSchema(type, each)) }
}

function writerOf(type: WireType): (ours: unknown) => unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return toNumber
    case 'string':
      return (ours) => (typeof ours === 'number' || typeof ours === 'boolean' ? String(ours) : ours)
    case 'percent':
      return (ours) => (typeof ours === 'number' ? scaled(ours * 100) : ours)
    case 'fraction':
      return (ours) => (typeof ours === 'number' ? scaled(ours / 100) : ours)
    case 'boolean':
      return (ours) => ours
    case 'inverted':
      return inverted
    case 'listed':
      return (ours) => (typeof ours === 'number' ? Array.from({ length: ours }, (_, index) => index + 1) : ours)
    default:
      return (ours) => writeTime(type, ours)
  }
}

function readerOf(type: WireType, ours: string | undefined): (wire: unknown) => unknown {
  switch (type) {
    case 'percent':
      return (wire) => (typeof wire === 'number' ? scaled(wire / 100) : wire)
    case 'fraction':
      return (wire) => (typeof wire === 'number' ? percentOf(wire, ours) : wire)
    case 'inverted':
      return inverted
    case 'listed':
      return (wire) => (Array.isArray(wire) ? wire.length : wire)
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      if (ours === 'boolean') return toBoolean
      return ours === 'string' ? (wire) => (typeof wire === 'number' ? String(wire) : wire) : toNumber
    default:
      return (wire) => readTime(type, wire)
  }
}

const percentOf = (fraction: number, ours: string | undefined) =>
  ours === 'integer' ? Math.round(fraction * 100) : scaled(fraction * 100)

/** Only what comes back the same: an identifier such as `007` is not a number. */
function toNumber(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || value === '') return value
  const number = Number(value)
  return Number.isFinite(number) && String(number) === value ? number : value
}

function toBoolean(value: unknown): unknown {
  if (value === 'true' || value === 1 || value === '1') return true
  return value === 'false' || value === 0 || value === '0' ? false : value
}

const inverted = (value: unknown) => (typeof value === 'boolean' ? !value : value)

/** Without the last digits, which arithmetic with powers of two makes up. */
function scaled(value: number): number {
  return Number(value.toPrecision(14))
}

function writeTime(type: WireType, ours: unknown): unknown {
  const at = typeof ours === 'string' ? parseTime(ours) : undefined
  if (at === undefined) return ours
  switch (type) {
    case 'iso-seconds':
      return `${formatSecond(at)}Z`
    case 'iso-offset':
      return formatTime(at).replace('Z', '+00:00')
    case 'iso-local':
      return formatSecond(at).replace('T', ' ')
    case 'iso-local-t':
      return formatSecond(at)
    case 'epoch':
    case 'epoch-seconds':
      return Math.floor(at / 1_000)
    case 'epoch-milliseconds':
      return at
    case 'date':
      return formatTime(at).slice(0, 10)
    default:
      return formatTime(at)
  }
}

const WRITTEN: readonly (readonly [RegExp, TimeType])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/, 'iso'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'iso-seconds'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:?\d\d$/, 'iso-offset'],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/, 'iso-local'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/, 'iso-local-t'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
]

/** How a time of the wire is written; undefined for a number, whose unit its size alone does not tell, and for what is no time. */
export function timeTypeOf(wire: unknown): TimeType | undefined {
  return typeof wire === 'string' ? WRITTEN.find(([form]) => form.test(wire))?.[1] : undefined
}

/** A time of the wire as ours. One without a zone is read as UTC, and a number in a query comes as text. */
function readTime(type: WireType, wire: unknown): unknown {
  const number = type.startsWith('epoch') ? toNumber(wire) : wire
  if (typeof number === 'number') {
    const at = type === 'epoch' ? timeOfNumber(number) : Math.round(number * (type === 'epoch-seconds' ? 1_000 : 1))
    return at !== undefined && Math.abs(at) <= 8.64e15 ? formatTime(at) : wire
  }
  if (typeof wire !== 'string') return wire
  const at = parseTime(wire) ?? parseTime(wire.replace(' ', 'T')) ?? parseTime(`${wire.replace(' ', 'T')}Z`)
  return at === undefined ? wire : formatTime(at)
}

/**
 * A scalar whose words are others on the wire. One that no fact names is ours as it is, or spelled alike: with `short_text` goes `mcq`.
 */
export function wordedScalar(words: WordMap, schema?: TSchema): Scalar {
  const all = Object.entries(words).map(([ours, theirs]) => [ours, Array.isArray(theirs) ? theirs : [theirs]] as const)
  const theirs = new Map<unknown, unknown>(all.map(([word, [first]]) => [word, first]))
  const ours = new Map<unknown, string>(all.flatMap(([word, given]) => given.map((each) => [each, word] as const)))
  const known = (map: ReadonlyMap<unknown, unknown>) => (value: unknown) => (map.has(value) ? map.get(value) : value)
  const { enum: own = [] } = (schema ? withoutNull(schema) : {}) as Node
  const open = new Map(own.flatMap((word) => (Object.hasOwn(words, String(word)) ? [] : [[plainWord(word), word]])))
  const isOwn = (value: unknown) => own.some((word) => word === value)
  const alike = (value: unknown) => (typeof value === 'string' && !isOwn(value) && open.get(plainWord(value))) || value
  const wordsOf = (word: unknown) => all.find(([each]) => each === word)?.[1] ?? [word]
  return {
    toWire: known(theirs),
    fromWire: (value) => (ours.has(value) ? ours.get(value) : alike(value)),
    schemaToWire: (given) =>
      onScalar(given, ({ enum: given = [], ...node }) => {
        const worded = given.flatMap(wordsOf)
        const types = [...new Set(worded.map((each) => typeof each))]
        return { ...node, type: (types.length === 1 ? types[0] : types) as string, enum: worded }
      }),
  }
}

const plainWord = (word: unknown) =>
  String(word)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
