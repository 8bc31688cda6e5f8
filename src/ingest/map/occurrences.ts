const FIRST_CAPACITY = 1 << 12

/** How often a 64-bit fingerprint was seen: this time included. */
export type CountOccurrence = (high: number, low: number) => number

/** Counts fingerprints in typed arrays: twelve bytes each where a Map takes a hundred (memory must stay flat, threats B20). */
export function createOccurrenceCounter(): CountOccurrence {
  let capacity = FIRST_CAPACITY
  let keys = new Uint32Array(capacity * 2)
  let counts = new Uint32Array(capacity)
  let used = 0
  const slotOf = (high: number, low: number) => {
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & (capacity - 1)
    while (counts[slot] !== 0 && (keys[slot * 2] !== high || keys[slot * 2 + 1] !== low))
      slot = (slot + 1) & (capacity - 1)
    return slot
  }
  const grow = () => {
    const [oldKeys, oldCounts] = [keys, counts]
    capacity *= 2
    keys = new Uint32Array(capacity * 2)
    counts = new Uint32Array(capacity)
    for (let old = 0; old < oldCounts.length; old += 1) {
      if (oldCounts[old] === 0) continue
      const slot = slotOf(oldKeys[old * 2]!, oldKeys[old * 2 + 1]!)
      keys[slot * 2] = oldKeys[old * 2]!
      keys[slot * 2 + 1] = oldKeys[old * 2 + 1]!
      counts[slot] = oldCounts[old]!
    }
  }
  return (high, low) => {
    const slot = slotOf(high >>> 0, low >>> 0)
    if (counts[slot] === 0) {
      used += 1
      keys[slot * 2] = high
      keys[slot * 2 + 1] = low
    }
    counts[slot]! += 1
    const count = counts[slot]!
    if (used > capacity * 0.7) grow()
    return count
  }
}
