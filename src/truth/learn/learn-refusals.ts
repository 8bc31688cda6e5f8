import { isObject } from '../../base/is-object.js'
import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import type { Provenance, SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import type { Finding } from './findings.js'
import { detailFindings, errorOf, namesMemberOf } from './learn-details.js'
import { plainName, RECORD_WORDS } from './match/lexicon.js'
import type { FoundRoute } from './routes.js'

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
export function refusalFindings(found: readonly FoundRoute[], wires: readonly WireOperation[]): Finding[] {
  const seen = found.flatMap(({ wire }) => refusalsOf(wire))
  const probed = wires.flatMap(refusalsOf).filter(({ exchange }) => exchange.refusedFor !== undefined)
  const codes = [...new Set(Object.values(BY_STATUS)), 'INVALID_JSON' as const].flatMap((code) => {
    const isMeant = ({ exchange: { status, refusedFor } }: Refusal) =>
      refusedFor === undefined ? BY_STATUS[status] === code : refusedFor === code && maySay(code, status)
    const meant = seen.filter(isMeant)
    const asked = probed.filter((each) => isMeant(each) && !meant.some(isSame(each)))
    const shown = [...meant, ...asked].filter(({ exchange, wire }) => isShown(code, exchange, wire))
    const refusals = shown.length > 0 ? shown : meant
    return codeFinding(code, refusals, shown.length > 0).map((finding) => ({ ...finding, ...shownBy(refusals) }))
  })
  const detailed = seen.filter(({ exchange }) => errorOf(exchange.responseBody).details !== undefined)
  const details = detailFindings(
    detailed.map(({ exchange, wire }) => ({
      details: errorOf(exchange.responseBody).details,
      names: namesOf(exchange, wire),
      isOfBody: exchange.requestBody !== undefined,
    })),
  )
  return [...codes, ...details.map((finding) => ({ ...finding, ...shownBy(detailed) }))]
}

/** Whether a refusal with this status can be for what a probe was made for: what a body holds, or how it is written, has several. */
function maySay(code: ErrorCode, status: number): boolean {
  const isOfBody = code === 'INVALID_JSON' || code === 'UNSUPPORTED_MEDIA_TYPE'
  return BY_STATUS[status] === code || (isOfBody && [400, 415, 422].includes(status))
}

const isSame = (a: Refusal) => (b: Refusal) => a.exchange === b.exchange

/** The sources of operations with these refusals; a description has seen none. */
function shownBy(refusals: readonly Refusal[]): { from: Provenance[]; exchanges: SeenExchange[] } {
  return {
    from: refusals.flatMap(({ wire }) => wire.from.filter(({ kind }) => kind !== 'description')),
    exchanges: refusals.map(({ exchange }) => exchange),
  }
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
function namesMember(exchange: SeenExchange, wire: WireOperation): boolean {
  const { details } = errorOf(exchange.responseBody)
  return namesMemberOf({ details, names: namesOf(exchange, wire) })
}

/** The names of members that a request carries, or others of its kind. */
function namesOf({ query, requestBody }: SeenExchange, wire: WireOperation): ReadonlySet<string> {
  return new Set([
    ...Object.keys(query),
    ...Object.keys(wire.query),
    ...namesIn(requestBody),
    ...namesInShape(wire.body?.shape),
  ])
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
