/** Which rows of a file are pushed, where not all are; by their order in the file, so that every pass chooses the same. */
export interface RowChoice {
  /** So many rows, evenly spread over all rows there are. */
  sample?: { take: number; of: number }
  /** The `index`-th (from 1) of `count` parts; together they are the file, and no row is in two. */
  shard?: { index: number; count: number }
  /** At most so many items. */
  maxItems?: number
}

/** Whether the next row is chosen; to be asked for every row in order. Each pass needs its own. */
export function createRowChooser({ sample, shard }: RowChoice): () => boolean {
  let row = -1
  return () => {
    row += 1
    if (shard && row % shard.count !== shard.index - 1) return false
    if (!sample || sample.take >= sample.of) return true
    return Math.floor(((row + 1) * sample.take) / sample.of) > Math.floor((row * sample.take) / sample.of)
  }
}
