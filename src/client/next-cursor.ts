import { asSent } from './checked-payload.js'
import { ListingError, type ListingErrorCode } from './errors.js'
import { type Counted, isShort, isSurelyLast, looksCut, PAGES, SAYS_NEXT, signsOf, TOTAL } from './page-signs.js'

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
  // A total may count the sources of groups.
  const isAll = (total: number) => total <= counted.received || total === counted.nested
  const promised = signs.find(({ name, value }) => TOTAL.test(name) && !isAll(Number(value)))
  if (promised) throw incomplete(counted, `\`${promised.path}\` is ${promised.value}`)
  if (more === true) throw incomplete(counted, '`pagination.has_more` is true, without a `next_cursor`')
  if (more === false && isCursor && !isShort(signs, counted)) {
    await warn?.(`the service says that these ${counted.received} entries are all, but gives a cursor for more`)
  }
  if (more === false || cursor === null) return undefined
  const pointer = signs.find(({ name, value }) => SAYS_NEXT.test(name) && value)
  if (pointer) throw incomplete(counted, `it continues by \`${pointer.path}\`, which inpk does not know`)
  if (!isSurelyLast(signs, counted)) throw unclear(counted)
  if (looksCut(signs, counted)) {
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
  if (!(isSaid ?? looksLast(asSent(payload), counted))) throw unclear(counted)
}

function looksLast(sent: object, counted: Counted): boolean {
  const { rows, received, pages } = counted
  const { pagination } = sent as { pagination?: { next_cursor?: unknown; has_more?: unknown } | null }
  if (rows === 0 || pagination?.next_cursor === null) return true
  if (pagination?.has_more === false) return !pagination.next_cursor || isShort(signsOf(sent), counted)
  return signsOf(sent).some(({ name, value }) => {
    if (SAYS_NEXT.test(name)) return !value
    return (/total/i.test(name) && Number(value) === received) || (PAGES.test(name) && value === pages)
  })
}

/** The pages of a listing lead back to what they gave before. */
export function samePageTwice(): ListingError {
  return leadsNowhere('PAGES_GO_ROUND', 'gave the same page twice')
}

function leadsNowhere(code: ListingErrorCode, did: string): ListingError {
  return new ListingError(code, `the rest of the list can't be read: the service ${did}`, DIFFERS)
}

function incomplete({ received }: Counted, why: string): ListingError {
  const message = `the listing is incomplete: the service sent ${received} entries and has more (${why})`
  return new ListingError('PAGES_INCOMPLETE', message, DIFFERS)
}

function unclear({ received }: Counted): ListingError {
  const message = `the listing may be incomplete: the service sent ${received} entries and did not say whether there are more`
  return new ListingError('PAGES_UNCLEAR', message, DIFFERS)
}

const DIFFERS = 'This service pages its lists differently than inpk expects; `inpk learn` finds out how.'
