import {
  type OptionNames,
  requireKnownFilters,
  requireKnownOptions,
  requireNoMisspelling,
} from '../contract/known-options.js'
import { type OperationId, rowOf } from '../contract/operations/index.js'
import { memberSchemas } from '../contract/schema.js'
import { recommendedWord } from '../contract/vocabulary.js'
import type { AnyCallInput, ClientSettings, EachOptions, RawRequest } from './client-types.js'

const SETTINGS: OptionNames<ClientSettings> = {
  baseUrl: true,
  apiKey: true,
  keyMissing: true,
  facts: true,
  prefix: true,
  timeoutMs: true,
  retries: true,
  transport: true,
  certificate: true,
  clock: true,
  deadline: true,
  random: true,
  onExchange: true,
  onWait: true,
  pace: true,
  userAgent: true,
  beforeWrite: true,
  force: true,
}

const CALL: OptionNames<AnyCallInput> = {
  params: true,
  query: true,
  body: true,
  encodedBody: true,
  idempotencyKey: true,
  signal: true,
  waitSignal: true,
  fileName: true,
  onWait: true,
}

const RAW: OptionNames<RawRequest> = {
  method: true,
  path: true,
  headers: true,
  body: true,
  idempotencyKey: true,
  signal: true,
  timeoutMs: true,
  takeStream: true,
}

/** What every listing takes. */
export const EACH: OptionNames<EachOptions & { query?: object }> = { limit: true, signal: true, query: true }
const EACH_OF_PATH = { ...EACH, params: true } as const

/** Refuses settings that `createClient` does not have. Like all of this file, throws `InputError` with the nearest name. */
export function requireKnownSettings(settings: ClientSettings): void {
  requireNoMisspelling(settings, SETTINGS, 'createClient')
}

/** Refuses what a call of an operation does not take, and filters that it does not have. */
export function requireKnownCall(id: OperationId, input: AnyCallInput): void {
  requireKnownOptions(input, CALL, id)
  requireKnownFilters(input.query ?? {}, filtersOf(id), id)
}

/** Refuses what a request of any path does not take. */
export function requireKnownRequest(raw: RawRequest): void {
  requireKnownOptions(raw, RAW, 'request')
}

/** Refuses what a listing does not take; pages it turns itself. `name`: as it is called, such as `each.feedback`. */
export function requireKnownEach(name: string, id: OperationId, input: { query?: object | undefined }): void {
  requireKnownOptions(input, EACH_OF_PATH, name)
  const filters = filtersOf(id).filter((filter) => filter !== 'limit' && filter !== 'cursor')
  requireKnownFilters(input.query ?? {}, filters, name)
}

/** The names a query may have, in both vocabularies. */
function filtersOf(id: OperationId): string[] {
  const names = Object.keys(memberSchemas(rowOf(id).query) ?? {})
  return [...new Set([...names, ...names.map(recommendedWord)])]
}
