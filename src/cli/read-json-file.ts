import { isObject, type JsonObject } from '../base/is-object.js'
import { findJsonFault } from '../base/json-fault.js'
import { parseExactJson, withoutBom } from '../base/parse-json.js'
import { invalidFile } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import type { Environment } from './environment.js'
import { readTextOf } from './read-file.js'

/** The JSON object in a file, or on stdin for `-`. Refuses anything else, a broken one with line and column (exit code 6). */
export async function readJsonObject(environment: Environment, path: string, hint?: string): Promise<JsonObject> {
  const text = withoutBom(await readTextOf(environment, path))
  const name = path === '-' ? 'stdin' : printableLine(path)
  // An identifier of many digits keeps all of them.
  const value = parseExactJson(text)
  const fault = value === undefined ? findJsonFault(text) : undefined
  if (fault) throw invalidFile(`${name}:${fault.line}:${fault.column}: not valid JSON: ${fault.message}`, hint)
  if (isObject(value)) return value
  throw invalidFile(`${name} is not a JSON object`, hint)
}
