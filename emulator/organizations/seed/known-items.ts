import { itemObject } from '../../../src/contract/items/check-item.js'
import type { Item } from '../../../src/contract/items/schemas.js'
import { type StoredMembers, storedMembers } from '../../state/stored-item.js'
import type { ItemReader } from '../../store/types.js'

/**
 * Takes out of the items for a field those without an `external_id` that it holds already, each as often as it holds them: nothing
 * else would keep a seed taken again from doubling them. Reads the whole source.
 */
export async function withoutKnownItems(
  content: readonly Item[],
  { sourceId, fieldId }: { sourceId: number; fieldId: number },
  items: ItemReader,
): Promise<Item[]> {
  if (content.every((item) => itemObject(item).external_id !== undefined)) return [...content]
  const held = new Map<string, number>()
  for await (const batch of items.scan(sourceId, 0)) {
    for (const item of batch) {
      if (item.fieldId === fieldId) held.set(contentOf(item), (held.get(contentOf(item)) ?? 0) + 1)
    }
  }
  return content.filter((item) => {
    const members = storedMembers(itemObject(item))
    const same = members.externalId === null ? (held.get(contentOf(members)) ?? 0) : 0
    if (same > 0) held.set(contentOf(members), same - 1)
    return same === 0
  })
}

const NAMES = Object.keys(storedMembers({ text: '' })) as (keyof StoredMembers)[]

function contentOf(item: StoredMembers): string {
  return JSON.stringify(NAMES.map((name) => item[name] ?? null))
}
