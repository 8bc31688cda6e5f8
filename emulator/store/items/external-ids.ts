import type { ItemColumns } from './columns.js'

/** Finds records by the hash of their external id in constant time: buckets of chained records. */
export interface ExternalIds {
  /** Takes in records up to the columns' count. */
  catchUp(columns: ItemColumns): void
  /** Records with this hash, newest first. */
  find(columns: ItemColumns, hash: number): number[]
}

const END = -1

/** An empty table; about 8 bytes a record. */
export function createExternalIds(): ExternalIds {
  let heads = new Int32Array(64).fill(END)
  let next = new Int32Array(64)
  let taken = 0

  const chain = (columns: ItemColumns, record: number): void => {
    const hash = columns.externalHash[record]!
    if (hash === 0) return
    const bucket = hash & (heads.length - 1)
    next[record] = heads[bucket]!
    heads[bucket] = record
  }
  const grow = (columns: ItemColumns): void => {
    if (columns.count <= heads.length) return
    const size = 2 ** Math.ceil(Math.log2(columns.count * 1.5))
    heads = new Int32Array(size).fill(END)
    next = new Int32Array(size)
    taken = 0
  }
  return {
    catchUp(columns) {
      grow(columns)
      for (; taken < columns.count; taken += 1) chain(columns, taken)
    },
    find(columns, hash) {
      const found: number[] = []
      for (let record = heads[hash & (heads.length - 1)]!; record !== END; record = next[record]!) {
        if (columns.externalHash[record] === hash) found.push(record)
      }
      return found
    },
  }
}
