import { asSent } from '../client/checked-payload.js'
import { LIMITS } from '../contract/limits.js'
import { Failure } from '../terminal/failure.js'

/** A service that filters may have nothing to show on some pages; so many in a row lead nowhere. */
const MOST_EMPTY_PAGES = 20

/**
 * Follows the cursors of one listing: takes that of the next page, if there is one, and gives it back; `entries`: how many the page had.
 * Refuses a cursor that was followed before, and empty pages without end: both would go on for ever (exit code 8).
 */
export function followCursors(): (next: string | null | undefined, entries: number) => string | undefined {
  const followed = new Set<string>()
  let empty = 0
  return (next, entries) => {
    if (!next) return undefined
    if (followed.has(next)) throw samePageTwice()
    followed.add(next)
    empty = entries === 0 ? empty + 1 : 0
    if (empty >= MOST_EMPTY_PAGES) throw leadsNowhere('PAGES_EMPTY', `gave ${empty} empty pages in a row`)
    return next
  }
}

/** One page of a listing. */
export interface Page<Row> {
  rows: readonly Row[]
  /** The payload that the rows came in. */
  payload: object
}

/**
 * The rows of every page of a listing; a page is fetched when the one before is used up. `limit` is the page size asked for, where one
 * was. The listing ends only where the service says so or its last page was short: else it rejects (`PAGES_UNCLEAR`,
 * `PAGES_INCOMPLETE`, exit code 8), as it does before it gives a page a second time.
 */
export async function* eachRow<Row>(
  limit: () => number | undefined,
  ask: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  const next = followCursors()
  let cursor: string | undefined
  let received = 0
  let before = ''
  do {
    const asked = limit()
    const { rows, payload } = await ask(cursor)
    const page = JSON.stringify(rows)
    if (rows.length > 0 && page === before) throw samePageTwice()
    before = page
    yield* rows
    received += rows.length
    cursor = next(requireNextCursor(payload, { asked, rows: rows.length, received }), rows.length)
  } while (cursor !== undefined)
}

interface Counted {
  /** The page size asked for, where one was. */
  asked: number | undefined
  /** Entries on this page, and up to its end. */
  rows: number
  received: number
}

/**
 * The cursor of the page after this payload; undefined where this was surely the last. Rejects where the service has more and does not
 * say how to get it, or does not say whether it has (exit code 8).
 */
export function requireNextCursor(payload: object, counted: Counted): string | undefined {
  const sent = asSent(payload)
  const { pagination } = sent as { pagination?: { next_cursor?: unknown; has_more?: unknown } | null }
  const { next_cursor: cursor, has_more: more } = pagination ?? {}
  const isCursor = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
  if (more !== false && isCursor) return String(cursor)
  const signs = signsOf(sent)
  const promised = signs.find(({ name, value }) => TOTAL.test(name) && Number(value) > counted.received)
  if (promised) throw incomplete(counted, `\`${promised.path}\` is ${promised.value}`)
  if (more === true) throw incomplete(counted, '`pagination.has_more` is true, without a `next_cursor`')
  if (more === false || cursor === null) return undefined
  const pointer = signs.find(({ name, value }) => POINTER.test(name) && value)
  if (pointer) throw incomplete(counted, `it continues by \`${pointer.path}\`, which inpk does not know`)
  if (!isSurelyLast(signs, counted)) throw unclear(counted)
  return undefined
}

/** How many entries there are in all. */
const TOTAL = /^total$|^count$|^total_?(count|items|results|records|entries|rows)$/i
/** Where the next page is. */
const POINTER = /^(next|after|more|has_?next|has_?more)|next_?(page|cursor|token|offset)/i
const PAGES = /^(pages|page_?count|total_?pages|last_?page)$/i
const SIZE = /^(limit|size|per_?page|page_?size)$/i

function isSurelyLast(signs: readonly Sign[], { asked, rows, received }: Counted): boolean {
  if (signs.some(({ name, value }) => POINTER.test(name) && !value)) return true
  if (signs.some(({ name, value }) => /total/i.test(name) && value === received)) return true
  if (signs.some(({ name, value }) => PAGES.test(name) && Number(value) > 1)) return false
  if (rows === 0) return true
  const sizes = [
    LIMITS.page.default,
    LIMITS.page.max,
    ...signs.filter(({ name }) => SIZE.test(name)).map(({ value }) => value),
  ]
  return !sizes.includes(rows) && (asked === undefined || rows < asked)
}

interface Sign {
  path: string
  name: string
  value: unknown
}

/** The plain members around the rows, down to two objects deep. */
function signsOf(payload: unknown, path = '', depth = 0): Sign[] {
  return Object.entries(payload ?? {}).flatMap(([name, value]): Sign[] => {
    const where = path === '' ? name : `${path}.${name}`
    if (value === null || typeof value !== 'object') return [{ path: where, name, value }]
    return Array.isArray(value) || depth > 1 ? [] : signsOf(value, where, depth + 1)
  })
}

function samePageTwice(): Failure {
  return leadsNowhere('PAGES_GO_ROUND', 'gave the same page twice')
}

function leadsNowhere(code: string, did: string): Failure {
  return new Failure({
    exit: 'unavailable',
    code,
    message: `the service ${did}: its pages lead nowhere`,
    hint: 'What was printed so far may be incomplete; try again later.',
  })
}

function incomplete({ received }: Counted, why: string): Failure {
  return new Failure({
    exit: 'unavailable',
    code: 'PAGES_INCOMPLETE',
    message: `the listing is incomplete: the service sent ${received} entries and has more (${why})`,
    hint: DIFFERS,
  })
}

function unclear({ received }: Counted): Failure {
  return new Failure({
    exit: 'unavailable',
    code: 'PAGES_UNCLEAR',
    message: `the listing may be incomplete: the service sent ${received} entries and did not say whether there are more`,
    hint: DIFFERS,
  })
}

const DIFFERS =
  'This service pages its lists in another way than inpk expects; `inpk openapi --check` shows how it differs.'
