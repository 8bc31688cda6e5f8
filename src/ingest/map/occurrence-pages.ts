/** Words of 16 bits; an entry whose third is 0 is none. */
export const ENTRY_WORDS = 3
const PAGE_BITS = 5
/** Where the entries of a page of 64 bytes end; its last two words name the page that follows. */
export const ENTRIES_END = 30
/** Pages of a slab, which is 1 MB: memory is taken in slabs and never given back. */
const SLAB_BITS = 14

/** Chains of small pages with entries, the page that may have room first; 0 is no page. */
export interface Pages {
  /** Adds an entry to the chain that starts with `head`; gives the head it then has. */
  add(head: number, first: number, second: number, third: number): number
  /** All words of a chain's entries; its pages are free then. */
  takeAll(head: number): readonly number[]
  next(page: number): number
  /** The words a page is among, from `startOf` it on. */
  wordsOf(page: number): Uint16Array
  startOf(page: number): number
}

/** No page is there yet. */
export function createPages(): Pages {
  const { next, link, wordsOf, startOf, take, release } = createSlabs()
  const roomIn = (page: number) => {
    const start = startOf(page)
    const words = wordsOf(page)
    for (let at = start; at < start + ENTRIES_END; at += ENTRY_WORDS) if (words[at + 2] === 0) return at
    return -1
  }
  return {
    add(head, first, second, third) {
      let page = head
      let at = head === 0 ? -1 : roomIn(head)
      if (at === -1) {
        page = take()
        link(page, head)
        at = startOf(page)
      }
      const words = wordsOf(page)
      words[at] = first
      words[at + 1] = second
      words[at + 2] = third
      return page
    },
    takeAll(head) {
      const all: number[] = []
      for (let page = head; page !== 0; ) {
        const words = wordsOf(page)
        const start = startOf(page)
        const after = next(page)
        for (let at = start; at < start + ENTRIES_END && words[at + 2] !== 0; at += ENTRY_WORDS)
          all.push(words[at]!, words[at + 1]!, words[at + 2]!)
        release(page)
        page = after
      }
      return all
    },
    next,
    wordsOf,
    startOf,
  }
}

/** The slabs, and the pages of them that are free: a chain as well. */
function createSlabs() {
  const slabs: Uint16Array[] = []
  let taken = 1
  let free = 0
  const wordsOf = (page: number) => slabs[page >>> SLAB_BITS]!
  const startOf = (page: number) => (page & ((1 << SLAB_BITS) - 1)) << PAGE_BITS
  const next = (page: number) => {
    const words = wordsOf(page)
    const at = startOf(page) + ENTRIES_END
    return (words[at + 1]! << 16) | words[at]!
  }
  const link = (page: number, to: number) => {
    const at = startOf(page) + ENTRIES_END
    wordsOf(page)[at] = to
    wordsOf(page)[at + 1] = to >>> 16
  }
  const take = () => {
    const page = free === 0 ? taken : free
    if (free === 0) taken += 1
    else free = next(free)
    if (page >>> SLAB_BITS >= slabs.length) slabs.push(new Uint16Array(1 << (SLAB_BITS + PAGE_BITS)))
    return page
  }
  const release = (page: number) => {
    wordsOf(page).fill(0, startOf(page), startOf(page) + ENTRIES_END)
    link(page, free)
    free = page
  }
  return { wordsOf, startOf, next, link, take, release }
}
