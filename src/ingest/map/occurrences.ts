const FIRST_CAPACITY = 1 << 8
const SHARDS = 16
/** Of its words, two an entry: a shard of more entries than 70 % grows. */
const FULLEST = 0.35
/** The second word of an entry: 24 bits of the fingerprint, 8 of the count. */
const COUNT_BITS = 8
const MOST_IN_ENTRY = (1 << COUNT_BITS) - 1

/** How often a fingerprint of 64 bits (56 of which are kept) was seen: this time included. */
export type CountOccurrence = (high: number, low: number) => number

/**
 * Counts fingerprints in eight bytes each, where a Map takes a hundred: memory must stay flat (threats B20). Shards grow one by
 * one, so that no growth needs the whole twice.
 */
export function createOccurrenceCounter(): CountOccurrence {
  const shards = Array.from({ length: SHARDS }, createShard)
  return (high, low) => shards[low & (SHARDS - 1)]!(high >>> 0, low >>> COUNT_BITS)
}

function createShard(): CountOccurrence {
  let entries = new Uint32Array(FIRST_CAPACITY * 2)
  let used = 0
  const many = new Map<string, number>()
  return (high, low) => {
    const at = findSlot(entries, high, low)
    const known = entries[at + 1]! & MOST_IN_ENTRY
    if (known === MOST_IN_ENTRY) {
      const count = (many.get(`${high}:${low}`) ?? MOST_IN_ENTRY) + 1
      many.set(`${high}:${low}`, count)
      return count
    }
    entries[at] = high
    entries[at + 1] = (low << COUNT_BITS) | (known + 1)
    if (known === 0) {
      used += 1
      if (used > entries.length * FULLEST) entries = grown(entries)
    }
    return known + 1
  }
}

/** Index of the entry of a fingerprint, or of the empty one it belongs into. */
function findSlot(entries: Uint32Array, high: number, low: number): number {
  const mask = entries.length / 2 - 1
  let slot = (high ^ Math.imul(low, 0x9e3779b1)) & mask
  for (;;) {
    const word = entries[slot * 2 + 1]!
    if (word === 0 || (entries[slot * 2] === high && word >>> COUNT_BITS === low)) return slot * 2
    slot = (slot + 1) & mask
  }
}

function grown(entries: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(entries.length * 2)
  for (let old = 0; old < entries.length; old += 2) {
    const word = entries[old + 1]!
    if (word === 0) continue
    const at = findSlot(larger, entries[old]!, word >>> COUNT_BITS)
    larger[at] = entries[old]!
    larger[at + 1] = word
  }
  return larger
}
