import { readFileSync, statSync } from 'node:fs'
import { isObject, type JsonObject } from '../base/is-object.js'
import { didYouMean } from '../base/nearest.js'
import { withoutBom } from '../base/parse-json.js'
import { Failure } from '../terminal/failure.js'

/**
 * The JSON object in a file; undefined if no such file can be seen, as in a home that this user may not enter. Refuses one that
 * is broken, or no regular file, with its path.
 */
export function readJsonFile(path: string): JsonObject | undefined {
  if (!isThere(path)) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw brokenFile(path, `can't be read (${(error as NodeJS.ErrnoException).code})`, error)
  }
  return requireObject(path, text)
}

const NOT_SEEN = new Set(['ENOENT', 'ENOTDIR', 'EACCES'])

/** A pipe would be waited for, with no signal heard. */
function isThere(path: string): boolean {
  try {
    if (statSync(path).isFile()) return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (NOT_SEEN.has(code)) return false
    throw brokenFile(path, `can't be read (${code})`, error)
  }
  throw brokenFile(path, 'is not a file')
}

function requireObject(path: string, text: string): JsonObject {
  if (text.trim() === '') throw brokenFile(path, 'is empty')
  const value = parse(path, withoutBom(text))
  if (isObject(value)) return value
  throw brokenFile(path, 'must hold a JSON object')
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // What the parser says quotes the text around the fault, which may be a key, so only its place is shown.
    const place = /position (\d+)/.exec((error as Error).message)?.[1]
    const line = place === undefined ? undefined : text.slice(0, Number(place)).split('\n').length
    throw brokenFile(path, `is not JSON${line === undefined ? '' : ` (line ${line})`}`)
  }
}

/** A file of settings that can't be used; nothing is ever deleted for it. A `why` about a member starts with a colon. */
export function brokenFile(path: string, why: string, cause?: unknown): Failure {
  return new Failure({
    exit: 'usage',
    code: 'CONFIG_INVALID',
    message: why.startsWith(':') ? `${path}${why}` : `${path} ${why}`,
    hint: 'Fix the file, or move it aside and start again.',
    cause,
  })
}

/** A member that must be a string if it is there at all. */
export function optionalString(path: string, object: JsonObject, member: string): string | undefined {
  const value = object[member]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw brokenFile(path, `: ${member} must be a string`)
}

/** What to say of members that mean nothing in this file; `within` names what they are in. */
export function unknownMembers(path: string, object: object, known: readonly string[], within = ''): string[] {
  return Object.keys(object)
    .filter((member) => !known.includes(member))
    .map((member) => {
      const meant = didYouMean(member, known)
      return `${path}: ${within}${member} is not known, and has no effect.${meant === undefined ? '' : ` ${meant}`}`
    })
}
