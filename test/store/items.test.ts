import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DamagedFileError } from '../../emulator/store/errors.js'
import { hashId } from '../../emulator/store/items/row.js'
import type { ItemQuery, StoredItem } from '../../emulator/store/types.js'
import { addSet, FOLDER, openTally, sampleItem, type TallyStore } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const SOURCES = [12, 13, 14]

/** Items over three sources, their ids interleaved, with and without ids and times of their own. */
function variedItems(from: number, to: number): StoredItem[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const id = from + index
    return sampleItem(id, {
      sourceId: SOURCES[id % 3]!,
      fieldId: id % 2,
      externalId: id % 5 === 0 ? null : `e${id % 40}`,
      customerId: id % 4 === 0 ? null : `c${id % 7}`,
      occurredAt: id % 6 === 0 ? 1_000 + id : null,
    })
  })
}

/** A store whose items are partly under an index file, partly only in their segments, partly still in memory. */
async function openVaried(): Promise<{ store: TallyStore; files: SimulatedFiles; items: StoredItem[] }> {
  const files = createSimulatedFiles()
  const first = await openTally(files)
  await first.commit(addSet(1, { items: variedItems(1, 150) })).durable
  await first.items.select({ afterId: 0, limit: 1 })
  await first.close()
  const second = await openTally(files)
  await second.commit(addSet(1, { items: variedItems(151, 180) })).durable
  const store = await openTally(files)
  store.commit(addSet(1, { items: variedItems(181, 200) }))
  return { store, files, items: variedItems(1, 200) }
}

function answer(items: readonly StoredItem[], query: ItemQuery): StoredItem[] {
  const time = (item: StoredItem): number => item.occurredAt ?? item.createdAt
  const fits = (item: StoredItem): boolean =>
    item.id > query.afterId &&
    (query.sourceIds?.includes(item.sourceId) ?? true) &&
    (query.fieldId === undefined || item.fieldId === query.fieldId) &&
    (query.externalId === undefined || item.externalId === query.externalId) &&
    (query.customerId === undefined || item.customerId === query.customerId) &&
    time(item) >= (query.occurredSince ?? -Infinity) &&
    time(item) < (query.occurredUntil ?? Infinity)
  return items.filter(fits).slice(0, query.limit)
}

const query: fc.Arbitrary<ItemQuery> = fc.record(
  {
    afterId: fc.integer({ min: 0, max: 210 }),
    limit: fc.integer({ min: 1, max: 250 }),
    sourceIds: fc.subarray([...SOURCES, 99]),
    fieldId: fc.nat(2),
    externalId: fc.integer({ min: 0, max: 41 }).map((n) => `e${n}`),
    customerId: fc.integer({ min: 0, max: 8 }).map((n) => `c${n}`),
    occurredSince: fc.integer({ min: 900, max: 5_300 }),
    occurredUntil: fc.integer({ min: 900, max: 5_300 }),
  },
  { requiredKeys: ['afterId', 'limit'] },
)

