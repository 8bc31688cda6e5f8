import { isObject, type JsonObject } from '../base/is-object.js'
import { findJsonFault } from '../base/json-fault.js'
import { withoutBom } from '../base/parse-json.js'
import { invalidFile } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import type { Environment } from './environment.js'
import { readTextOf } from './read-file.js'

/** The JSON object in a file, or on stdin for `-`. Refuses anything else, a broken one with line and column (exit code 6). */
export async function readJsonObject(environment: Environment, path: string, hint?: string): Promise<JsonObject> {
  const text = withoutBom(await readTextOf(environment, path))
  const name = path === '-' ? 'stdin' : printableLine(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const fault = findJsonFault(text)
    if (!fault) throw invalidFile(`${name} is not valid JSON: ${(error as Error).message}`, hint)
    throw invalidFile(`${name}:${fault.line}:${fault.column}: not valid JSON: ${fault.message}`, hint)
  }
  if (isObject(value)) return value
  throw invalidFile(`${name} is not a JSON object`, hint)
}
