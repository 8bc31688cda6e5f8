import type { JsonObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { formatTime, parseTime, timeInOtherForm } from '../times.js'
import { putAt, stepText, valueAt, type WireStep } from './wire-path.js'

/**
 * A word of an enum, and the flags on the wire that say it where all of them are set: `bounced: true`, or since when: `bounced_at`, null where
 * it isn't so. Without flags it is the word where no other is said.
 */
export interface Flag {
  word: string
  all: readonly (readonly WireStep[])[]
}

/** What facts say of a word: its flag, or several that all are set. */
export type FlagNames = string | readonly string[]

/** The names of the flags of a word. */
export const flagNames = (of: FlagNames): readonly string[] => (typeof of === 'string' ? [of] : of)

/** Every flag on the wire, once. */
export function flagPlaces(flags: readonly Flag[]): (readonly WireStep[])[] {
  return [...new Map(flags.flatMap(({ all }) => all.map((steps) => [placeText(steps), steps]))).values()]
}

const placeText = (steps: readonly WireStep[]) => steps.map(stepText).join('.')

/** The first word that is said; null if none is, so that it is none of these words; undefined if a flag is missing. */
export function readFlags(flags: readonly Flag[], wire: JsonObject): string | null | undefined {
  const isSaid = ({ all }: Flag) => all.length > 0 && all.every((steps) => isSet(valueAt(wire, steps)))
  const said = flags.find(isSaid)
  if (said) return said.word
  const isUnset = (steps: readonly WireStep[]) => [false, null].includes(valueAt(wire, steps) as null)
  const isNone = flags.every(({ all }) => all.length === 0 || all.some(isUnset))
  return isNone ? (flags.find(({ all }) => all.length === 0)?.word ?? null) : undefined
}

const isSet = (value: unknown) => value === true || isMoment(value)

/** Puts all flags beside one another, those of the word as set. */
export function putFlags(flags: readonly Flag[], wire: JsonObject, word: unknown): void {
  const own = new Set(flags.find((flag) => flag.word === word)?.all.map(placeText))
  for (const steps of flagPlaces(flags)) {
    const isOwn = own.has(placeText(steps))
    putAt(wire, steps, isTime(steps) ? (isOwn ? SINCE : null) : isOwn)
  }
}

/** What a flag is on the wire. */
export function flagSchema(steps: readonly WireStep[]): TSchema {
  return (isTime(steps) ? SINCE_SCHEMA : FLAG_SCHEMA) as unknown as TSchema
}

const FLAG_SCHEMA = { type: 'boolean', 'x-overridden': true }
const SINCE_SCHEMA = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], 'x-overridden': true }

/** Since when it is so, where nothing else tells: an emulator keeps no such time. */
const SINCE = formatTime(0)

const isTime = (steps: readonly WireStep[]) => /(_at|_on|At|On)$/.test(steps.at(-1)!.name)

function isMoment(value: unknown): boolean {
  return (typeof value === 'string' && parseTime(value) !== undefined) || timeInOtherForm(value) !== undefined
}
