import { isObject, type JsonObject } from '../base/is-object.js'
import { isTooDeep, parseExactJson } from '../base/parse-json.js'
import type { Codec } from '../contract/facts/codec.js'
import type { Located } from '../contract/facts/location.js'
import type { Operation, Route, WireWords } from '../contract/operation.js'
import type { TSchema } from '../contract/schema.js'
import { recommendedPath, recommendedSchema, toClassic, toRecommended } from '../contract/vocabulary.js'
import type { WireResponse } from '../contract/wire.js'
import { type AnswerContext, checkedPayload, describeMembers } from './checked-payload.js'
import { UnexpectedResponseError, WrongHostError } from './errors.js'
import { withSettledShares } from './share-scale.js'

/**
 * A payload as the service sent it; in our names, in the words of its route; and in classic words. Unknown members are kept
 * (CLI-6).
 */
export interface Read {
  raw: unknown
  worded: JsonObject
  payload: JsonObject
}

/** What facts say of an answer. */
export interface KnownForm {
  /** Of its result. */
  codec?: Codec | undefined
  /** Its words, where they need not be those of the route. */
  words?: WireWords
  /** What its `Location` says of the record that was made. */
  located?: Located | undefined
  /** Our pagination of a page. */
  readPage?: ((raw: unknown, worded: JsonObject) => JsonObject) | undefined
}

/**
 * Reads a 2xx answer: from `data` when that key is there and is the sensible reading, else from the root (CLI-9, CLI-10).
 * What no host of the service would give rejects with `WrongHostError` (CLI-1):
 * HTML, no JSON, an empty answer to a read. An empty answer to a write, which may have been done, and JSON without a member that the
 * interface shows reject with `UnexpectedResponseError`; a member that was assumed is refused where it is read (`checkedPayload`).
 */
export function readAnswer(
  row: Operation,
  { method, words }: Pick<Route, 'method' | 'words'>,
  response: WireResponse,
  url: string,
  { codec, located, readPage, words: own = words }: KnownForm = {},
): Read {
  const did = method === 'GET' ? undefined : `The service accepted ${row.id} (${response.status}), but its response`
  const subject = did ?? `The response to ${row.id}`
  const schema = wireSchema(row, own)
  const isEmpty = isKnownEmpty(codec, schema) || (located !== undefined && isBlank(response))
  const root = isEmpty && isBlank(response) ? {} : parseAnswer(response, url, subject, did !== undefined)
  const { raw, worded: decoded } =
    findPayload(row, schema, root, codec) ?? refuseForm(row, { root, subject, url, isRead: did === undefined })
  const read = row.holdsShares ? (withSettledShares(decoded) as JsonObject) : decoded
  const found = readPage ? { ...read, pagination: readPage(raw, read) } : read
  const wirePath = codec ? (path: string) => pathOnWire(codec, path) : asIs
  // A `Location` says what was made, whatever the body says.
  const said = located ? { [own === 'classic' ? located.member : recommendedPath(located.member)]: located.id } : {}
  const missing = isEmpty ? undefined : describeMissing(schema, { ...said, ...found }, row.otherwise?.member)
  if (missing !== undefined) {
    const hint = did === undefined ? CHECK_ADDRESS : undefined
    const lack = missing === '' ? 'none of the members that are expected' : `no \`${wirePath(missing)}\``
    const accepted = response.status === 202 && missing === '' ? 'later' : undefined
    throw new UnexpectedResponseError(`${subject} has ${lack}; ${describeMembers(raw as object)}`, hint, accepted)
  }
  const isGone = codec && ((path: string) => codec.lacks(path))
  const worded = checkedPayload(schema, found, { subject, wirePath, isGone }) as JsonObject
  const isKnown = codec !== undefined || readPage !== undefined || row.holdsShares === true
  const sent = isKnown ? raw : worded
  const reading = inWords(own, { subject, wirePath, isGone })
  const payload = own === 'classic' ? worded : inClassic(row, found, reading)
  if (own === words) return { raw: sent, worded, payload }
  return { raw: sent, worded: words === 'classic' ? payload : inRecommended(row, found, reading), payload }
}

/** How members are named in what is said of a payload that was put into classic words. */
function inWords(own: WireWords, { subject, wirePath, isGone }: AnswerContext): AnswerContext {
  const pathOf = own === 'classic' ? asIs : recommendedPath
  return { subject, wirePath: (path) => wirePath(pathOf(path)), isGone: isGone && ((path) => isGone(pathOf(path))) }
}

function inClassic(row: Operation, found: JsonObject, reading: AnswerContext): JsonObject {
  return checkedPayload(row.result, toClassic(row.result, found), reading) as JsonObject
}

function inRecommended(row: Operation, found: JsonObject, reading: AnswerContext): JsonObject {
  return checkedPayload(wireSchema(row, 'recommended'), toRecommended(row.result, found), reading) as JsonObject
}

const CHECK_ADDRESS =
  'Check `baseUrl` and `prefix`; if they are right, `inpk learn` finds out how this service differs.'
const NO_OBJECT = 'the response is not a JSON object'
const asIs = (path: string) => path

/** Whether the service is known to answer with nothing of ours. */
function isKnownEmpty(codec: Codec | undefined, schema: TSchema): boolean {
  return codec !== undefined && knownMembers(schema).every((member) => codec.lacks(member))
}

