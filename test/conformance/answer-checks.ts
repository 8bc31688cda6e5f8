import { expect } from 'vitest'
import type { Answer } from './exchange.js'
import type { Words } from './routes.js'

/** Statuses by error code, written out from contract.md section 4. */
export const STATUS_OF_CODE: Record<string, number> = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  SYNC_REQUIRES_EXTERNAL_ID: 400,
  PUSH_FAILED: 400,
  UNAUTHORIZED: 401,
  APS_EXHAUSTED: 402,
  INSUFFICIENT_PERMISSION: 403,
  MCP_KEY_UNBOUND: 403,
  SENDER_DOMAIN_UNVERIFIED: 403,
  INVITE_QUOTA_EXCEEDED: 403,
  FORBIDDEN_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_KEY_REUSED: 409,
  SOURCE_NOT_PUBLISHED: 409,
  INVITE_TEMPLATE_MISSING: 409,
  SUBSCRIPTION_LIMIT: 409,
  HISTORY_ERASED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  SERVICE_BUSY: 503,
  SYNC_PUSH_TIMEOUT: 504,
}

export const WORD_PAIRS: readonly [classic: string, recommended: string][] = [
  ['survey_series_id', 'feedback_group_id'],
  ['survey_series', 'feedback_groups'],
  ['survey_id', 'source_id'],
  ['surveys', 'sources'],
  ['survey_title', 'source_title'],
  ['survey_description', 'source_description'],
  ['question', 'field'],
  ['questions', 'fields'],
  ['question_id', 'field_id'],
  ['question_text', 'field_text'],
]
const FOREIGN: Record<Words, ReadonlySet<string>> = {
  classic: new Set(WORD_PAIRS.map(([, recommended]) => recommended)),
  recommended: new Set(WORD_PAIRS.map(([classic]) => classic)),
}

/** An `expect` for each of these, of every answer there is, took longer than the answer. */
function demand(isSo: boolean, about: string, what: string, found: unknown): void {
  if (!isSo) expect.fail(`${about}: ${what}: ${JSON.stringify(found)?.slice(0, 300)}`)
}

/** What holds for every answer of the API host (RAT-9 to RAT-11, AUT-2, contract.md sections 1 and 4). */
export function checkHeaders({ headers }: Answer, about: string): void {
  const [limit = '', remaining = '', reset = ''] = ['limit', 'remaining', 'reset'].map(
    (name) => headers[`x-ratelimit-${name}`],
  )
  demand(/^[1-9]\d*$/.test(limit), about, 'X-RateLimit-Limit', limit)
  demand(/^\d+$/.test(remaining) && Number(remaining) <= Number(limit), about, 'X-RateLimit-Remaining', remaining)
  demand(/^[1-9]\d{9,10}$/.test(reset), about, 'X-RateLimit-Reset', reset)
  demand(headers['set-cookie'] === undefined, about, 'no cookie', headers['set-cookie'])
}

/** What the emulator promises of every answer beyond the interface: a request id, its instance, no door for other origins. */
export function checkEmulatorHeaders({ headers }: Answer, about: string): void {
  demand(Boolean(headers['x-request-id']), about, 'X-Request-Id', headers)
  demand(Boolean(headers['x-emulator-instance']), about, 'X-Emulator-Instance', headers)
  const open = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  demand(open.length === 0, about, 'no CORS header', open)
}

/** Every error is the envelope, with the status of its code and nothing in it that is not for display (ERR-1 to ERR-4). */
export function checkError(answer: Answer, about: string): void {
  const { status, json, text } = answer
  demand(status !== 500, about, 'never a bug', text)
  const type = answer.headers['content-type']
  demand(/^application\/json/.test(type ?? ''), about, 'JSON', type)
  demand(Object.keys(json ?? {}).join() === 'error', about, 'the envelope', text)
  const { code, message, details, ...others } = json.error
  demand(Object.keys(others).length === 0, about, 'code, message and details', others)
  demand(typeof message === 'string' && message.length > 0, about, 'a message', message)
  demand(STATUS_OF_CODE[code] === status, about, 'the status of its code', code)
  demand(!/\bat \S+ \(|node:internal|\.[jt]s:\d+/.test(text), about, 'no stack trace', text)
  demand(details === undefined || (typeof details === 'object' && details !== null), about, 'details', details)
  if (code === 'VALIDATION_ERROR') checkFieldMap(details, about)
}

function checkFieldMap(details: unknown, about: string): void {
  for (const [path, messages] of Object.entries((details ?? {}) as Record<string, unknown>)) {
    const isList = Array.isArray(messages) && messages.length > 0
    demand(isList && messages.every((message) => typeof message === 'string'), about, path, messages)
  }
}

/** An answer speaks the words of the route that was asked (VOC-1 to VOC-3, VOC-7, VOC-8). */
export function checkWords(answer: Answer, words: Words, about: string): void {
  const foreign = FOREIGN[words]
  const paths = answer.status < 300 ? keysOf(answer.payload) : Object.keys(answer.json?.error?.details ?? {})
  const used = paths.flatMap((path) => path.match(/[a-z_]+/g) ?? []).filter((word) => foreign.has(word))
  demand(used.length === 0, about, `${words} words only`, used)
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, entry]) => (key === 'variables' ? [key] : [key, ...keysOf(entry)]))
}
