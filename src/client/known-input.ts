import { meantOrKnown } from '../base/nearest.js'
import { InputError } from '../contract/input-error.js'
import {
  type OptionKinds,
  type Places,
  requireKnownFilters,
  requireKnownOptions,
  requireNoMisspelling,
} from '../contract/known-options.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../contract/operations/index.js'
import { memberSchemas, type TSchema } from '../contract/schema.js'
import { recommendedWord } from '../contract/vocabulary.js'
import type { AnyCallInput, ClientSettings, EachOptions, RawRequest } from './client-types.js'

const SETTINGS: OptionKinds<ClientSettings> = {
  baseUrl: 'string',
  apiKey: 'string',
  keyMissing: 'object',
  facts: 'object',
  prefix: 'string',
  timeoutMs: 'number',
  retries: 'number',
  transport: 'function',
  certificate: 'string',
  clock: 'object',
  deadline: 'object',
  random: 'function',
  onExchange: 'function',
  onWait: 'function',
  pace: 'boolean',
  userAgent: 'string',
  beforeWrite: 'function',
  force: 'boolean',
}

const CALL: OptionKinds<AnyCallInput> = {
  params: 'object',
  query: 'object',
  body: 'any',
  encodedBody: 'object',
  idempotencyKey: 'string',
  signal: 'object',
  waitSignal: 'object',
  fileName: 'string',
  onWait: 'function',
}

const RAW: OptionKinds<RawRequest> = {
  method: 'string',
  path: 'string',
  headers: 'object',
  body: 'any',
  idempotencyKey: 'string',
  signal: 'object',
  timeoutMs: 'number',
  takeStream: 'function',
}

const RAW_HINT = "Such as { method: 'GET', path: '/api/input/me' }."

/** What every listing takes. */
export const EACH: OptionKinds<EachOptions & { query?: object }> = { limit: 'any', signal: 'object', query: 'object' }
const EACH_OF_PATH = { ...EACH, params: 'object' } as const

/** Refuses settings that `createClient` does not have. Like all of this file, throws `InputError` with the nearest name. */
export function requireKnownSettings(settings: ClientSettings): void {
  requireNoMisspelling(settings, SETTINGS, 'createClient')
}

/** Refuses what a call of an operation does not take, and filters that it does not have. */
export function requireKnownCall(id: OperationId, input: AnyCallInput): void {
  if (!OPERATION_IDS.includes(id)) {
    const message = `the service has no operation \`${String(id)}\``
    throw new InputError('ARGUMENT_INVALID', message, meantOrKnown(String(id), OPERATION_IDS, 'Operations'))
  }
  requireKnownOptions(input, CALL, id, () => placesOf({ ...rowOf(id), path: rowOf(id).routes[0].path }))
  requireKnownFilters(input.query ?? {}, filtersOf(id), id)
}

/** Refuses what a request of any path does not take. */
export function requireKnownRequest(raw: RawRequest): void {
  requireKnownOptions(raw, RAW, 'request')
  const missing = (['method', 'path'] as const).find((name) => raw[name] === undefined)
  if (missing === undefined) return
  throw new InputError('ARGUMENT_INVALID', `\`${missing}\` of request is missing`, RAW_HINT)
}

/** Refuses what a listing does not take; pages it turns itself. `name`: as it is called, such as `each.feedback`. */
export function requireKnownEach(name: string, id: OperationId, input: { query?: object | undefined }): void {
  const { query, routes } = rowOf(id)
  requireKnownOptions(input, EACH_OF_PATH, name, () => placesOf({ query, path: routes[0].path }))
  const filters = filtersOf(id).filter((filter) => filter !== 'limit' && filter !== 'cursor')
  requireKnownFilters(input.query ?? {}, filters, name)
}

/** The names a query may have, in both vocabularies. */
function filtersOf(id: OperationId): string[] {
  return namesOf(rowOf(id).query)
}

function namesOf(schema: TSchema | undefined): string[] {
  const names = Object.keys(memberSchemas(schema) ?? {})
  return [...new Set([...names, ...names.map(recommendedWord)])]
}

/** What belongs into the options of a call, of an operation of the service or of the control API: by option. */
export function placesOf(row: { path: string; query?: TSchema | undefined; body?: TSchema | undefined }): Places {
  const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return { params, query: namesOf(row.query), body: namesOf(row.body) }
}
