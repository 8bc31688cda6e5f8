import { isObject } from '../../base/is-object.js'
import type { TSchema } from '../schema.js'
import { setMember } from './wire-path.js'

/** Which entry of a list it is, as a constant of a fact says it: counted from 0, and from 1. */
export const INDEX = '{index}'
export const NUMBER = '{number}'

/** The member on the wire that numbers the entries of a list, and what the first one has there. */
export interface Ordinal {
  name: string
  from: 0 | 1
}

type Constants = Readonly<Record<string, string>>

/** The number among the constants that stand beside a member, if there is one. */
export function ordinalIn(tag: Constants): Ordinal | undefined {
  const [name, value] = Object.entries(tag).find(([, each]) => each === INDEX || each === NUMBER) ?? []
  return name === undefined ? undefined : { name, from: value === INDEX ? 0 : 1 }
}

/** The constants that are no number. */
export function constantsIn(tag: Constants): [name: string, value: string][] {
  return Object.entries(tag).filter(([, each]) => each !== INDEX && each !== NUMBER)
}

/** The entry at an index of a list, with its number. */
export function numbered(entry: unknown, { name, from }: Ordinal, index: number): unknown {
  if (isObject(entry)) setMember(entry, name, from + index)
  return entry
}

/** What such a number is on the wire. */
export const ORDINAL_SCHEMA = { type: 'integer', minimum: 0, 'x-overridden': true } as unknown as TSchema
