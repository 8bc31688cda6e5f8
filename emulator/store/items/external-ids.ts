import { type ItemColumns, recordsWith } from './columns.js'

const END = -1
const NONE: readonly number[] = []
/**
 * Records are chained once so many searches have gone through them one by one. Chaining a record takes as long as comparing it 150
 * times, so a first push after a start need not wait for a million of them.
 */
const SEARCHES_BEFORE_CHAINING = 32

/** Finds records of columns by the hash of their external id. */
export interface ExternalIds {
  /** Records with this hash, newest first. */
  find(hash: number): readonly number[]
}

/** A table of chained records in buckets, about 8 bytes a record; records that came since are looked through. */
export function createExternalIds(columns: ItemColumns): ExternalIds {
  let heads = new Int32Array(64).fill(END)
  let next = new Int32Array(64)
  let chained = 0
  let searches = 0

  const chain = (record: number): void => {
    const hash = columns.externalHash[record]!
    if (hash === 0) return
    const bucket = hash & (heads.length - 1)
    next[record] = heads[bucket]!
    heads[bucket] = record
  }
  const grow = (): void => {
    if (columns.count <= heads.length) return
    const size = 2 ** Math.ceil(Math.log2(columns.count * 1.5))
    heads = new Int32Array(size).fill(END)
    next = new Int32Array(size)
    chained = 0
  }
  const catchUp = (): void => {
    grow()
    for (; chained < columns.count; chained += 1) chain(chained)
    searches = 0
  }
  return {
    find(hash) {
      if (chained < columns.count && searches++ >= SEARCHES_BEFORE_CHAINING) catchUp()
      const found = recordsWith(columns, 'externalHash', [hash], chained).reverse()
      let record = heads[hash & (heads.length - 1)]!
      while (record !== END && columns.externalHash[record] !== hash) record = next[record]!
      if (record === END) return found.length === 0 ? NONE : found
      for (; record !== END; record = next[record]!) if (columns.externalHash[record] === hash) found.push(record)
      return found
    },
  }
}
