import type { Operation, WireWords } from '../contract/operation.js'
import { recommendedSchema, toClassic } from '../contract/vocabulary.js'
import type { WireResponse } from '../contract/wire.js'
import { WrongHostError } from './errors.js'
import { describeOddity, looksLike } from './expected-members.js'

type Json = Record<string, unknown>

/**
 * The payload of a 2xx answer: from `data` when that key is there and is the sensible reading, else from the root (CLI-9, CLI-10).
 * An answer no host of the service would give rejects with `WrongHostError` (CLI-1): HTML, no JSON, nothing, no object, or without
 * the members the interface shows.
 */
export function requirePayload(row: Operation, words: WireWords, response: WireResponse, url: string): Json {
  const root = parseObject(response, url)
  const schema = words === 'recommended' ? recommendedSchema(row.result) : row.result
  const wrapped = row.unwrapped || !Object.hasOwn(root, 'data') ? undefined : root.data
  if (isObject(wrapped) && (looksLike(schema, wrapped) || !looksLike(schema, root))) return requireMembers(wrapped)
  return requireMembers(root)

  function requireMembers(payload: Json): Json {
    const oddity = describeOddity(schema, payload)
    if (oddity !== undefined) throw new WrongHostError(url, oddity)
    return payload
  }
}

/** A payload in classic words, as the row's schema has it; members the schema does not know are kept (CLI-6). */
export function classicPayload(row: Operation, words: WireWords, payload: Json): Json {
  return words === 'recommended' ? (toClassic(row.result, payload) as Json) : payload
}

/** The JSON object of an answer; rejects with `WrongHostError` where it is none. */
export function parseObject(response: WireResponse, url: string): Json {
  const text = new TextDecoder().decode(response.body)
  if (text.trim() === '') throw new WrongHostError(url, `its answer (${response.status}) is empty`)
  const type = response.headers['content-type'] ?? ''
  if (/^\s*(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) {
    throw new WrongHostError(url, 'it answers with a web page')
  }
  const value = parseJson(text)
  if (!isObject(value))
    throw new WrongHostError(url, value === undefined ? 'its answer is not JSON' : 'its answer is no JSON object')
  return value
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
