import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'
import type { WireWords } from '../../src/contract/operation.js'
import { inWords } from '../core/input.js'
import { invalid } from '../core/refusal.js'

/** The page size asked for: 50 by default, cut to 200, or as is known better; 400 below 1 or for no integer (LST-10, LST-11, LIM-3). */
export function requireLimit(text: string | undefined, page: Values['paging-clamp'] = GUESSES['paging-clamp']): number {
  if (text === undefined) return page.default
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw invalid({ limit: ['must be an integer of at least 1'] })
  return Math.min(Number(text), page.most)
}

/** An opaque cursor that keeps a place: the last identifier given out. */
export function cursorAfter(kind: string, id: number): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url')
}

/** The identifier a cursor stands behind; 0 without a cursor, 400 for one that is not ours. */
export function requireCursor(kind: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const match = /^(\w+):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] !== kind || cursorAfter(kind, Number(match[2])) !== cursor) {
    throw invalid({ cursor: ['is not a cursor of this listing; take it from pagination.next_cursor'] })
  }
  return Number(match[2])
}

/** A query member that is an identifier; 400 in the words of the route where it is no positive integer. */
export function requireIntegerId(
  name: string,
  text: string | undefined,
  words: WireWords = 'classic',
): string | undefined {
  if (text === undefined || /^[1-9]\d{0,15}$/.test(text)) return text
  throw invalid(inWords({ [name]: ['must be a positive integer'] }, words))
}
