import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import { atEndOfFile } from '../end-of-file.js'
import { corporaHere } from './analyst.js'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  json: Json
}

export interface Ask {
  key?: string
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** An emulator without sockets, with what most tests ask of it. */
export interface Service {
  emulator: Emulator
  /** A call of the API under `/api/input`, by default with the live key that may do everything. */
  call(method: string, path: string, body?: unknown, ask?: Ask): Promise<Answer>
  /** A call of the control API; `path` begins after `/_emulator/orgs/1`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>
}

/** The moment frozen clocks begin at: a Monday, 09:00 UTC. */
export const START = Date.UTC(2026, 2, 2, 9)

/** Starts an emulator in this process, its analysis included, on a frozen clock; it is closed after the file's last test, if not before. */
export async function startService(options: EmulatorOptions = {}): Promise<Service> {
  const clock = { mode: 'frozen', now: START } as const
  const emulator = await startEmulator({ listen: false, clock, analyst: corporaHere(), ...options })
  atEndOfFile(() => emulator.close().catch(() => undefined))
  return serviceOf(emulator)
}

function serviceOf(emulator: Emulator): Service {
  const send = async (url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await emulator.handle({ method, url, headers: { ...type, ...headers }, ...text })
    return readAnswer(answer.status, answer.headers, Buffer.from(answer.body).toString())
  }
  return {
    emulator,
    call(method, path, body, { key, idempotencyKey, headers } = {}) {
      const authorization = `Bearer ${key ?? emulator.apiKeys.live.all}`
      const once: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      return send(`${emulator.baseUrl}/api/input${path}`, method, body, { authorization, ...once, ...headers })
    },
    control: (method, path, body) => send(`${emulator.dashboardUrl}/_emulator/orgs/1${path}`, method, body, {}),
  }
}

/** An answer with its text and, where it is JSON, its value. */
export function readAnswer(status: number, headers: Record<string, string>, text: string): Answer {
  return { status, headers, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** A published source with one text field. */
export interface Place {
  survey_series_id: string
  survey_id: string
  question_id: string
}

/** Makes a group with a published source. */
export async function makePlace({ call }: Pick<Service, 'call'>, name = 'Shops'): Promise<Place> {
  const { survey_series_id } = requireOk(await call('POST', '/survey_series/create', { name }))
  const questions = [{ type: 'TEXT', question_text: 'How was it?' }]
  const source = requireOk(
    await call('POST', '/survey/create', { survey_series_id, survey_title: 'Reviews', questions }),
  )
  requireOk(await call('POST', '/survey/publish', { survey_id: source.survey_id }))
  return { survey_series_id, survey_id: source.survey_id, question_id: source.questions[0].question_id }
}

/** The body of a push of items to a place. */
export function pushBody({ question_id, ...place }: Place, content: unknown[], members: Record<string, unknown> = {}) {
  return { ...place, question: { question_id, content }, ...members }
}

/** The body of a bulk push of items to a place. */
export function bulkBody({ question_id, ...place }: Place, content: unknown[], members: Record<string, unknown> = {}) {
  return { ...place, questions: [{ question_id, content }], ...members }
}

/** Every item of the listing, page by page. */
export async function allItems({ call }: Pick<Service, 'call'>): Promise<Json[]> {
  const items: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = requireOk(await call('GET', `/feedback?limit=200${cursor && `&cursor=${cursor}`}`))
    items.push(...page.items)
    cursor = page.pagination.next_cursor
  }
  return items
}

/** The payload of an answer that must be a success. */
export function requireOk(answer: Answer): Json {
  if (answer.status >= 200 && answer.status < 300) return answer.json
  throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`)
}
