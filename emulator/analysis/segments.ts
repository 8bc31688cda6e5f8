import type { Word } from './words.js'

/** A stretch of a text that says one thing: `words[from..to)`. */
export interface Segment {
  from: number
  to: number
}

const MAX_SEGMENTS = 64

/** Cuts a text into its sentences, and these at "but" and the like. Very long texts keep their tail in one piece. */
export function cutSegments(words: readonly Word[]): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (let at = 0; at < words.length && segments.length < MAX_SEGMENTS; at++) {
    const word = words[at]!
    const isEnd = word.kind === 'end'
    if (!isEnd && !(word.contrasts && at > from)) continue
    const to = isEnd ? at + 1 : at
    if (at > from) segments.push({ from, to })
    from = to
  }
  if (from < words.length) segments.push({ from, to: words.length })
  return segments
}
