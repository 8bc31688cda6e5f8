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

/** What holds for every answer of the API host (RAT-9 to RAT-11, AUT-2, contract.md sections 1 and 4). */
export function checkHeaders({ headers }: Answer, about: string): void {
  expect(headers['x-ratelimit-limit'], `${about}: X-RateLimit-Limit`).toMatch(/^[1-9]\d*$/)
  expect(headers['x-ratelimit-remaining'], `${about}: X-RateLimit-Remaining`).toMatch(/^\d+$/)
  expect(headers['x-ratelimit-reset'], `${about}: X-RateLimit-Reset`).toMatch(/^[1-9]\d{9,10}$/)
  expect(Number(headers['x-ratelimit-remaining']), about).toBeLessThanOrEqual(Number(headers['x-ratelimit-limit']))
  expect(headers['set-cookie'], `${about}: no cookie`).toBeUndefined()
}

/** What the emulator promises of every answer beyond the interface: a request id, its world, no door for other origins. */
export function checkEmulatorHeaders({ headers }: Answer, about: string): void {
  expect(headers['x-request-id'], `${about}: X-Request-Id`).toBeTruthy()
  expect(headers['x-emulator-instance'], `${about}: X-Emulator-Instance`).toBeTruthy()
  const open = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  expect(open, `${about}: no CORS header`).toEqual([])
}

/** Every error is the envelope, with the status of its code and nothing in it that is not for display (ERR-1 to ERR-4). */
export function checkError(answer: Answer, about: string): void {
  const { status, json, text } = answer
  expect(status, `${about}: never a bug: ${text.slice(0, 300)}`).not.toBe(500)
  expect(answer.headers['content-type'], about).toMatch(/^application\/json/)
  expect(Object.keys(json ?? {}), `${about}: ${text.slice(0, 300)}`).toEqual(['error'])
  const { code, message, details, ...others } = json.error
  expect(Object.keys(others), about).toEqual([])
  expect(typeof message === 'string' && message.length > 0, `${about}: a message`).toBe(true)
  expect(STATUS_OF_CODE[code], `${about}: ${code}`).toBe(status)
  expect(text, `${about}: no stack trace`).not.toMatch(/\bat \S+ \(|node:internal|\.[jt]s:\d+/)
  if (details !== undefined) expect(typeof details === 'object' && details !== null, `${about}: details`).toBe(true)
  if (code === 'VALIDATION_ERROR') checkFieldMap(details, about)
}

function checkFieldMap(details: unknown, about: string): void {
  for (const [path, messages] of Object.entries((details ?? {}) as Record<string, unknown>)) {
    expect(Array.isArray(messages) && messages.length > 0, `${about}: ${path}`).toBe(true)
    for (const message of messages as unknown[]) expect(typeof message, `${about}: ${path}`).toBe('string')
  }
}

/** An answer speaks the words of the route that was asked (VOC-1 to VOC-3, VOC-7, VOC-8). */
export function checkWords(answer: Answer, words: Words, about: string): void {
  const foreign = FOREIGN[words]
  const paths = answer.status < 300 ? keysOf(answer.payload) : Object.keys(answer.json?.error?.details ?? {})
  const used = paths.flatMap((path) => path.match(/[a-z_]+/g) ?? []).filter((word) => foreign.has(word))
  expect(used, `${about}: ${words} words only`).toEqual([])
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, entry]) => (key === 'variables' ? [key] : [key, ...keysOf(entry)]))
}
