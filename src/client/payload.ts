import { isObject, type JsonObject } from '../base/is-object.js'
import { parseJson } from '../base/parse-json.js'
import type { Operation, Route, WireWords } from '../contract/operation.js'
import type { TSchema } from '../contract/schema.js'
import { recommendedSchema, recommendedWord, toClassic } from '../contract/vocabulary.js'
import type { WireResponse } from '../contract/wire.js'
import { type AnswerContext, checkedPayload, describeMembers } from './checked-payload.js'
import { UnexpectedResponseError, WrongHostError } from './errors.js'

/** A payload in the words of the wire, and in classic words, as the row's schema has it. Unknown members are kept (CLI-6). */
export interface Read {
  raw: JsonObject
  payload: JsonObject
}

/**
 * Reads a 2xx answer: from `data` when that key is there and is the sensible reading, else from the root (CLI-9, CLI-10).
 * What no host of the service would give rejects with `WrongHostError` (CLI-1): HTML, no JSON, nothing. JSON without a member that the
 * interface shows rejects with `UnexpectedResponseError`; a member that was assumed is refused where it is read (`checkedPayload`).
 */
export function readAnswer(row: Operation, { method, words }: Route, response: WireResponse, url: string): Read {
  const did = method === 'GET' ? undefined : `The service accepted ${row.id} (${response.status}), but its response`
  const subject = did ?? `The response to ${row.id}`
  const schema = wireSchema(row, words)
  const found = findPayload(row, schema, parseAnswer(response, url, subject))
  const missing = describeMissing(schema, found)
  if (missing !== undefined) {
    const hint = did === undefined ? CHECK_ADDRESS : undefined
    throw new UnexpectedResponseError(`${subject} has ${missing}; ${describeMembers(found, asIs)}`, hint)
  }
  const raw = checkedPayload(schema, found, { subject, wordOf: asIs }) as JsonObject
  if (words === 'classic') return { raw, payload: raw }
  const reading: AnswerContext = { subject, wordOf: recommendedWord }
  return { raw, payload: checkedPayload(row.result, toClassic(row.result, found), reading) as JsonObject }
}

const CHECK_ADDRESS =
  'Check the base URL and the prefix (`inpk config`); `inpk openapi --check` shows where this service differs.'
const asIs = (member: string) => member

function findPayload(row: Operation, schema: TSchema, root: JsonObject): JsonObject {
  const wrapped = row.unwrapped || !Object.hasOwn(root, 'data') ? undefined : root.data
  return isObject(wrapped) && (looksLike(schema, wrapped) || !looksLike(schema, root)) ? wrapped : root
}

const RECOMMENDED = new WeakMap<Operation, TSchema>()

function wireSchema(row: Operation, words: WireWords): TSchema {
  if (words === 'classic') return row.result
  const schema = RECOMMENDED.get(row) ?? recommendedSchema(row.result)
  RECOMMENDED.set(row, schema)
  return schema
}

/** The JSON object of an answer to an operation. An answer without content is not another host's. */
function parseAnswer(response: WireResponse, url: string, subject: string): JsonObject {
  if (response.status === 204) throw new UnexpectedResponseError(`${subject} is empty`)
  const value = parseValue(response, url)
  if (isObject(value)) return value
  const kind = Array.isArray(value) ? 'a list' : `the value ${JSON.stringify(value).slice(0, 40)}`
  throw new UnexpectedResponseError(`${subject} is ${kind}, not an object`)
}

/** The JSON object of an answer; throws `WrongHostError` where it isn't one. */
export function parseObject(response: WireResponse, url: string): JsonObject {
  const value = parseValue(response, url)
  if (!isObject(value)) throw new WrongHostError(url, 'its answer is no JSON object')
  return value
}

function parseValue(response: WireResponse, url: string): unknown {
  const text = new TextDecoder().decode(response.body)
  if (text.trim() === '') throw new WrongHostError(url, `its answer (${response.status}) is empty`)
  const type = response.headers['content-type'] ?? ''
  if (/^\s*(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) {
    throw new WrongHostError(url, 'it answers with a web page')
  }
  const value = parseJson(text)
  if (value === undefined) throw new WrongHostError(url, 'its answer is not JSON')
  return value
}

type MemberSchema = {
  properties?: Record<string, JsonObject>
  required?: string[]
  anyOf?: TSchema[]
  'x-assumed'?: boolean
}

/**
 * What a payload lacks, or undefined. It must have every member that the interface itself shows for it; what this project
 * assumed is not relied upon, but of a payload that is assumed whole at least one member must be there.
 */
function describeMissing(schema: TSchema, payload: JsonObject): string | undefined {
  const missing = shownMembers(schema).find((member) => !Object.hasOwn(payload, member))
  if (missing !== undefined) return `no \`${missing}\``
  const known = knownMembers(schema)
  return known.length === 0 || known.some((member) => Object.hasOwn(payload, member))
    ? undefined
    : 'none of the members that are expected'
}

/** Whether a payload has what `describeMissing` asks for. */
function looksLike(schema: TSchema, payload: JsonObject): boolean {
  return describeMissing(schema, payload) === undefined
}

/** Required members that the interface shows. */
function shownMembers(schema: TSchema): string[] {
  const node = schema as MemberSchema
  if (node['x-assumed'] || node.anyOf) return []
  return (node.required ?? []).filter((member) => !node.properties?.[member]?.['x-assumed'])
}

function knownMembers(schema: TSchema): string[] {
  const node = schema as MemberSchema
  return [...Object.keys(node.properties ?? {}), ...(node.anyOf ?? []).flatMap(knownMembers)]
}
