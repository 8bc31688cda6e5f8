import { Failure } from '../cli/failure.js'

interface Pagination {
  next_cursor?: string | null
  has_more?: boolean
}

/** A service that filters may have nothing to show on some pages; so many in a row lead nowhere. */
const MOST_EMPTY_PAGES = 20

/**
 * Follows the cursors of one listing: gives the next one, or undefined at the end; `entries`: how many the page had. Refuses a cursor
 * that was followed before, and empty pages without end: both would go on for ever (exit code 8).
 */
export function followCursors(): (pagination: Pagination | null | undefined, entries: number) => string | undefined {
  const followed = new Set<string>()
  let empty = 0
  return (pagination, entries) => {
    const next = pagination?.has_more ? (pagination.next_cursor ?? '') : ''
    if (next === '') return undefined
    if (followed.has(next)) throw leadsNowhere('PAGES_GO_ROUND', 'gave the same page twice')
    followed.add(next)
    empty = entries === 0 ? empty + 1 : 0
    if (empty >= MOST_EMPTY_PAGES) throw leadsNowhere('PAGES_EMPTY', `gave ${empty} empty pages in a row`)
    return next
  }
}

function leadsNowhere(code: string, did: string): Failure {
  return new Failure({
    exit: 'unavailable',
    code,
    message: `the service ${did}: its pages lead nowhere`,
    hint: 'What was printed so far may be incomplete; try again later.',
  })
}
