import { type Paging, positionOf, SAID_OF_PAGES } from './paging.js'

/** What a request to an emulator asks for: the entries before its page where that is a number, else a cursor. */
export function readAsked(
  paging: Paging,
  query: Readonly<Record<string, string>>,
): { limit?: string; at?: string; cursor?: string } {
  const limit = paging.limit === null ? undefined : query[paging.limit]
  const at = paging.style === 'none' ? undefined : query[paging.at]
  const isNumber = paging.style === 'offset' || paging.style === 'page'
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(at === undefined ? {} : isNumber ? { at } : { cursor: at }),
  }
}

/** How many entries come before the page that was asked for; undefined if `at` is not a number. */
export function entriesBefore(paging: Paging, at: string | undefined, limit: number): number | undefined {
  if (at !== undefined && !/^\d{1,9}$/.test(at)) return undefined
  const before = positionOf(paging, at, limit)
  return before < 0 ? undefined : before
}

/** A page that an emulator answers with. */
export interface Page {
  limit: number
  /** Entries before it. */
  before: number
  count: number
  total: number
  /** Our cursor of the next page; null: there is none. */
  next: string | null
  /** The address that was asked, absolute. */
  url: string
}

/** What an answer says of its page: values by their place in the payload, and headers. */
export function writePage(
  paging: Paging,
  page: Page,
): { put: [place: string, value: unknown][]; headers: Record<string, string> } {
  const { limit, before, count, total } = page
  const hasMore = paging.style !== 'none' && page.next !== null
  const number = paging.style === 'page' ? paging.first + Math.floor(before / limit) : paging.first + before
  const following = paging.style === 'page' ? number + 1 : number + count
  const cursor = paging.style === 'offset' || paging.style === 'page' ? String(following) : page.next
  const address = hasMore ? nextAddress(page.url, paging.at, cursor!) : null
  const next =
    paging.style === 'url'
      ? address
      : ['cursor', 'next'].includes(paging.style)
        ? page.next
        : hasMore
          ? following
          : null
  const said = { next, more: hasMore, total, pages: Math.ceil(total / limit) }
  const saysNext = !['link', 'last', 'none'].includes(paging.style)
  const told = SAID_OF_PAGES.filter((what) => what !== 'next' || saysNext)
  const values: [string | undefined, unknown][] = [
    ...told.map((what): [string | undefined, unknown] => [paging[what], said[what]]),
    [paging.echo?.limit, limit],
    [paging.echo?.at, paging.style === 'offset' || paging.style === 'page' ? number : null],
  ]
  const put = values.filter((each): each is [string, unknown] => each[0] !== undefined)
  const named = told.flatMap((what): [string, string][] => {
    const name = paging.headers?.[what]
    return name === undefined || said[what] === null ? [] : [[name, String(said[what])]]
  })
  const link: [string, string][] =
    paging.style === 'link' && address !== null ? [['Link', `<${address}>; rel="next"`]] : []
  return { put, headers: Object.fromEntries([...named, ...link]) }
}

function nextAddress(url: string, at: string, cursor: string): string {
  const address = new URL(url)
  address.searchParams.set(at, cursor)
  return address.href
}
