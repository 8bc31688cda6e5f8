import type { ItemColumns } from './columns.js'

/** Few enough that a block is looked through at once, and enough that a million records are a thousand blocks. */
const BLOCK = 1_024

/** Finds records of columns by their time. */
export interface TimeBlocks {
  /** First record from another on with a time from `since` up to `until`, or the count. */
  find(since: number, until: number, from: number): number
}

/** The earliest and latest time of each block of records, so that blocks without a time of a range are stepped over. */
export function createTimeBlocks(columns: ItemColumns): TimeBlocks {
  const earliest: number[] = []
  const latest: number[] = []
  let taken = 0
  const catchUp = (): void => {
    for (; taken < columns.count; taken += 1) {
      const block = Math.floor(taken / BLOCK)
      const at = columns.occurredAt[taken]!
      earliest[block] = Math.min(earliest[block] ?? Infinity, at)
      latest[block] = Math.max(latest[block] ?? -Infinity, at)
    }
  }
  return {
    find(since, until, from) {
      catchUp()
      const { occurredAt, count } = columns
      for (let record = from; record < count; ) {
        const block = Math.floor(record / BLOCK)
        const end = Math.min(count, (block + 1) * BLOCK)
        if (latest[block]! < since || earliest[block]! >= until) record = end
        for (; record < end; record += 1) {
          const at = occurredAt[record]!
          if (at >= since && at < until) return record
        }
      }
      return count
    },
  }
}
