import { PAGING_STYLES } from '../facts/paging.js'
import { answersTwoWays, canonicalPath, type Operation, type Route } from '../operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import { formOf, GUESSED_VALUES, type Guess } from './values.js'

/** Limits an overrides file may set for a member of a request, with the keyword of the schema and the types that have it. */
export const CHECK_LIMITS = {
  min_length: { keyword: 'minLength', types: ['string'] },
  max_length: { keyword: 'maxLength', types: ['string'] },
  minimum: { keyword: 'minimum', types: ['number', 'integer'] },
  maximum: { keyword: 'maximum', types: ['number', 'integer'] },
  min_items: { keyword: 'minItems', types: ['array'] },
  max_items: { keyword: 'maxItems', types: ['array'] },
} as const satisfies Record<string, { keyword: string; types: readonly string[] }>

/** What no file can say otherwise. */
const FIXED = new Set(OPERATION_IDS.map(rowOf).flatMap(findFixed))

/** The one behaviour that is a set of names. */
export const RECOMMENDED_WORDS = 'behaviour:recommended-words'

/** The id of the assumption that a route is there. */
export function routeAssumption(route: Route): string {
  return `route:${route.method} ${canonicalPath(route)}`
}

/** The id of what is assumed of the success statuses of an operation. */
export function statusAssumption(operation: string): string {
  return `status:${operation}`
}

/** Members of requests that this client need not send, and can: it knows their value, or finds it. */
export const SENT_IF_TAKEN: ReadonlySet<string> = new Set(['body:publishSource.survey_series_id'])

/** The id of what is assumed of the pages of a listing. */
export function pagingAssumption(operation: string): string {
  return `paging:${operation}`
}

/** A protocol of its own is fixed as a whole. */
function findFixed({ id, protocol }: Operation): string[] {
  return protocol ? [`body:${id}`, `result:${id}`] : []
}

/** How an overrides file says what is known instead of an assumption; undefined if it is conduct, which no value can change. */
export function howToOverride(id: string): string | undefined {
  if (FIXED.has(id)) return undefined
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (kind === 'error') return '{code: a word, status: 400 to 599}'
  if (kind === 'route') return howToMove(id)
  if (kind === 'status') return howToAnswer(rowOf(rest as OperationId))
  if (kind === 'paging') return PAGING_FORM
  if (kind === 'behaviour') return id === RECOMMENDED_WORDS ? '{words: {classic: recommended}}' : valuesOf(rest)
  if (kind === 'result' && !rest.includes('.') && rowOf(rest as OperationId).placeAssumed)
    return '{at: place, beside: [members beside it]}'
  const own = rest.includes('.') && kind !== 'event' ? 'name, type, words, ' : kind === 'query' ? '' : 'at, '
  const form = `names: {path: place}, types: {path: type}, words: {path: {ours: theirs}}`
  const flags = kind === 'query' || kind === 'body' ? '' : ', flags: {path: {ours: flag or [flags]}}'
  const lists = kind === 'query' ? '' : ', lists: {path: form}, tags: {path: {name: text}}'
  const limits = `, required: {path: true}, fixed: {place: value}, ${Object.keys(CHECK_LIMITS).join(', ')}, limits: {path: {…}}`
  const other =
    kind === 'result' && !rest.includes('.') && answersTwoWays(rowOf(rest as OperationId))
      ? ', otherwise: {path: place}'
      : ''
  const sent = SENT_IF_TAKEN.has(id) ? ', sent: true' : ''
  return `{${own}${form}${flags}${lists}${other}${sent}${kind === 'query' || kind === 'body' ? limits : ''}}`
}

const PAGING_FORM = `{style: ${PAGING_STYLES.slice(0, -1).join(', ')} or ${PAGING_STYLES.at(-1)}, at: name, limit: name or null, first: 0 or 1, next, more, total, pages: place (last: data[-1].id), headers: {next, more, total, pages: name}, echo: {at, limit}}`

function howToMove(id: string): string {
  const route = OPERATION_IDS.flatMap((operation) => rowOf(operation).routes).find(
    (each) => routeAssumption(each) === id,
  )
  return route?.assumed ? '{path: "/…", with the same {parts}, prefix: "/…", method}' : '{prefix: "/…"}'
}

function howToAnswer({ otherwise }: Operation): string {
  return `{success: 200 to 299${otherwise ? `, ${otherwise.name}: 200 to 299` : ''}}`
}

function valuesOf(behaviour: string): string | undefined {
  if (!Object.hasOwn(GUESSED_VALUES, behaviour)) return undefined
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  return `{${Object.entries(members)
    .map(([name, guess]) => `${name}: ${formOf(guess)}`)
    .join('; ')}}`
}
