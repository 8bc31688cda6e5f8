/** What a heap holds; it notes where each is, so that any can be taken out. -1: in none. */
export interface InHeap {
  place: number
}

/** The first of many at any time; adding one and taking one out cost the logarithm of how many there are. */
export interface Heap<Entry extends InHeap> {
  first(): Entry | undefined
  add(entry: Entry): void
  /** Nothing happens if it is not in. */
  remove(entry: Entry): void
}

/** An empty heap; `before` says which of two comes first, and must not change its mind while both are in. */
export function heap<Entry extends InHeap>(before: (a: Entry, b: Entry) => boolean): Heap<Entry> {
  // Each comes before the two at twice its place.
  const entries: Entry[] = []
  const put = (entry: Entry, place: number) => {
    entries[place] = entry
    entry.place = place
  }
  const rise = (entry: Entry) => {
    let { place } = entry
    while (place > 0) {
      const above = entries[(place - 1) >> 1]!
      if (!before(entry, above)) break
      const free = above.place
      put(above, place)
      place = free
    }
    put(entry, place)
  }
  const sink = (entry: Entry) => {
    let { place } = entry
    for (;;) {
      const [left, right] = [entries[2 * place + 1], entries[2 * place + 2]]
      const least = right && before(right, left!) ? right : left
      if (!least || !before(least, entry)) break
      const free = least.place
      put(least, place)
      place = free
    }
    put(entry, place)
  }
  return {
    first: () => entries[0],
    add(entry) {
      put(entry, entries.length)
      rise(entry)
    },
    remove(entry) {
      const { place } = entry
      if (place < 0) return
      const last = entries.pop()!
      entry.place = -1
      if (last === entry) return
      put(last, place)
      rise(last)
      sink(last)
    },
  }
}
