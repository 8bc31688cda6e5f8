import { isAscii } from 'node:buffer'
import { LIMITS } from '../../src/contract/limits.js'
import { Refusal } from './refusal.js'

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')
/** Shorter bodies can't nest deep enough to do harm. */
const SCANNED_BYTES = 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON value of a body; 400 `INVALID_JSON` if it is not JSON, not UTF-8 or nested deeper than 64. */
export function requireJsonBody(body: Uint8Array): unknown {
  if (body.length === 0) throw new Refusal('INVALID_JSON', 'the body is empty; send a JSON object')
  const isLong = body.length > SCANNED_BYTES
  if (isLong) requireFlat(body)
  const value = parse(decode(body))
  if (!isLong && tooDeep(value, LIMITS.jsonDepth)) throw deep()
  return value
}

/** Checks the bytes of a long body before it is parsed: forty million levels would fill the memory. */
function requireFlat(body: Uint8Array): void {
  let depth = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at)
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
    if (depth > LIMITS.jsonDepth) throw deep()
  }
}

/** Where a string that starts at `start` ends. */
export function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

function deep(): Refusal {
  return new Refusal('INVALID_JSON', `the body is nested deeper than ${LIMITS.jsonDepth} levels`)
}

function decode(body: Uint8Array): string {
  try {
    // Most bodies are, and then each byte is a character.
    return isAscii(body) ? Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1') : UTF8.decode(body)
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
