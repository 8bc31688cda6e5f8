import type { FaultMatch } from '../../src/contract/control/faults.js'

/** What a fault can be aimed at of a request or of a webhook attempt. */
export interface FaultTarget {
  /** The path as it was sent; of a request also without its mount. */
  paths: readonly string[]
  keyId?: string | undefined
  sourceIds: readonly string[]
  /** The JSON that is sent; undefined if it is none. */
  body: unknown
}

/** Whether a fault that is aimed like this hits a request or an attempt: all that it names must fit. */
export function matchesTarget({ path, key_id, source_id, body = {} }: FaultMatch, target: FaultTarget): boolean {
  return (
    (path === undefined || target.paths.some((sent) => fitsPath(path, sent))) &&
    (key_id === undefined || key_id === target.keyId) &&
    (source_id === undefined || target.sourceIds.includes(source_id)) &&
    Object.entries(body).every(([member, wanted]) => valuesAt(target.body, member).some((sent) => fits(wanted, sent)))
  )
}

/** Whether anything of the body has to be known to decide. */
export function needsBody({ source_id, body }: FaultMatch): boolean {
  return source_id !== undefined || body !== undefined
}

/** `*` stands for any text. No regular expression: many stars would make one slow. */
function fitsPath(pattern: string, path: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return path === pattern
  const end = rest.pop()!
  if (!path.startsWith(start)) return false
  let at = start.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - end.length >= at && path.endsWith(end)
}

/** The values a path leads to, such as `question.content[*].text`; none where there is no such member. */
function valuesAt(body: unknown, path: string): unknown[] {
  const steps = path.match(/[^.[\]]+|\*/g) ?? []
  return steps.reduce<unknown[]>((values, step) => values.flatMap((value) => entriesAt(value, step)), [body])
}

function entriesAt(value: unknown, step: string): unknown[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value) && step === '*') return value
  return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : []
}

/** A text also fits a number, a truth value or null that is written like it: an identifier may be sent as either. */
function fits(wanted: unknown, sent: unknown): boolean {
  if (wanted === sent) return true
  return typeof wanted === 'string' && (sent === null || typeof sent !== 'object') && String(sent) === wanted
}
