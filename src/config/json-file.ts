import { readFileSync } from 'node:fs'
import { Failure } from '../cli/failure.js'

type JsonObject = Record<string, unknown>

/** The JSON object in a file; undefined where there is no such file. Refuses one that is broken, with its path. */
export function readJsonFile(path: string): JsonObject | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw brokenFile(path, `cannot be read (${code})`, error)
  }
  return requireObject(path, text)
}

function requireObject(path: string, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject
  } catch (error) {
    throw brokenFile(path, `is not JSON: ${(error as Error).message}`, error)
  }
  throw brokenFile(path, 'must hold a JSON object')
}

/** A file of settings that cannot be used; nothing is ever deleted for it. */
export function brokenFile(path: string, why: string, cause?: unknown): Failure {
  return new Failure({
    exit: 'usage',
    code: 'CONFIG_INVALID',
    message: `${path} ${why}`,
    hint: 'Mend the file, or move it away and start anew.',
    cause,
  })
}

/** A member that must be a string where it is there at all. */
export function optionalString(path: string, object: JsonObject, member: string): string | undefined {
  const value = object[member]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw brokenFile(path, `: ${member} must be a string`)
}
