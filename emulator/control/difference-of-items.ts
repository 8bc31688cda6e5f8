import type { ItemDifference } from '../../src/contract/control/history.js'
import { itemOf, type KeptItems, linesIn } from '../store/index.js'

/** How many items of each source came and went between two moments; sources without a difference are left out. */
export async function differenceOfItems(
  before: readonly KeptItems[],
  after: readonly KeptItems[],
): Promise<ItemDifference[]> {
  const sourceIds = [...new Set([...before, ...after].map(({ sourceId }) => sourceId))].sort((a, b) => a - b)
  const differences: ItemDifference[] = []
  for (const sourceId of sourceIds) {
    const [then, now] = [before, after].map((list) => list.find((each) => each.sourceId === sourceId))
    const { added, removed } = await compare(then, now)
    if (added + removed > 0) differences.push({ source_id: String(sourceId), added, removed })
  }
  return differences
}

async function compare(then: KeptItems | undefined, now: KeptItems | undefined) {
  if (!then || !now) return { added: now?.count ?? 0, removed: then?.count ?? 0 }
  // A segment only grows.
  if (then.extent && then.extent.generation === now.extent?.generation) {
    return { added: now.count - then.count, removed: 0 }
  }
  const [left, right] = [await beginLines(then), await beginLines(now)]
  let [added, removed] = [0, 0]
  while (left.line || right.line) {
    const meeting = meet(left.line, right.line)
    if (meeting === 'gone' || meeting === 'changed') removed += 1
    if (meeting === 'new' || meeting === 'changed') added += 1
    if (meeting !== 'new') {
      const more = left.next()
      if (more) await more
    }
    if (meeting !== 'gone') {
      const more = right.next()
      if (more) await more
    }
  }
  return { added, removed }
}

/** Both files are in the order of ids, so lines of the same item meet, and only those that differ are read. */
function meet(left: Uint8Array | undefined, right: Uint8Array | undefined): 'same' | 'changed' | 'gone' | 'new' {
  if (!left) return 'new'
  if (!right) return 'gone'
  if (Buffer.compare(left, right) === 0) return 'same'
  const [before, after] = [itemOf(left).id, itemOf(right).id]
  if (before === after) return 'changed'
  return before < after ? 'gone' : 'new'
}

/** Lines one after another; there is something to wait for only where a batch of them ends. */
interface Lines {
  line: Uint8Array | undefined
  next(): Promise<void> | undefined
}

async function beginLines(kept: KeptItems): Promise<Lines> {
  const batches = linesIn(kept)
  let batch: Uint8Array[] = []
  let at = 0
  const lines: Lines = {
    line: undefined,
    next() {
      at += 1
      lines.line = batch[at]
      return lines.line ? undefined : nextBatch()
    },
  }
  const nextBatch = async () => {
    const { value, done } = await batches.next()
    batch = done ? [] : value
    at = 0
    lines.line = batch[0]
  }
  await nextBatch()
  return lines
}
