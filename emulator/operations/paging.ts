import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import { isSaid } from '../../src/contract/facts/paging.js'
import { entriesBefore } from '../../src/contract/facts/write-page.js'
import type { WireWords } from '../../src/contract/operation.js'
import type { OperationId } from '../../src/contract/operations/index.js'
import { inWords } from '../core/input.js'
import { invalid } from '../core/refusal.js'

/** The page of a listing that was asked for: the entries after an identifier, or after so many. */
export interface AskedPage {
  /** What its cursors are of, such as `item`. */
  kind: string
  limit: number
  afterId: number
  skip: number
  /** Whether its cursors count entries, so that a page moves when some before it go. */
  isByPosition: boolean
  /** Whether a page is asked for by the row it follows. */
  isAfterRow: boolean
}

/** A service without pages lists everything. */
const ALL = 1_000_000_000

/**
 * The page that a query asks for, however this service pages; 400 if it is not one. `rowId`: the identifier of the row that rows
 * are told by.
 */
export function requirePage(
  kind: string,
  { limit, cursor }: { limit?: string; cursor?: string },
  { contract, id, rowId = idOf }: { contract: Contract; id: OperationId; rowId?: (told: string) => number | undefined },
): AskedPage {
  const paging = contract.pagingOf(id)
  const { values } = contract
  const isByPosition = values['stable-cursor'].rule === 'by-position'
  const isWhole = paging?.style === 'none' && limit === undefined
  const size = isWhole ? ALL : requireLimit(limit, values['paging-clamp'], paging?.limit ?? 'limit')
  const isAfterRow = paging?.style === 'last'
  const page = { kind, limit: size, afterId: 0, skip: 0, isByPosition, isAfterRow }
  if (isAfterRow) {
    const afterId = cursor === undefined ? 0 : rowId(cursor)
    if (afterId === undefined) throw invalid({ [paging.at]: ['must tell a row of this listing'] })
    return { ...page, afterId }
  }
  if (paging?.style === 'offset' || paging?.style === 'page') {
    const skip = entriesBefore(paging, cursor, size)
    if (skip === undefined) throw invalid({ [paging.at]: [`must be a whole number of at least ${paging.first}`] })
    return { ...page, skip }
  }
  return isByPosition
    ? { ...page, skip: requireCursor(`${kind}@`, cursor, paging?.at) }
    : { ...page, afterId: requireCursor(kind, cursor, paging?.at) }
}

/** The cursor of what follows a page of `count` entries, the last of them `lastId`. */
export function cursorOf(page: AskedPage, count: number, lastId: number): string {
  const { kind, skip, isByPosition, isAfterRow } = page
  if (isAfterRow) return String(lastId)
  return isByPosition ? cursorAfter(`${kind}@`, skip + count) : cursorAfter(kind, lastId)
}

const idOf = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Whether pages of a listing say how many entries there are in all; counting them may take long, so no one else does. */
export function countsAll(contract: Contract, id: OperationId): boolean {
  const paging = contract.pagingOf(id)
  return paging !== undefined && (isSaid(paging, 'total') || isSaid(paging, 'pages'))
}

/** The page size asked for: 50 by default, cut to 200, or as is known better; 400 below 1 or for no integer (LST-10, LST-11, LIM-3). */
export function requireLimit(
  text: string | undefined,
  page: Values['paging-clamp'] = GUESSES['paging-clamp'],
  name = 'limit',
): number {
  if (text === undefined) return page.default
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw invalid({ [name]: ['must be a whole number of at least 1'] })
  if (Number(text) > page.most && page.above === 'refused') throw invalid({ [name]: [`must be at most ${page.most}`] })
  return Math.min(Number(text), page.most)
}

/** An opaque cursor that keeps a place: the last identifier given out. */
export function cursorAfter(kind: string, id: number): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url')
}

/** The identifier a cursor is behind; 0 without a cursor, 400 for one that is not ours. */
export function requireCursor(kind: string, cursor: string | undefined, name = 'cursor'): number {
  if (cursor === undefined) return 0
  const match = /^([\w@]+):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] !== kind || cursorAfter(kind, Number(match[2])) !== cursor) {
    throw invalid({ [name]: ['is not a cursor of this listing; take it from pagination.next_cursor'] })
  }
  return Number(match[2])
}

/** A query member that is an identifier; 400 in the words of the route if it is not a positive integer. */
export function requireIntegerId(
  name: string,
  text: string | undefined,
  words: WireWords = 'classic',
): string | undefined {
  if (text === undefined || /^[1-9]\d{0,15}$/.test(text)) return text
  throw invalid(inWords({ [name]: ['must be a positive integer'] }, words))
}
