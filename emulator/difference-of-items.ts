import type { ItemDifference } from '../src/contract/control/history.js'
import { itemsOf, type KeptItems } from './store/index.js'

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
  const left = new Map<number, string>()
  for await (const items of itemsOf(then)) for (const item of items) left.set(item.id, JSON.stringify(item))
  let added = 0
  for await (const items of itemsOf(now)) {
    for (const item of items) {
      if (left.get(item.id) === JSON.stringify(item)) left.delete(item.id)
      else added += 1
    }
  }
  return { added, removed: left.size }
}
