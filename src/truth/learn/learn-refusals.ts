import { isObject } from '../../base/is-object.js'
import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import type { SeenExchange } from './evidence.js'
import type { Finding } from './findings.js'
import { plainName, RECORD_WORDS } from './lexicon.js'
import type { FoundRoute } from './routes.js'

/** Statuses that say by themselves which of our errors is meant. */
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

/** What refusals that were seen, or are described, say about codes, statuses and details. */
export function refusalFindings(found: readonly FoundRoute[]): Finding[] {
  const seen = found.flatMap(({ wire }) => wire.exchanges.filter(({ status }) => status >= 400))
  const codes = Object.entries(BY_STATUS).flatMap(([status, code]) => {
    const isMeant = (each: SeenExchange) => each.status === Number(status) && (each.status !== 400 || isInvalid(each))
    const theirs = [...new Set(seen.filter(isMeant).flatMap(({ responseBody }) => codeOf(responseBody)))]
    return theirs.length === 0 ? [] : [codeFinding(code, Number(status), theirs)]
  })
  const invalid = found.some(({ wire }) => Object.hasOwn(wire.errors, '422') && !Object.hasOwn(wire.errors, '400'))
  const isSeen = codes.some(({ id }) => id === 'error:VALIDATION_ERROR')
  const described: Finding[] =
    invalid && !isSeen ? [{ id: 'error:VALIDATION_ERROR', state: 'contradicted', path: '', fact: { status: 422 } }] : []
  return [...codes, ...described, ...detailFindings(seen.map(({ responseBody }) => responseBody))]
}

/** Of what is refused with 400, a request that does not pass: its details name members, or it has no body that could be unreadable. */
function isInvalid({ method, responseBody }: SeenExchange): boolean {
  const error = isObject(responseBody) && isObject(responseBody.error) ? responseBody.error : {}
  const { details } = error
  const isTold = Array.isArray(details) ? details.length > 0 : isObject(details) && Object.keys(details).length > 0
  return method === 'GET' || isTold
}

function codeOf(body: unknown): string[] {
  const error = isObject(body) && isObject(body.error) ? body.error : {}
  return typeof error.code === 'string' && error.code !== '' ? [error.code] : []
}

function codeFinding(code: ErrorCode, status: number, theirs: readonly string[]): Finding {
  const id = `error:${code}`
  const [first, ...others] = theirs
  // A code that names one kind of record says nothing of the others.
  const isNarrow = code === 'NOT_FOUND' && RECORD_WORDS.some(({ word }) => plainName(first!).startsWith(`${word}_`))
  if (others.length > 0 || isNarrow) return { id, state: 'ambiguous', path: '', candidates: theirs }
  const fact = {
    ...(first === code ? {} : { code: first }),
    ...(status === ERRORS[code].status ? {} : { status }),
  }
  return Object.keys(fact).length === 0
    ? { id, state: 'confirmed', path: '' }
    : { id, state: 'contradicted', path: '', fact }
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
  return [{ id, state: 'contradicted', path: '', fact: { form: 'list', path, message } }]
}
