import { followCursors, requireEnd, requireNextCursor, samePageTwice } from './next-cursor.js'
import type { Counted } from './page-signs.js'
import { createRowJoiner, idOf } from './row-joiner.js'

/** One page of a listing. */
export interface Page<Row> {
  rows: readonly Row[]
  /** The payload that the rows came in. */
  payload: object
  /** Whether it was asked for without a size, as the service takes none. */
  isUnsized?: boolean
  /** Whether the service itself says that this page is the last, where facts say how it pages. */
  saysEnd?: boolean | undefined
}

/** Hears of something about a listing that the user should know. */
export type Warn = (text: string) => Promise<void>

/** A listing, and what is claimed of its rows. */
export interface Listing<Row> {
  /** The member that no two rows share. */
  key: string
  /** The page size asked for, where one is. */
  limit(): number | undefined
  ask(cursor: string | undefined): Promise<Page<Row>>
  warn?: Warn | undefined
  /** Hears that the listing may not be whole, where its rows are only shown. Without it such a listing is refused. */
  onUnclear?: Warn | undefined
  /** Of rows with records inside, such as groups with their sources: a service may count those on its pages, and part a row in two. */
  nested?: {
    /** How many records of a row a service counts that counts those. */
    count(row: Row): number
    /** Whether the last row of a page, of so many that were asked for, may go on in one of the same key on the next page. */
    mayGoOn(rows: readonly Row[], limit: number | undefined): boolean
    /** Both in one; undefined if the later one has nothing new. */
    join(row: Row, later: Row): Row | undefined
  }
  /** Something that can't be undone depends on every row: only the word of the service ends such a listing, no short page. */
  isStrict?: boolean | undefined
}

/**
 * The rows of every page of a listing, each once; a page is fetched when the one before is used up. The listing ends only where the
 * service says so or its last page was surely short: else it rejects with a `ListingError` (`PAGES_UNCLEAR`, `PAGES_INCOMPLETE`), as it does
 * where pages lead back to rows that were given before.
 */
export async function* eachRow<Row extends object>(listing: Listing<Row>): AsyncGenerator<Row> {
  const { key, limit, ask, warn, onUnclear, isStrict } = listing
  const next = followCursors()
  const takeNew = createRowFilter<Row>((row) => idOf(row, key))
  const joiner = createRowJoiner(listing)
  let cursor: string | undefined
  let received = 0
  let before = ''
  let hasWarned = false
  try {
    for (let pages = 1; ; pages += 1) {
      const size = limit()
      const { rows, payload, saysEnd, isUnsized } = await ask(cursor)
      const asked = isUnsized ? undefined : size
      const page = JSON.stringify(rows)
      if (rows.length > 0 && page === before) throw samePageTwice()
      before = page
      const goesOn = joiner.join(rows)
      const fresh = takeNew(rows)
      if (fresh.length + (goesOn ? 1 : 0) < rows.length && fresh.length > 0 && !hasWarned) {
        hasWarned = true
        await warn?.('the pages of the service overlap: rows that came twice are left out')
      }
      yield* joiner.take(fresh, asked)
      received += fresh.length
      const counted: Counted = { asked, rows: rows.length, received, nested: joiner.nested(), pages }
      cursor = next(await requireNextCursor(payload, counted, { onUnclear, warn }), rows.length)
      if (cursor === undefined && isStrict) requireEnd(payload, counted, saysEnd)
      if (cursor === undefined) break
      if (rows.length > 0 && fresh.length === 0 && !goesOn) throw samePageTwice()
    }
  } catch (error) {
    // What came is given, whatever keeps the rest away.
    yield* joiner.rest()
    throw error
  }
  yield* joiner.rest()
}

/**
 * Makes a filter that takes page after page and gives the rows that it did not have before. It knows the ids of the last two pages, and
 * of a page further back, so a ring of any length is found in the end; memory does not grow. Rows without an id are all new.
 */
export function createRowFilter<Row>(idOf: (row: Row) => string | undefined): (rows: readonly Row[]) => readonly Row[] {
  let recent: Set<string>[] = []
  let mark = new Set<string>()
  let pages = 0
  return (rows) => {
    const ids = new Set<string>()
    const fresh = rows.filter((row) => {
      const id = idOf(row)
      if (id === undefined) return true
      const isNew = ![ids, mark, ...recent].some((known) => known.has(id))
      ids.add(id)
      return isNew
    })
    pages += 1
    recent = [...recent.slice(-1), ids]
    // The page further back moves on at pages 1, 2, 4, 8, … (Brent's search for a ring).
    if (Number.isInteger(Math.log2(pages))) mark = ids
    return fresh
  }
}
