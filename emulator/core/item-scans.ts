import type { Values } from '../../src/contract/assumptions/values.js'
import { dayOf } from '../rules/days.js'
import type { ItemReader, StoredItem } from '../store/index.js'

/** The store is closing: reads of it end here. */
export class ScanEndedError extends Error {
  override readonly name = 'ScanEndedError'
}

/** Reads of many items that can be ended, so that no file is opened once its store has been closed. */
export interface ItemScans {
  /** Items of a source after one and up to another, in batches. Throws ScanEndedError. */
  between(items: ItemReader, sourceId: number, afterId: number, throughId: number): AsyncGenerator<StoredItem[]>
  /** The day that puts an item into its period. */
  dayOf(item: StoredItem): number
  /** Ends all reads; resolves when none continues. */
  end(): Promise<void>
}

/** Reads of one organisation. */
export function itemScans(periods: Values['analysis-periods']['rule']): ItemScans {
  const reading = new Set<Promise<unknown>>()
  let ended = false
  return {
    async *between(items, sourceId, afterId, throughId) {
      const batches = items.scan(sourceId, afterId)[Symbol.asyncIterator]()
      for (;;) {
        if (ended) throw new ScanEndedError('the organisation is closed')
        const next = batches.next()
        reading.add(next)
        const { value, done } = await next.finally(() => reading.delete(next))
        if (done) return
        const batch = (value as StoredItem[]).filter(({ id }) => id <= throughId)
        if (batch.length > 0) yield batch
        if (batch.length < (value as StoredItem[]).length) return
      }
    },
    dayOf: ({ occurredAt, createdAt }) => dayOf(periods === 'arrival' ? createdAt : (occurredAt ?? createdAt)),
    async end() {
      ended = true
      await Promise.allSettled(reading)
    },
  }
}
