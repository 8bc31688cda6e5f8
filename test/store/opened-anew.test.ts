import { expect, test } from 'vitest'
import { RefusedSetError } from '../../emulator/store/errors.js'
import { addSet, FOLDER, openTally, sampleItem, type TallyStore } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const SECOND = [{ sourceId: 12, id: 2 }]
const set = (id: number) => addSet(id, { items: [sampleItem(id)] })
const itemFiles = (files: SimulatedFiles) => files.paths().filter((path) => path.startsWith(`${FOLDER}/items/`))
const idsOf = async (store: TallyStore) =>
  (await store.items.select({ afterId: 0, limit: 10 })).map((item) => item.id).sort()

/** A store whose disk failed after an erase was prepared, and the one that was opened in its place. */
async function failAfterPreparation() {
  const files = createSimulatedFiles()
  const broken = await openTally(files)
  for (const id of [1, 2, 3]) await broken.commit(set(id)).durable
  const prepared = await broken.prepareErase(SECOND)
  Object.assign(files, { failsOnce: true, budget: 0, fault: new Error('EIO') })
  await expect(broken.commit(set(4)).durable).rejects.toThrow('EIO')
  await broken.close()
  return { files, prepared, store: await openTally(files) }
}

test('an erase that was prepared before the folder was opened anew is refused, with nothing changed', async () => {
  const { store, prepared } = await failAfterPreparation()
  const before = store.seq
  await expect(store.eraseItems(SECOND, addSet(9), prepared)).rejects.toThrow(RefusedSetError)
  expect([store.seq, store.failed, await idsOf(store)]).toEqual([before, undefined, [1, 2, 3]])
})

test('what was prepared before the folder was opened anew is dropped without a file of the new store', async () => {
  const { files, store, prepared } = await failAfterPreparation()
  await store.eraseItems(SECOND, addSet(9), await store.prepareErase(SECOND))
  const before = itemFiles(files)
  await prepared.drop()
  expect(itemFiles(files)).toEqual(before)
  await store.close()
  expect(await idsOf(await openTally(files))).toEqual([1, 3])
})

test('an erase that was prepared and a restore that was under way leave the folder alone once the store is closed', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  for (const id of [1, 2, 3]) await store.commit(set(id)).durable
  const prepared = await store.prepareErase(SECOND)
  const { items } = (await store.findSnapshotAt(2))!
  let next: TallyStore | undefined
  const restored = store.restore(
    items,
    () => addSet(9),
    async (commit) => {
      await store.close()
      next = await openTally(files)
      await next.eraseItems(SECOND, addSet(9))
      return commit()
    },
  )
  await expect(restored).rejects.toThrow('is closed')
  await prepared.drop()
  await next!.close()
  expect(await idsOf(await openTally(files))).toEqual([1, 3])
})
