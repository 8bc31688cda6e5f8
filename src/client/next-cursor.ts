import { LIMITS } from '../contract/limits.js'
import { asSent } from './checked-payload.js'
import { ListingError, type ListingErrorCode } from './errors.js'

/** A service that filters may have nothing to show on some pages; so many in a row lead nowhere. */
const MOST_EMPTY_PAGES = 20

/**
 * Follows the cursors of one listing: takes that of the next page, if there is one, and gives it back; `entries`: how many the
 * page had. Refuses a cursor that was followed before, and empty pages without end: both would continue for ever.
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

/** Hears of something about a listing that the user should know. */
type Hear = (text: string) => Promise<void>

/** What is known of a listing up to the end of a page. */
export interface Counted {
  /** The page size asked for, where one was. */
  asked: number | undefined
  /** Entries on this page, and up to its end. */
  rows: number
  received: number
  /** Pages up to this one. */
  pages: number
}

/**
 * The cursor of the page after this payload; undefined if this was the last. Rejects if the service has more and does not say how
 * to get it, or does not say whether it has. Of a page of some other size without a word on paging `onUnclear` only
 * hears, if it is given: the rows are then shown, and nothing depends on their being all. `warn` hears of a word on the end that another one contradicts.
 */
export async function requireNextCursor(
  payload: object,
  counted: Counted,
  { onUnclear, warn }: { onUnclear?: Hear | undefined; warn?: Hear | undefined } = {},
): Promise<string | undefined> {
  const sent = asSent(payload)
  const { pagination } = sent as { pagination?: { next_cursor?: unknown; has_more?: unknown } | null }
  const { next_cursor: cursor, has_more: more } = pagination ?? {}
  const isCursor = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
  if (more !== false && isCursor) return String(cursor)
  const signs = signsOf(sent)
  const promised = signs.find(({ name, value }) => TOTAL.test(name) && Number(value) > counted.received)
  if (promised) throw incomplete(counted, `\`${promised.path}\` is ${promised.value}`)
  if (more === true) throw incomplete(counted, '`pagination.has_more` is true, without a `next_cursor`')
  if (more === false && isCursor && !isShort(signs, counted)) {
    await warn?.(`the service says that these ${counted.received} entries are all, but gives a cursor for more`)
  }
  if (more === false || cursor === null) return undefined
  const pointer = signs.find(({ name, value }) => POINTER.test(name) && value)
  if (pointer) throw incomplete(counted, `it continues by \`${pointer.path}\`, which inpk does not know`)
  if (!isSurelyLast(signs, counted)) throw unclear(counted)
  if (mayBeCut(signs, counted)) {
    if (!onUnclear) throw unclear(counted)
    await onUnclear(`the service did not say whether there are more than these ${counted.received} entries`)
  }
  return undefined
}

/**
 * Refuses a last page that the service did not call the last: it may have been cut at a size of its own. `isSaid`: whether
 * it did, where facts say how.
 */
export function requireEnd(payload: object, counted: Counted, isSaid: boolean | undefined): void {
  if (!(isSaid ?? saysEnd(asSent(payload), counted))) throw unclear(counted)
}

function saysEnd(sent: object, counted: Counted): boolean {
  const { rows, received, pages } = counted
  const { pagination } = sent as { pagination?: { next_cursor?: unknown; has_more?: unknown } | null }
  if (rows === 0 || pagination?.next_cursor === null) return true
  if (pagination?.has_more === false) return !pagination.next_cursor || isShort(signsOf(sent), counted)
  return signsOf(sent).some(({ name, value }) => {
    if (POINTER.test(name)) return !value
    return (/total/i.test(name) && Number(value) === received) || (PAGES.test(name) && value === pages)
  })
}

/** How many entries there are in all. */
const TOTAL = /^total$|^count$|^total_?(count|items|results|records|entries|rows)$/i
/** Where the next page is. */
const POINTER = /^(next|after|more|has_?next|has_?more)|next_?(page|cursor|token|offset)/i
const PAGES = /^(pages|page_?count|total_?pages|last_?page)$/i
const SIZE = /^(limit|size|per_?page|page_?size)$/i
const SMALLEST_PAGE = 10

function isSurelyLast(signs: readonly Sign[], counted: Counted): boolean {
  const { received } = counted
  if (signs.some(({ name, value }) => POINTER.test(name) && !value)) return true
  if (signs.some(({ name, value }) => /total/i.test(name) && value === received)) return true
  if (signs.some(({ name, value }) => PAGES.test(name) && Number(value) > 1)) return false
  return isShort(signs, counted)
}

/** Whether a page has fewer entries than pages of any known size. */
function isShort(signs: readonly Sign[], { asked, rows }: Counted): boolean {
  if (rows === 0) return true
  const sizes = [
    LIMITS.page.default,
    LIMITS.page.max,
    ...signs.filter(({ name }) => SIZE.test(name)).map(({ value }) => value),
  ]
  return !sizes.includes(rows) && (asked === undefined || rows < asked)
}

/**
 * A first page without any word on paging: the interface promises one, so the service may page in its own way and have cut the list at
 * a size of its own. No service pages its lists by fewer than ten.
 */
function mayBeCut(signs: readonly Sign[], { rows, pages }: Counted): boolean {
  if (pages > 1 || rows < SMALLEST_PAGE) return false
  return !signs.some(({ name }) => [POINTER, PAGES, SIZE, /total/i].some((known) => known.test(name)))
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

/** The pages of a listing lead back to what they gave before. */
export function samePageTwice(): ListingError {
  return leadsNowhere('PAGES_GO_ROUND', 'gave the same page twice')
}

function leadsNowhere(code: ListingErrorCode, did: string): ListingError {
  const hint = 'What came so far may be incomplete; try again later.'
  return new ListingError(code, `the service ${did}: its pages lead nowhere`, hint)
}

function incomplete({ received }: Counted, why: string): ListingError {
  const message = `the listing is incomplete: the service sent ${received} entries and has more (${why})`
  return new ListingError('PAGES_INCOMPLETE', message, DIFFERS)
}

function unclear({ received }: Counted): ListingError {
  const message = `the listing may be incomplete: the service sent ${received} entries and did not say whether there are more`
  return new ListingError('PAGES_UNCLEAR', message, DIFFERS)
}

const DIFFERS = 'This service pages its lists in another way than inpk expects; `inpk learn` finds out how.'
