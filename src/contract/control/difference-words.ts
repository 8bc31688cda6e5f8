import type { JsonObject } from '../../base/is-object.js'

/** Tables in which the emulator keeps its own account: the next free identifiers, what is due when, up to which item it analysed. */
const INTERNAL: ReadonlySet<string> = new Set(['counters', 'jobs', 'analyses'])

/** Whether a table is bookkeeping of the emulator, which nobody asked to change. */
export function isInternal(table: string): boolean {
  return INTERNAL.has(table)
}

/** How many changes of the log were made after one of them, up to another: what an undo takes back, and what a difference is the sum of. */
export function countChanges(after: number, last: number): number {
  return Math.max(0, last - after)
}

/** A member that differs: its path, such as `fields.0.text`, its name, and what it was and is. */
type MemberDifference = readonly [path: string, name: string, before: unknown, after: unknown]

/** The members that differ, down to the last object; arrays of another length are whole, and a value that is no object has no path. */
export function memberDifferences(before: unknown, after: unknown, path = '', own = ''): MemberDifference[] {
  if (!hasMembers(before) || !hasMembers(after) || isOtherList(before, after)) return [[path, own, before, after]]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => memberDifferences(before[name], after[name], path === '' ? name : `${path}.${name}`, name))
}

function isOtherList(before: object, after: object): boolean {
  if (Array.isArray(before) !== Array.isArray(after)) return true
  return Array.isArray(before) && before.length !== (after as unknown[]).length
}

/** Lists are compared entry by entry if they are equally long. */
function hasMembers(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object'
}

const TIME = /(?:^at|^now|_at|_start)$/
const DURATION = /_ms$/

/**
 * A member before and after, as a person reads it: times and durations, which the state has in milliseconds, are written out to the
 * second, and to the millisecond where they differ by less; others stay as they are. Undefined for a time at which nothing happened.
 */
export function readablePair(name: string, before: unknown, after: unknown): [before: unknown, after: unknown] {
  const [was, is] = [readableMember(name, before), readableMember(name, after)]
  return was === is && before !== after ? [before, after] : [was, is]
}

/** The last moment that has a date. */
const LAST_DATE_MS = 8.64e15

function readableMember(name: string, value: unknown): unknown {
  if (typeof value !== 'number' || Math.abs(value) > LAST_DATE_MS) return value
  // Where nothing has happened yet, the state has 0.
  if (TIME.test(name)) return value === 0 ? undefined : new Date(value).toISOString().slice(0, 19).replace('T', ' ')
  return DURATION.test(name) ? durationText(value) : value
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A duration to the second, by the two largest units that it has: `62 d 10 min`. */
function durationText(ms: number): string {
  const whole = Math.round(Math.abs(ms) / 1_000) * 1_000
  const parts = UNITS.map(([unit, size], at) => {
    const above = UNITS[at - 1]?.[1] ?? Number.POSITIVE_INFINITY
    return [Math.floor((whole % above) / size), unit] as const
  }).filter(([many]) => many > 0)
  if (parts.length === 0) return `${ms} ms`
  return `${ms < 0 ? '-' : ''}${parts
    .slice(0, 2)
    .map(([many, unit]) => `${many} ${unit}`)
    .join(' ')}`
}
