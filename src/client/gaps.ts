import { isObject } from '../base/is-object.js'
import { UnexpectedResponseError } from './errors.js'

/** A member that an answer lacks, or has in another form than its schema says. */
export interface Gap {
  /** `The response to getInvite`. */
  subject: string
  /** Where it should be on the wire. */
  path: string
  /** What it is instead: `is -7, less than 0`. Absent if it is missing. */
  why?: string
}

/** What is no gap, so that nothing is said of it: what the service is known to lack, and null. */
export type Absence = 'gone' | 'null'

/** The getters in place of what is missing. */
const GAPS = new WeakMap<object, Gap | Absence>()

/** Marks the getter that refuses a member. */
export function markGap(get: () => never, gap: Gap | Absence): void {
  GAPS.set(get, gap)
}

/** Whether the member is missing from a checked payload, or does not fit. */
export function isMissing(payload: object, name: string): boolean {
  return markAt(payload, name) !== undefined
}

/** The gap at a member; undefined if there is none, or the service is known to have no such member. */
export function findGap(payload: object, name: string): Gap | undefined {
  const gap = markAt(payload, name)
  return typeof gap === 'object' ? gap : undefined
}

/** Whether a service is known to have no such member. */
export function isKnownToLack(payload: object, name: string): boolean {
  return markAt(payload, name) === 'gone'
}

function markAt(payload: object, name: string): Gap | Absence | undefined {
  const get = Object.getOwnPropertyDescriptor(payload, name)?.get
  return get && GAPS.get(get)
}

/** Every gap in a payload, however deep, each place once. */
export function gapsIn(payload: unknown): Gap[] {
  const gaps = new Map<string, Gap>()
  visit(payload)
  return [...gaps.values()]

  function visit(value: unknown): void {
    if (!isObject(value) && !Array.isArray(value)) return
    for (const [name, { get, value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      const gap = get && GAPS.get(get)
      if (typeof gap === 'object') gaps.set(gap.path, gap)
      else if (name !== 'toJSON') visit(inner)
    }
  }
}

/** The gaps of each operation's answers, each place once. */
export function byAnswer(gaps: readonly Gap[]): [Gap, ...Gap[]][] {
  const known = new Map<string, Map<string, Gap>>()
  for (const gap of gaps) known.set(gap.subject, (known.get(gap.subject) ?? new Map()).set(gap.path, gap))
  return [...known.values()].map((places) => [...places.values()] as [Gap, ...Gap[]])
}

/** Whether a checked payload lacks nothing, what the service is known to lack included. */
export function isWhole(payload: unknown): boolean {
  if (!isObject(payload) && !Array.isArray(payload)) return true
  const members = Object.entries(Object.getOwnPropertyDescriptors(payload))
  return members.every(([name, { get, value }]) => (get ? !GAPS.has(get) : name === 'toJSON' || isWhole(value)))
}

/**
 * Refuses a payload where there is a gap at every one of these paths, such as `counts.sent` or `themes[].label` (the first entry):
 * dashes alone would look like an answer. What the service is known to lack is not asked of it; what it sends as `null` or as an
 * empty list is no gap.
 * @throws {UnexpectedResponseError} naming the operation and its members
 */
export function requireAnyOf(payload: object, paths: readonly string[]): void {
  const gaps = gapsOfAll(payload, paths)
  if (gaps.length === 0) return
  const named = [...new Set(gaps.map(({ path }) => `\`${path}\``))].join(', ')
  throw new UnexpectedResponseError(`${gaps[0]!.subject} has no ${named} that can be read`)
}

/** The gaps at these paths, where there is one at each; empty if anything of it can be read, or is known to be lacking. */
export function gapsOfAll(payload: object, paths: readonly string[]): readonly Gap[] {
  const gapAt = (path: string) => gapOnTheWay(payload, path.replaceAll('[]', '.0').split('.'))
  const asked = paths.map(gapAt).filter((each) => each !== 'known')
  return asked.every((each) => each !== undefined) ? asked : []
}

/** The gap at a path or on the way to it; 'known' where the service is known to lack it. */
function gapOnTheWay(value: unknown, [name, ...rest]: readonly string[]): Gap | 'known' | undefined {
  if (name === undefined || value === null || typeof value !== 'object') return undefined
  if (isMissing(value, name)) return findGap(value, name) ?? 'known'
  return gapOnTheWay(Object.getOwnPropertyDescriptor(value, name)?.value, rest)
}

/** A value of which every member may be absent. */
export type There<T> = T extends readonly (infer Entry)[]
  ? There<Entry>[]
  : T extends object
    ? { [Name in keyof T]?: There<T[Name]> | undefined }
    : T

/**
 * What is there of a checked payload, however deep, for what shows it: members that are missing or do not fit are absent, and so is a
 * list with such an entry, since fewer would be counted and shown as all of them. `onMissed` hears of the gap where one of those is
 * read all the same.
 */
export function whatIsThere<T>(payload: T, onMissed?: (gap: Gap) => void): There<T> {
  if (Array.isArray(payload)) return payload.map((entry) => whatIsThere(entry, onMissed)) as There<T>
  if (!isObject(payload)) return payload as There<T>
  const there: object = {}
  for (const [name, { get, value, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(payload))) {
    const gaps = get ? [GAPS.get(get)] : Array.isArray(value) && hasGap(value) ? gapsIn(value) : undefined
    if (!gaps && enumerable) Object.defineProperty(there, name, { ...PLAIN, value: whatIsThere(value, onMissed) })
    else if (gaps && onMissed) Object.defineProperty(there, name, { get: () => tell(gaps) })
  }
  return there as There<T>

  function tell(gaps: readonly (Gap | Absence | undefined)[]): undefined {
    for (const gap of gaps) if (typeof gap === 'object') onMissed?.(gap)
  }
}

const PLAIN = { enumerable: true, writable: true, configurable: true }

function hasGap(list: readonly unknown[]): boolean {
  // An entry that does not fit is refused where it is read.
  return Object.values(Object.getOwnPropertyDescriptors(list)).some(({ get }) => get !== undefined)
}

/** Whether something of these was sent, in a form that can't be read: it is not merely missing. */
export function isUnread(gaps: readonly Gap[]): boolean {
  return gaps.some(({ why }) => why !== undefined)
}

/** So many paths are read in one sentence; more stand one per line, or a pipe has them in one line without end. */
const FEW = 3

/** What is said of all that was missing, each by its name, how that is `shown`, and what to do. */
export function describeGaps(
  [first, ...others]: readonly [Gap, ...Gap[]],
  shown: 'shown as -' | 'left out' | 'left out or shown as -',
): string {
  const paths = [first, ...others].map(({ path, why }) => `\`${path}\`${why === undefined ? '' : ` (it ${why})`}`)
  const isLong = paths.length > FEW
  const lack = isLong
    ? `lacks ${paths.length} members, or has them in another form`
    : `has no ${paths.join(', ')} that can be read`
  const said = `${first.subject} ${lack}; ${shown}. \`inpk learn\` finds out how this service differs.`
  return [said, ...(isLong ? paths.map((path) => `  ${path}`) : [])].join('\n')
}
