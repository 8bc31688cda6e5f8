import { LIMITS } from '../contract/limits.js'

/** What is known of a listing up to the end of a page. */
export interface Counted {
  /** The page size asked for, where one was. */
  asked: number | undefined
  /** Entries on this page, and up to its end. */
  rows: number
  received: number
  /** What the rows hold, up to the end of the page, where they hold others. */
  nested?: number | undefined
  /** Pages up to this one. */
  pages: number
}

/** How many entries there are in all. */
export const TOTAL = /^total$|^count$|^total_?(count|items|results|records|entries|rows)$/i
/** Where the next page is. */
export const SAYS_NEXT = /^(next|after|more|has_?next|has_?more)|next_?(page|cursor|token|offset)/i
/** How many pages there are. */
export const PAGES = /^(pages|page_?count|total_?pages|last_?page)$/i
const SIZE = /^(limit|size|per_?page|page_?size)$/i
const SMALLEST_PAGE = 10

/** Whether a page that says nothing of a next one can have none. */
export function isSurelyLast(signs: readonly Sign[], counted: Counted): boolean {
  const { received } = counted
  if (signs.some(({ name, value }) => SAYS_NEXT.test(name) && !value)) return true
  if (signs.some(({ name, value }) => /total/i.test(name) && value === received)) return true
  if (signs.some(({ name, value }) => PAGES.test(name) && Number(value) > 1)) return false
  return isShort(signs, counted)
}

/** Whether a page has fewer entries than pages of any known size. */
export function isShort(signs: readonly Sign[], { asked, rows }: Counted): boolean {
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
export function looksCut(signs: readonly Sign[], { rows, pages }: Counted): boolean {
  if (pages > 1 || rows < SMALLEST_PAGE) return false
  return !signs.some(({ name }) => [SAYS_NEXT, PAGES, SIZE, /total/i].some((known) => known.test(name)))
}

/** A plain member beside the rows. */
export interface Sign {
  path: string
  name: string
  value: unknown
}

/** The plain members around the rows, down to two objects deep. */
export function signsOf(payload: unknown, path = '', depth = 0): Sign[] {
  return Object.entries(payload ?? {}).flatMap(([name, value]): Sign[] => {
    const where = path === '' ? name : `${path}.${name}`
    if (value === null || typeof value !== 'object') return [{ path: where, name, value }]
    return Array.isArray(value) || depth > 1 ? [] : signsOf(value, where, depth + 1)
  })
}
