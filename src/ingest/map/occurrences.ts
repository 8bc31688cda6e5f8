import { createPages, ENTRIES_END, ENTRY_WORDS } from './occurrence-pages.js'

/** Of a fingerprint: as many bits choose the bucket at least, and are not kept in the entry. */
const FIRST_BUCKET_BITS = 12
/** More of them, also kept in the entry, choose among more buckets: up to 2 ** 24. */
const KEPT_LOW_BITS = 12
const KEPT_LOW = (1 << KEPT_LOW_BITS) - 1
/** The third word of an entry: 12 bits of the fingerprint, 4 of the count. */
const COUNT_BITS = 4
const MOST_IN_ENTRY = (1 << COUNT_BITS) - 1
/** More of them in a bucket take longer to look through, fewer leave more of a page empty. */
const ENTRIES_PER_BUCKET = 10

/** How often a fingerprint of 64 bits (56 of which are kept) was seen: this time included. */
export type CountOccurrence = (high: number, low: number) => number

/**
 * Counts fingerprints in ten bytes each, where a Map takes a hundred: memory must stay flat (threats B20). Buckets
 * of a few pages each; another bucket for every few entries, split off from the next one in turn (linear hashing), so that nothing
 * is ever moved as a whole, taken twice, or given back in pieces.
 */
export function createOccurrenceCounter(): CountOccurrence {
  const pages = createPages()
  const many = new Map<string, number>()
  let heads = new Uint32Array(1 << FIRST_BUCKET_BITS)
  let buckets = heads.length
  let bits = FIRST_BUCKET_BITS
  let used = 0

  const bucketOf = (low: number) => {
    const bucket = low & ((2 << bits) - 1)
    return bucket < buckets ? bucket : low & ((1 << bits) - 1)
  }
  const splitNext = () => {
    if (buckets === heads.length) heads = doubled(heads)
    const from = buckets - (1 << bits)
    const entries = pages.takeAll(heads[from]!)
    heads[from] = 0
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      const moves = ((entries[at + 2]! >>> COUNT_BITS) >>> (bits - FIRST_BUCKET_BITS)) & 1
      const bucket = moves === 1 ? buckets : from
      heads[bucket] = pages.add(heads[bucket]!, entries[at]!, entries[at + 1]!, entries[at + 2]!)
    }
    buckets += 1
    if (buckets === 2 << bits) bits += 1
  }
  return (high, low) => {
    const bucket = bucketOf(low)
    const kept = (low >>> FIRST_BUCKET_BITS) & KEPT_LOW
    const first = high & 0xffff
    const second = high >>> 16
    for (let page = heads[bucket]!; page !== 0; page = pages.next(page)) {
      const words = pages.wordsOf(page)
      const start = pages.startOf(page)
      for (let at = start; at < start + ENTRIES_END; at += ENTRY_WORDS) {
        const word = words[at + 2]!
        if (word === 0) break
        if (word >>> COUNT_BITS !== kept || words[at] !== first || words[at + 1] !== second) continue
        if ((word & MOST_IN_ENTRY) < MOST_IN_ENTRY) {
          words[at + 2] = word + 1
          return (word & MOST_IN_ENTRY) + 1
        }
        return countOn(many, `${high >>> 0}:${low & 0xffffff}`)
      }
    }
    heads[bucket] = pages.add(heads[bucket]!, first, second, (kept << COUNT_BITS) | 1)
    used += 1
    if (used > buckets * ENTRIES_PER_BUCKET) splitNext()
    return 1
  }
}

function countOn(many: Map<string, number>, key: string): number {
  const count = (many.get(key) ?? MOST_IN_ENTRY) + 1
  many.set(key, count)
  return count
}

function doubled(heads: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(heads.length * 2)
  larger.set(heads)
  return larger
}
