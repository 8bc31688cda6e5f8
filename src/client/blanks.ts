import { isObject } from '../base/is-object.js'
import type { AnswerContext } from './checked-payload.js'
import type { Gap } from './gaps.js'

/** Where a payload keeps the gaps of what it lacks that may be null, and so reads as null; copies keep it, too. */
const BLANKS = Symbol('blanks')

type Payload = object & { [BLANKS]?: Map<string, Gap> }

/** Marks a member that may be null, and that an answer does not even name, by its path in the schema; none that the service is known to lack. */
export function markBlank(payload: Payload, name: string, path: string, reading: AnswerContext): void {
  if (reading.isGone?.(path)) return
  const gap = { subject: reading.subject, path: reading.wirePath(path) }
  const value = (payload[BLANKS] ?? new Map<string, Gap>()).set(name, gap)
  Object.defineProperty(payload, BLANKS, { value, configurable: true })
}

/**
 * The gaps at those of these paths, such as `quota.limit`, where an answer names no member that may be null: null would say that there is
 * nothing, and this says nothing at all.
 */
export function blanksAt(payload: unknown, paths: readonly string[]): Gap[] {
  return paths.flatMap((path) => {
    const [name = '', ...around] = path.split('.').reverse()
    const object = around.reduceRight(memberOf, payload) as Payload | undefined
    return object?.[BLANKS]?.get(name) ?? []
  })
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
