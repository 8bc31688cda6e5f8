import { LIMITS } from '../../src/contract/limits.js'
import type { Context } from '../core/decision.js'
import { cursorAfter, requireLimit } from '../operations/paging.js'
import { readOperation, type WirePayload } from './read-operation.js'

/** A call looks at this many items at most, so that it answers soon however large the store is. */
const LOOKS_AT = 20_000

interface Page extends WirePayload {
  items: { item_id: string; text: string }[]
  pagination: { next_cursor: string | null; has_more: boolean }
}

/** Items whose text holds every word of the query, found by going through the listing page by page. */
export async function searchFeedback(
  { query, limit, cursor, ...filter }: WirePayload,
  context: Context,
): Promise<WirePayload> {
  const wanted = requireLimit(limit === undefined ? undefined : String(limit), context.values['paging-clamp'])
  const words = wordsOf(String(query))
  const found: Page['items'] = []
  let place = cursor as string | undefined
  for (let seen = 0; seen < LOOKS_AT; seen += LIMITS.page.max) {
    const asked = { ...filter, limit: LIMITS.page.max, cursor: place }
    const { items, pagination } = (await readOperation('listFeedback', asked, context)) as Page
    found.push(...items.filter(({ text }) => holdsAll(text, words)))
    if (found.length > wanted) return pageOf(found.slice(0, wanted), wanted, itemCursor(found[wanted - 1]!))
    if (!pagination.has_more) return pageOf(found, wanted, null)
    place = pagination.next_cursor!
  }
  return pageOf(found, wanted, place!)
}

/** The words to look for, those in quotation marks as one, folded for comparison. */
function wordsOf(query: string): string[] {
  const parts = Array.from(query.matchAll(/"([^"]*)"|(\S+)/g), ([, phrase, word]) => (phrase ?? word)!.trim())
  return parts.filter((part) => part !== '').map(folded)
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const whole = folded(text)
  return words.every((word) => whole.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function itemCursor({ item_id }: { item_id: string }): string {
  return cursorAfter('item', Number(item_id))
}

function pageOf(items: Page['items'], limit: number, next: string | null): WirePayload {
  return { items, pagination: { limit, next_cursor: next, has_more: next !== null } }
}
