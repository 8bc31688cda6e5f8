import { isObject } from '../../../base/is-object.js'

/** A text that holds no rows: what it is, and what to do with it. */
export interface FoundDocument {
  what: string
  hint: string
}

/** An error body of a service is small; a longer text is not parsed. */
const LONGEST_ANSWER = 64 * 1024

/** Members that only an answer with an error has, names without `_` and `-`. */
const ERRORS = names(`error errors errorcode errormessage errordescription errortype erroruri fault exception
  documentationurl statuscode stacktrace`)
/** Members that say what went wrong, and that feedback may have as well. */
const WORDS = names(`message msg code status detail details reason title type description instance developermessage
  usermessage`)
/** Members around them. */
const AROUND = names(`success ok data result results items rows records content count total pagination meta requestid
  traceid correlationid timestamp time path method service help moreinfo target innererror name cause hint level
  retryafter warnings info apiversion version`)
const SECRETS = names(`privatekey clientsecret accesstoken refreshtoken idtoken apikey secretkey secretaccesskey`)

/**
 * One JSON object that is an answer of a service and no item: its members are those of an error, or it holds secrets. Undefined
 * for anything else. `head` is the start of the text.
 */
export function judgeAnswer(head: string): FoundDocument | undefined {
  const answer = head.length > LONGEST_ANSWER ? undefined : onlyObject(head)
  if (answer === undefined) return undefined
  if (isError(answer)) {
    const hint = 'the download failed: fetch the file again; if this is feedback, use --format ndjson or json'
    return { what: 'an error message of a service', hint }
  }
  const hasSecret = Object.keys(answer).some((name) => SECRETS.has(plain(name)))
  return hasSecret ? { what: 'credentials', hint: 'check that this is the file you meant' } : undefined
}

/** The one object that a text holds, by itself or as the only entry of a list. */
function onlyObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as unknown
    const only = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    return isObject(only) ? only : undefined
  } catch {
    return undefined
  }
}

function isError(answer: Record<string, unknown>): boolean {
  const members = Object.entries(answer)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => ({ name: plain(name), value }))
  const isKnown = members.every(({ name }) => ERRORS.has(name) || WORDS.has(name) || AROUND.has(name))
  if (!isKnown || members.some(({ name, value }) => !ERRORS.has(name) && mayBeFeedback(name, value))) return false
  const said = members.filter(({ name }) => !AROUND.has(name))
  const isSure = said.some(
    ({ name, value }) => ERRORS.has(name) || name === 'code' || name === 'status' || saysFailed(value),
  )
  return isSure || (said.length === 1 && ['message', 'msg', 'detail'].includes(said[0]!.name))
}

/** A list beside an error; those of details are none. */
function mayBeFeedback(name: string, value: unknown): boolean {
  return Array.isArray(value) && !['details', 'detail', 'warnings'].includes(name)
}

/** 401, "error", "UNAUTHORIZED". */
function saysFailed(value: unknown): boolean {
  if (typeof value === 'number') return value >= 400 && value < 600
  return typeof value === 'string' && /^[45]\d\d\b|^(?:error|fail(?:ed|ure)?|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)$/i.test(value)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
