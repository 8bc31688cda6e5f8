import { isAscii } from 'node:buffer'

/** Bytes decoded at once: a text in use keeps so many. */
const STRETCH = 8 * 1024
/** A text so near after the last one is read in turn. */
const NEAR = 512

/** The text of a range of bytes that are UTF-8. Ranges in turn are cut from stretches decoded at once, at a fraction of what each costs alone. */
export function createTextCutter(): (bytes: Buffer, from: number, to: number) => string {
  let source: Buffer | undefined
  let characters = ''
  let [start, end] = [0, 0]
  let last = 0
  /** Up to here it was tried: where a character is more than a byte, nothing can be cut. */
  let tried = 0
  return (bytes, from, to) => {
    const inTurn = bytes === source && from >= last && from - last < NEAR
    if (bytes === source && from >= start && to <= end) {
      last = to
      return characters.slice(from - start, to - start)
    }
    if (bytes !== source) start = end = tried = 0
    source = bytes
    last = to
    if (!inTurn || from < tried) return bytes.toString('utf8', from, to)
    tried = Math.min(Math.max(to, from + STRETCH), bytes.length)
    const stretch = bytes.subarray(from, tried)
    if (!isAscii(stretch)) return bytes.toString('utf8', from, to)
    characters = stretch.toString('latin1')
    start = from
    end = tried
    return characters.slice(0, to - from)
  }
}