describe('the item reader', () => {
  test('answers as a plain list would, over index, segments and memory', async () => {
    const { store, items } = await openVaried()
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await store.items.select(asked)).toEqual(answer(items, asked))
      }),
      { numRuns: 300 },
    )
  })

  test('[PSH-2] finds stored external ids of a field, those committed a moment ago included', async () => {
    const { store, items } = await openVaried()
    expect(() => store.items.findExternalIds(12, 0, ['e1'])).toThrow('loaded first')
    await store.items.load(12)
    await store.items.load(77)
    expect(store.items.findExternalIds(77, 0, ['e1'])).toEqual(new Set())
    const asked = Array.from({ length: 45 }, (_, n) => `e${n}`)
    for (const fieldId of [0, 1]) {
      const stored = items.filter((item) => item.sourceId === 12 && item.fieldId === fieldId)
      const ids = new Set(stored.flatMap(({ externalId }) => externalId ?? []))
      expect(store.items.findExternalIds(12, fieldId, asked)).toEqual(ids)
    }
    store.commit(addSet(1, { items: [sampleItem(300, { fieldId: 1, externalId: 'now' })] }))
    expect(store.items.findExternalIds(12, 1, ['now'])).toEqual(new Set(['now']))
    expect(store.items.findExternalIds(12, 0, ['now'])).toEqual(new Set())
  })

  test('lets the row decide where two ids share a hash', async () => {
    const [left, right] = collidingIds()
    const store = await openTally(createSimulatedFiles())
    store.commit(addSet(1, { items: [sampleItem(1, { externalId: left, customerId: left })] }))
    store.commit(addSet(1, { items: [sampleItem(2, { externalId: 'other', customerId: right })] }))
    await store.items.load(12)
    expect(store.items.findExternalIds(12, 3, [right])).toEqual(new Set())
    expect(await store.items.select({ afterId: 0, limit: 1, customerId: right })).toMatchObject([{ id: 2 }])
    expect(await store.items.match({ externalIds: [right] })).toEqual([])
  })

  test('[ERS-1] [ERS-2] matches the union of external and customer ids, in one source or in all', async () => {
    const { store, items } = await openVaried()
    const query = { externalIds: ['e3', 'e41'], customerIds: ['c2'] }
    const all = items.filter(({ externalId, customerId }) => externalId === 'e3' || customerId === 'c2')
    const ids = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id)
    expect(ids(await store.items.match(query))).toEqual(ids(all))
    const in13 = all.filter(({ sourceId }) => sourceId === 13)
    expect(ids(await store.items.match({ ...query, sourceId: 13 }))).toEqual(ids(in13))
  })

  test('scans a source in batches, in order and whole', async () => {
    const store = await openTally(createSimulatedFiles())
    const items = Array.from({ length: 2_500 }, (_, index) => sampleItem(index + 1))
    store.commit(addSet(1, { items }))
    await store.durable()
    const batches: number[] = []
    const found: StoredItem[] = []
    for await (const batch of store.items.scan(12, 100)) {
      batches.push(batch.length)
      found.push(...batch)
    }
    expect(batches).toEqual([1_000, 1_000, 400])
    expect(found).toEqual(items.slice(100))
  })

  test('rebuilds an index that is missing or damaged from the segment', async () => {
    const { store: writer, files, items } = await openVaried()
    await writer.durable()
    const index = files.paths().find((path) => path.includes('items/12.') && path.endsWith('.index'))!
    const damaged = files.bytesOf(index)
    damaged[60]! ^= 1
    for (const bytes of [damaged, damaged.subarray(0, 30), new Uint8Array()]) {
      files.put(index, bytes)
      const store = await openTally(files.copy())
      expect(await store.items.select({ afterId: 0, limit: 500 })).toEqual(items)
    }
  })

  test('names the file and byte of a damaged item, and never shows it', async () => {
    const { files } = await openVaried()
    const path = files.paths().find((name) => name.includes('items/12.') && name.endsWith('.jsonl'))!
    const bytes = Buffer.from(files.bytesOf(path))
    const offset = bytes.lastIndexOf(10, bytes.indexOf('text of 6"')) + 1
    bytes[offset + 40]! ^= 1
    files.put(path, bytes)
    const store = await openTally(files)
    const error = await store.items.select({ afterId: 0, limit: 10 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DamagedFileError)
    expect(error).toMatchObject({ file: path, offset })
  })
})

test('a start reads no items, however many there are, and a page reads its bytes only', async () => {
  const files = createSimulatedFiles()
  const first = await openTally(files)
  for (let from = 1; from < 20_000; from += 1_000) {
    first.commit(addSet(1, { items: Array.from({ length: 1_000 }, (_, index) => sampleItem(from + index)) }))
  }
  await first.items.load(12)
  await first.close()
  const disk = files.copy()
  const store = await openTally(disk)
  expect(disk.counts.reads.filter((path) => path.startsWith(`${FOLDER}/items`))).toEqual([])
  expect(store.items.count()).toBe(20_000)
  const page = await store.items.select({ afterId: 15_000, limit: 50, sourceIds: [12] })
  expect(page.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => 15_001 + index))
  expect(disk.counts.reads.filter((path) => path.endsWith('.jsonl') && path.includes('items')).length).toBe(1)
})

/** Two ids of one hash: among 2^17 ids there are some. */
function collidingIds(): [string, string] {
  const seen = new Map<number, string>()
  for (let n = 0; ; n += 1) {
    const id = `id-${n}`
    const other = seen.get(hashId(id))
    if (other !== undefined) return [other, id]
    seen.set(hashId(id), id)
  }
}
