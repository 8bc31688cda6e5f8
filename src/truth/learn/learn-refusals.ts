import { isObject, type JsonObject } from '../../base/is-object.js'
import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import type { Provenance, SeenExchange, WireOperation } from './evidence.js'
import type { Finding } from './findings.js'
import { plainName, RECORD_WORDS } from './lexicon.js'
import type { FoundRoute } from './routes.js'
import type { Shape } from './shape.js'

/** Which of our errors a status may mean. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  402: 'APS_EXHAUSTED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMITED',
  503: 'SERVICE_BUSY',
}

/**
 * What refusals that were seen say about codes, statuses and details. A description that names a status alone says nothing: frameworks
 * describe 422 for every operation, whatever the service answers.
 */
export function refusalFindings(found: readonly FoundRoute[]): Finding[] {
  const seen = found.flatMap(({ wire }) => refusalsOf(wire))
  const codes = [...new Set(Object.values(BY_STATUS))].flatMap((code) => {
    const meant = seen.filter(({ exchange }) => BY_STATUS[exchange.status] === code)
    const shown = meant.filter(({ exchange, wire }) => isShown(code, exchange, wire))
    const refusals = shown.length > 0 ? shown : meant
    return codeFinding(code, refusals, shown.length > 0).map((finding) => ({ ...finding, from: sourcesOf(refusals) }))
  })
  const detailed = seen.filter(({ exchange }) => errorOf(exchange.responseBody).details !== undefined)
  const details = detailFindings(detailed.map(({ exchange }) => exchange.responseBody))
  return [...codes, ...details.map((finding) => ({ ...finding, from: sourcesOf(detailed) }))]
}

/** The sources of operations with these refusals; a description has seen none. */
function sourcesOf(refusals: readonly Refusal[]): Provenance[] {
  return refusals.flatMap(({ wire }) => wire.from.filter(({ kind }) => kind !== 'description'))
}

interface Refusal {
  exchange: SeenExchange
  wire: WireOperation
}

function refusalsOf(wire: WireOperation): Refusal[] {
  return wire.exchanges.filter(({ status }) => status >= 400).map((exchange) => ({ exchange, wire }))
}

/**
 * Whether a request shows why it was refused: a probe that was made for it, one of a member that the refusal names, or one that asks for
 * a record that never was there. A status has many reasons.
 */
function isShown(code: ErrorCode, exchange: SeenExchange, wire: WireOperation): boolean {
  if (exchange.refusedFor !== undefined) return exchange.refusedFor === code
  if (code === 'VALIDATION_ERROR') return namesMember(exchange, wire)
  return code === 'NOT_FOUND' && asksForRecord(exchange, wire)
}

/** Whether the details of a refusal name a member that the request carries, or that others of its kind do. */
function namesMember({ query, requestBody, responseBody }: SeenExchange, { body }: WireOperation): boolean {
  const names = new Set([...Object.keys(query), ...namesIn(requestBody), ...namesInShape(body?.shape)])
  const { details } = errorOf(responseBody)
  const first = Array.isArray(details) && isObject(details[0]) ? details[0] : undefined
  const pathName = first && PATH_NAMES.find((name) => Object.hasOwn(first, name))
  const paths = Array.isArray(details)
    ? details.flatMap((each) => (isObject(each) && pathName ? [each[pathName]].flat().flatMap(innerPaths) : []))
    : Object.keys(isObject(details) ? details : {})
  return paths.some((path) =>
    String(path)
      .split(/[.[\]/]+/)
      .some((step) => names.has(step)),
  )
}

/** `{pointer: "/name"}` says where it is as `/name` does. */
function innerPaths(path: unknown): unknown[] {
  return isObject(path) ? Object.values(path) : [path]
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => [name, ...namesIn(each)]) : []
}

function namesInShape(shape: Shape | undefined): string[] {
  if (shape?.kind === 'list' || shape?.kind === 'map') return namesInShape(shape.entry)
  if (shape?.kind !== 'object') return []
  return Object.entries(shape.members).flatMap(([name, { shape: inner }]) => [name, ...namesInShape(inner)])
}

/** Whether a request reads one record by its identifier, and was never answered with it. */
function asksForRecord({ method, path }: SeenExchange, wire: WireOperation): boolean {
  return (
    method === 'GET' &&
    wire.path.endsWith('}') &&
    wire.exchanges.every((each) => each.path !== path || each.status >= 400)
  )
}

function errorOf(body: unknown): JsonObject {
  return isObject(body) && isObject(body.error) ? body.error : {}
}

function codesOf(refusals: readonly Refusal[]): string[] {
  const codes = refusals.map(({ exchange }) => errorOf(exchange.responseBody).code)
  return [...new Set(codes.filter((code): code is string => typeof code === 'string' && code !== ''))]
}

function codeFinding(code: ErrorCode, refusals: readonly Refusal[], isShownWhy: boolean): Finding[] {
  const id = `error:${code}`
  const [first, ...others] = codesOf(refusals)
  if (first === undefined) return []
  const statuses = [...new Set(refusals.map(({ exchange }) => exchange.status))]
  // A code that names one kind of record says nothing of the others.
  const isNarrow = code === 'NOT_FOUND' && RECORD_WORDS.some(({ word }) => plainName(first).startsWith(`${word}_`))
  const isOurs = first === code && statuses[0] === ERRORS[code].status
  const isClear = others.length === 0 && statuses.length === 1 && (isShownWhy ? !isNarrow : isOurs)
  if (!isClear) return [{ id, state: 'ambiguous', path: '', candidates: [first, ...others] }]
  if (isOurs) return [{ id, state: 'confirmed', path: '' }]
  const fact = {
    ...(first === code ? {} : { code: first }),
    ...(statuses[0] === ERRORS[code].status ? {} : { status: statuses[0] }),
  }
  return [{ id, state: 'contradicted', path: '', fact }]
}

const PATH_NAMES = [
  'loc',
  'field',
  'path',
  'pointer',
  'param',
  'property',
  'name',
  'source',
  'parameter',
  'key',
  'attribute',
]
const MESSAGE_NAMES = [
  'msg',
  'message',
  'error',
  'detail',
  'reason',
  'description',
  'title',
  'defaultMessage',
  'messages',
  'text',
]

/** The form of `details` of refusals: a map of messages by path, or a list of objects. */
function detailFindings(bodies: readonly unknown[]): Finding[] {
  const all = bodies.flatMap((body) => (isObject(body) && isObject(body.error) ? [body.error.details] : []))
  const list = all.find((each): each is unknown[] => Array.isArray(each) && isObject(each[0]))
  const id = 'behaviour:error-details'
  if (!list) return all.some(isObject) ? [{ id, state: 'confirmed', path: '' }] : []
  const [first] = list
  const pick = (names: readonly string[]) => names.find((name) => Object.hasOwn(first as object, name))
  const [path, message] = [pick(PATH_NAMES), pick(MESSAGE_NAMES)]
  if (path === undefined || message === undefined) return []
  const value = (first as JsonObject)[path]
  const inner = isObject(value) ? PATH_NAMES.find((name) => typeof value[name] === 'string') : undefined
  if (isObject(value) && inner === undefined) return []
  return [
    {
      id,
      state: 'contradicted',
      path: '',
      fact: { form: 'list', path: inner === undefined ? path : `${path}.${inner}`, message },
    },
  ]
}
