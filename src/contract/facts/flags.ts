import type { JsonObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { formatTime, parseTime, timeInOtherForm } from '../times.js'
import { putAt, valueAt, type WireStep } from './wire-path.js'

/** A word of an enum, and the flag on the wire that says it: `bounced: true`, or since when: `bounced_at`, null where it isn't so. */
export interface Flag {
  word: string
  steps: readonly WireStep[]
}

/** The word of the first flag that is set; null if none is, so that it is none of these words; undefined if one is missing. */
export function readFlags(flags: readonly Flag[], wire: JsonObject): string | null | undefined {
  const said = flags.map(({ word, steps }) => ({ word, value: valueAt(wire, steps) }))
  const known = said.find(({ value }) => value === true || isMoment(value))?.word
  return known ?? (said.every(({ value }) => value === false || value === null) ? null : undefined)
}

/** Puts all flags beside one another, that of the word as set. */
export function putFlags(flags: readonly Flag[], wire: JsonObject, word: unknown): void {
  for (const flag of flags) {
    const isSet = flag.word === word
    putAt(wire, flag.steps, isTime(flag) ? (isSet ? SINCE : null) : isSet)
  }
}

/** What a flag is on the wire. */
export function flagSchema(flag: Flag): TSchema {
  return (isTime(flag) ? SINCE_SCHEMA : FLAG_SCHEMA) as unknown as TSchema
}

const FLAG_SCHEMA = { type: 'boolean', 'x-overridden': true }
const SINCE_SCHEMA = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], 'x-overridden': true }

/** Since when it is so, where nothing else tells: an emulator keeps no such time. */
const SINCE = formatTime(0)

const isTime = ({ steps }: Flag) => /(_at|_on|At|On)$/.test(steps.at(-1)!.name)

function isMoment(value: unknown): boolean {
  return (typeof value === 'string' && parseTime(value) !== undefined) || timeInOtherForm(value) !== undefined
}
