import type { JsonObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { putAt, valueAt, type WireStep } from './wire-path.js'

/** A word of an enum, and the flag on the wire that says it: `bounced: true`. */
export interface Flag {
  word: string
  steps: readonly WireStep[]
}

/** The word of the first flag that is true; null if all are false, so that it is none of these words; undefined if one is missing. */
export function readFlags(flags: readonly Flag[], wire: JsonObject): string | null | undefined {
  const said = flags.map(({ word, steps }) => ({ word, value: valueAt(wire, steps) }))
  const known = said.find(({ value }) => value === true)?.word
  return known ?? (said.every(({ value }) => value === false) ? null : undefined)
}

/** Puts all flags beside one another, that of the word as true. */
export function putFlags(flags: readonly Flag[], wire: JsonObject, word: unknown): void {
  for (const flag of flags) putAt(wire, flag.steps, flag.word === word)
}

/** What a flag is on the wire. */
export const FLAG_SCHEMA = { type: 'boolean', 'x-overridden': true } as unknown as TSchema
