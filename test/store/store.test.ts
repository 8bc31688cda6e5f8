import { expect, test } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { addSet, openTally, sampleItem } from './sample.js'

test('what was committed is there after a crash and after a close', async () => {
  const files = createMemoryFiles()
  const store = await openTally(files)
  store.commit(addSet(1, { items: [sampleItem(1), sampleItem(2)] }))
  await store.commit(addSet(2, { secrets: { set: { s1: 'hush' } }, blobs: { put: { b1: Uint8Array.of(1, 2, 3) } } }))
    .durable
  const crashed = await openTally(files)
  expect(crashed.state.total).toBe(3)
  await crashed.close()
  const again = await openTally(files)
  expect(again.state.total).toBe(3)
  expect(again.seq).toBe(2)
  expect(again.secret('s1')).toBe('hush')
  expect([...(await again.blob('b1'))!]).toEqual([1, 2, 3])
  expect(await again.items.select({ afterId: 0, limit: 10 })).toEqual([sampleItem(1), sampleItem(2)])
  expect(again.log({ limit: 1 })).toEqual([{ seq: 2, at: 1_002, operation: 'add', summary: 'add 2' }])
})
