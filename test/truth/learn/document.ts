import type { JsonObject } from '../../../src/base/is-object.js'
import { type Learned, learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'

/** One operation of a description in few words. */
export interface Described {
  method?: 'get' | 'post'
  path: string
  /** Parameters of the query: their schemas by name. */
  query?: Record<string, JsonObject>
  body?: JsonObject
  /** The body is a form, and not JSON. */
  isForm?: boolean
  answer?: JsonObject
  /** Of a success; 200 where absent. */
  status?: number
  /** Headers of the answer. */
  headers?: JsonObject
}

/** A schema of an object of which all members are required. */
export function object(properties: Record<string, JsonObject>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}

export const TEXT = { type: 'string' }
export const COUNT = { type: 'integer' }
export const TIME = { type: 'string', format: 'date-time' }
export const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items })
export const oneOf = (...words: string[]): JsonObject => ({ type: 'string', enum: words })

const aboutOf = ({ description }: JsonObject) => (description === undefined ? {} : { description })

/** An OpenAPI document of these operations. */
export function documentOf(operations: readonly Described[]): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const { method = 'get', path, query = {}, body, isForm, answer, status = 200, headers } of operations) {
    const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } })
    paths[path] = {
      ...paths[path],
      [method]: {
        parameters: Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema, ...aboutOf(schema) })),
        ...(body && { requestBody: isForm ? { content: { 'multipart/form-data': { schema: body } } } : content(body) }),
        responses: { [status]: { description: 'Done.', ...(headers && { headers }), ...(answer && content(answer)) } },
      },
    }
  }
  return { openapi: '3.1.0', info: { title: 'A service', version: '1.0.0' }, paths }
}

export function learnFrom(...operations: Described[]): Learned {
  return learn({
    documents: [{ root: documentOf(operations), from: { from: 'openapi.json', kind: 'description' } }],
    traffic: [],
  })
}

/** The facts that are learned from these operations, by assumption. */
export function factsFrom(...operations: Described[]): Record<string, Record<string, unknown>> {
  return factsOf(learnFrom(...operations).verdicts)
}
