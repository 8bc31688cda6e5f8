import type { Values } from '../../src/contract/assumptions/values.js'
import { pause } from '../adapters/pause.js'
import { isMatch, phrasesOf, wordsOf } from '../rules/monitors.js'
import type { ItemReader, StoredItem } from '../store/index.js'
import type { ItemScans } from './item-scans.js'

type MatchedBy = Values['monitor-match']['rule']

/** Batches of this many items are not walked over one right after another. */
const LONG_BATCH = 100

/** How many items of a source match a query: the first `count` of `days`, a day a match; more may follow while it is read. */
export interface Matches {
  count: number
  days: readonly number[]
}

interface Found {
  phrases: readonly string[]
  /** Ascending. */
  itemIds: number[]
  /** The day of each. */
  days: number[]
  throughItemId: number
}

/** What monitors found so far, by source. Derived from the items alone, so it is never stored and can always be made again. */
export interface MonitorMatches {
  /** What each query matches among the items of a source up to one. Queries not asked for are forgotten. */
  find(
    sourceId: number,
    throughItemId: number,
    queries: readonly (readonly string[])[],
    items: ItemReader,
  ): Promise<Matches[]>
  /** The same if it was found before, at once; undefined if items would have to be read. */
  known(sourceId: number, throughItemId: number, queries: readonly (readonly string[])[]): Matches[] | undefined
  /** Forgets items of a source: they were erased. */
  forget(sourceId: number, itemIds: readonly number[]): void
  clear(): void
}

/** Nothing found yet; items are read by `scans`. */
export function monitorMatches(scans: ItemScans, by: MatchedBy = 'words'): MonitorMatches {
  const kept = new Map<number, Map<string, Found>>()
  const busy = new Map<number, Promise<unknown>>()

  const bring: MonitorMatches['find'] = async (sourceId, throughItemId, queries, items) => {
    const known = kept.get(sourceId)
    const founds = queries.map(phrasesOf).map((phrases) => known?.get(phrases.join('\n')) ?? nothingFound(phrases))
    // Kept before it is complete, so that forgetting in the middle forgets this one, too.
    kept.set(sourceId, new Map(founds.map((found) => [found.phrases.join('\n'), found])))
    const from = Math.min(...founds.map((found) => found.throughItemId))
    if (from < throughItemId) {
      await addNewMatches(founds, throughItemId, scans.between(items, sourceId, from, throughItemId), (item) =>
        addMatches(founds, item, { by, day: scans.dayOf(item) }),
      )
    }
    return founds.map((found) => upTo(found, throughItemId))
  }

  return {
    find(sourceId, throughItemId, queries, items) {
      if (queries.length === 0) return Promise.resolve([])
      const before = busy.get(sourceId) ?? Promise.resolve()
      const run = before.then(() => bring(sourceId, throughItemId, queries, items))
      const over = run
        .catch(() => undefined)
        .then(() => {
          if (busy.get(sourceId) === over) busy.delete(sourceId)
        })
      busy.set(sourceId, over)
      return run
    },
    known(sourceId, throughItemId, queries) {
      const known = kept.get(sourceId)
      const founds = queries.map((query) => known?.get(phrasesOf(query).join('\n')))
      const isKnown = founds.every((found) => found !== undefined && found.throughItemId >= throughItemId)
      return isKnown ? founds.map((found) => upTo(found!, throughItemId)) : undefined
    },
    forget(sourceId, itemIds) {
      const gone = new Set(itemIds)
      // A walk under way continues with what was before: no one sees it again.
      const founds = [...(kept.get(sourceId)?.values() ?? [])]
      kept.set(sourceId, new Map(founds.map((found) => [found.phrases.join('\n'), without(found, gone)])))
    },
    clear: () => kept.clear(),
  }
}

function nothingFound(phrases: readonly string[]): Found {
  return { phrases, throughItemId: 0, itemIds: [], days: [] }
}

/** One walk over what is new to any of them; others have their turn between two batches. */
async function addNewMatches(
  founds: readonly Found[],
  throughItemId: number,
  batches: AsyncIterable<StoredItem[]>,
  addItem: (item: StoredItem) => void,
): Promise<void> {
  for await (const batch of batches) {
    for (const item of batch) addItem(item)
    if (batch.length >= LONG_BATCH) await pause()
  }
  for (const found of founds) found.throughItemId = Math.max(found.throughItemId, throughItemId)
}

function addMatches(
  founds: readonly Found[],
  { id, text }: StoredItem,
  { by, day }: { by: MatchedBy; day: number },
): void {
  const words = wordsOf(text)
  for (const found of founds) {
    if (found.throughItemId >= id) continue
    found.throughItemId = id
    if (!isMatch(words, found.phrases, by)) continue
    found.itemIds.push(id)
    found.days.push(day)
  }
}

function upTo({ itemIds, days }: Found, throughItemId: number): Matches {
  return { count: itemIds.findLastIndex((id) => id <= throughItemId) + 1, days }
}

function without(found: Found, gone: ReadonlySet<number>): Found {
  const stay = found.itemIds.map((id) => !gone.has(id))
  return {
    ...found,
    itemIds: found.itemIds.filter((_, place) => stay[place]),
    days: found.days.filter((_, place) => stay[place]),
  }
}
