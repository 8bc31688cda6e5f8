import { LIMITS } from '../../src/contract/limits.js'
import { Refusal } from './refusal.js'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON value of a body; 400 `INVALID_JSON` where it is not JSON, not UTF-8 or nested deeper than 64. */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) throw new Refusal('INVALID_JSON', 'the body is empty; send a JSON object')
  const value = parse(decode(body))
  if (tooDeep(value, LIMITS.jsonDepth)) {
    throw new Refusal('INVALID_JSON', `the body is nested deeper than ${LIMITS.jsonDepth} levels`)
  }
  return value
}

function decode(body: Uint8Array): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new Refusal('INVALID_JSON', 'the body is not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split('\n')[0] : 'it is nested too deeply'
    throw new Refusal('INVALID_JSON', `the body is not JSON: ${reason?.slice(0, 120)}`)
  }
}

function tooDeep(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  for (const entry of Array.isArray(value) ? value : Object.values(value)) {
    if (entry !== null && typeof entry === 'object' && tooDeep(entry, levels - 1)) return true
  }
  return false
}
