import type { Choices } from './choices.js'
import type { Schema } from './shape.js'
import type { Key, Scope, State } from './state.js'

export interface ForeignRequest {
  method: string
  /** With its query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body?: Uint8Array
}

export interface ForeignResponse {
  status: number
  headers: Record<string, string>
  /** Undefined for a body of its own kind, which there is none of: every answer is JSON. */
  body: unknown
}

export interface Part {
  name: string
  filename?: string
  text: string
}

/** A request that has passed the checks of its route. */
export interface Call {
  c: Choices
  state: State
  now: number
  key: Key
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  parts: Part[]
  /** The body as text. */
  text: string
  /** Where the request went, without its query. */
  path: string
  emit: (event: string, data: Record<string, unknown>) => void
}

export interface Answer {
  status: number
  payload: unknown
  headers?: Record<string, string>
}

export interface QueryMember {
  name: string
  schema: Schema
  description?: string
  required?: boolean
}

export interface Route {
  id: string
  method: 'GET' | 'POST'
  /** With `{id}` in it. */
  path: string
  scope: Scope | 'any'
  summary: string
  query?: QueryMember[]
  body?: Schema
  /** The body is multipart: a schema of its parts. */
  isMultipart?: boolean
  /** The body is a file. */
  isRaw?: boolean
  /** Both vocabularies are accepted. */
  hasVocabularies?: boolean
  /** Faults are named in the recommended vocabulary. */
  isRecommended?: boolean
  answers: Record<number, Schema>
  run: (call: Call) => Answer
}

const RECOMMENDED: Record<string, string> = {
  survey_series_id: 'feedback_group_id',
  survey_id: 'source_id',
  questions: 'fields',
  question: 'field',
  question_id: 'field_id',
}
const CLASSIC = Object.fromEntries(Object.entries(RECOMMENDED).map(([classic, recommended]) => [recommended, classic]))

/** A name in the recommended vocabulary. */
export const toRecommended = (name: string): string => RECOMMENDED[name] ?? name

/** A body in the classic vocabulary, whichever it came in. */
export function toClassic(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toClassic)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [CLASSIC[name] ?? name, toClassic(each)]))
}

/** The same route under its recommended name, described in the recommended vocabulary. */
export function recommended(route: Route, changes: Pick<Route, 'id' | 'path'> & Partial<Route>): Route {
  return { ...route, isRecommended: true, body: route.body && renamed(route.body), ...changes }
}

function renamed(schema: Schema): Schema {
  const { title, properties, required, items, anyOf } = schema
  return {
    ...schema,
    ...(title && { title: title.replace(/^/, 'Recommended') }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [toRecommended(name), renamed(each)]),
      ),
    }),
    ...(required && { required: required.map(toRecommended) }),
    ...(items && { items: renamed(items) }),
    ...(anyOf && { anyOf: anyOf.map(renamed) }),
  }
}