/** Paths in a schema say `[]` of any entry; those of a codec number them. */
function pathOnWire(codec: Codec, path: string): string {
  return codec.pathToWire(path.replaceAll('[]', '[0]')).replaceAll('[0]', '[]')
}

/** The payload as it came and in our names; undefined if nothing of it is an object in our names. */
function findPayload(
  row: Operation,
  schema: TSchema,
  root: unknown,
  codec: Codec | undefined,
): { raw: unknown; worded: JsonObject } | undefined {
  const atRoot = asPayload(root, codec)
  const isWrapper = !row.unwrapped && isObject(root) && Object.hasOwn(root, 'data')
  const inData = isWrapper ? asPayload(root.data, codec) : undefined
  if (!inData || !atRoot) return inData ?? atRoot
  return looksLike(schema, inData.worded) || !looksLike(schema, atRoot.worded) ? inData : atRoot
}

function asPayload(raw: unknown, codec: Codec | undefined): { raw: unknown; worded: JsonObject } | undefined {
  if (!codec) return isObject(raw) ? { raw, worded: raw } : undefined
  if (raw === null || typeof raw !== 'object') return undefined
  const worded = codec.fromWire(raw)
  return isObject(worded) ? { raw, worded } : undefined
}

function refuseForm(
  { unwrapped }: Operation,
  { root, subject, url, isRead }: { root: unknown; subject: string; url: string; isRead: boolean },
): never {
  // What a service differs in is learned from its description, so that of another form tells of another host.
  if (unwrapped) throw new WrongHostError(url, NO_OBJECT)
  const kind = Array.isArray(root) ? 'a list' : `the value ${JSON.stringify(root).slice(0, 40)}`
  throw new UnexpectedResponseError(`${subject} is ${kind}, not an object`, isRead ? CHECK_ADDRESS : undefined)
}

const RECOMMENDED = new WeakMap<Operation, TSchema>()

function wireSchema(row: Operation, words: WireWords): TSchema {
  if (words === 'classic') return row.result
  const schema = RECOMMENDED.get(row) ?? recommendedSchema(row.result)
  RECOMMENDED.set(row, schema)
  return schema
}

/** The JSON of an answer to an operation. A write that was answered without content was accepted, and by no other host. */
function parseAnswer(response: WireResponse, url: string, subject: string, isWrite: boolean): unknown {
  const isDone = response.status === 204
  if (isWrite && (isDone || isBlank(response)))
    throw new UnexpectedResponseError(`${subject} is empty`, LOOK_FIRST, isDone ? 'done' : undefined)
  if (isDone) throw new UnexpectedResponseError(`${subject} is empty`)
  return parseValue(response, url, subject)
}

const LOOK_FIRST =
  'Check what was stored before you make the call again; `inpk learn` finds out how this service differs.'

function isBlank({ body }: WireResponse): boolean {
  return new TextDecoder().decode(body).trim() === ''
}

/** The JSON object of an answer; throws `WrongHostError` if it isn't one. `subject` as for `parseValue`. */
export function parseObject(response: WireResponse, url: string, subject?: string): JsonObject {
  const value = parseValue(response, url, subject)
  if (!isObject(value)) throw new WrongHostError(url, NO_OBJECT)
  return value
}

/**
 * The JSON of an answer; throws `WrongHostError` if it is not one, as of a web page, and `UnexpectedResponseError` about the
 * `subject` where it is nested too deeply to be walked through.
 */
export function parseValue(response: WireResponse, url: string, subject?: string): unknown {
  const text = new TextDecoder().decode(response.body)
  if (text.trim() === '') throw new WrongHostError(url, `the response (${response.status}) is empty`, CHECK_ADDRESS)
  const type = response.headers['content-type'] ?? ''
  if (/^\s*(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) {
    throw new WrongHostError(url, 'it returned a web page')
  }
  const value = parseExactJson(text)
  if (value === undefined && /^\s*[[{]/.test(text)) {
    throw new WrongHostError(url, 'the response is cut off or damaged JSON', DAMAGED)
  }
  if (value === undefined) throw new WrongHostError(url, 'the response is not JSON', CHECK_ADDRESS)
  if (isTooDeep(text)) throw new UnexpectedResponseError(`${subject ?? 'The response'} is nested too deeply`)
  return value
}

const DAMAGED =
  'Make the call again. If it happens each time, something between this machine and the service changes its responses.'

type MemberSchema = {
  properties?: Record<string, JsonObject>
  required?: string[]
  anyOf?: TSchema[]
  'x-assumed'?: boolean
}

/**
 * The member that a payload lacks, or undefined. It must have every one that the interface itself shows for it; what this project
 * assumed is not relied upon, and nor is `kind`, which of two successes it is: a status may say it, or nothing. Of a payload that is assumed as a whole, at least one member must be there: '' if there is none.
 */
function describeMissing(schema: TSchema, payload: JsonObject, kind?: string): string | undefined {
  const missing = shownMembers(schema).find((member) => member !== kind && !Object.hasOwn(payload, member))
  if (missing !== undefined) return missing
  const known = knownMembers(schema)
  return known.length === 0 || known.some((member) => Object.hasOwn(payload, member)) ? undefined : ''
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
