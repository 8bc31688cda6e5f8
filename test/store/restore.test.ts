import { expect, test } from 'vitest'
import { openOrganizationStore } from '../../emulator/store/store.js'
import type { OrganizationStore } from '../../emulator/store/types.js'
import { createDraw } from '../draw.js'
import { FOLDER, sampleItem } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

interface Rows {
  value: number
}
type RowsStore = OrganizationStore<Rows, { value: number }>

const WORD = 'UNFORGETTABLE'

function openRows(files: SimulatedFiles): Promise<RowsStore> {
  return openOrganizationStore<Rows, { value: number }>({
    folder: FOLDER,
    files,
    initial: () => ({ value: 0 }),
    apply: (state, change) => void Object.assign(state, change),
    format: 1,
    withoutItems: (state, gone) => ({ value: state.value - gone.length }),
  })
}

const set = (value: number, ids: number[] = [], sourceId = 12) => ({
  at: value,
  operation: 'set',
  summary: `set ${value}`,
  changes: [{ value }],
  items: ids.map((id) => sampleItem(id, { sourceId, text: id === 2 ? WORD : `text of ${id}` })),
})

/** Three items in two sources, a snapshot of them, two more; the value counts the items. */
async function writeFolder(): Promise<SimulatedFiles> {
  const files = createSimulatedFiles()
  const store = await openRows(files)
  await store.commit(set(2, [1, 2])).durable
  await store.commit(set(3, [3], 13)).durable
  await store.snapshots.save('three', 3)
  await store.commit(set(5, [4, 5])).durable
  await store.close()
  return files
}

const idsOf = async (store: RowsStore) => (await store.items.select({ afterId: 0, limit: 99 })).map(({ id }) => id)

async function restore(store: RowsStore, name: string): Promise<void> {
  const { state, items } = (await store.snapshots.find(name))!
  await store.restore(items, () => ({ at: 9, operation: 'restore', summary: 'restored', changes: [state] }))
}

/** Runs `work` on copies of a disk that fails at every one of its steps, and looks at what the next start finds. */
async function atEveryStep(written: SimulatedFiles, work: (store: RowsStore) => Promise<void>) {
  const found: { done: boolean; ids: number[]; value: number; files: SimulatedFiles; store: RowsStore }[] = []
  for (let budget = 0, done = false; !done; budget += 1) {
    const files = written.copy()
    const store = await openRows(files)
    files.budget = budget
    done = await work(store).then(
      () => true,
      () => false,
    )
    const left = files.copy()
    const again = await openRows(left)
    found.push({ done, ids: await idsOf(again), value: again.state.value, files: left, store: again })
  }
  return found
}

test('a crash at any step of a restore leaves the world as it was before, or as it is after, and nothing else behind', async () => {
  const found = await atEveryStep(await writeFolder(), (store) => restore(store, 'three'))
  expect(found.length).toBeGreaterThan(5)
  for (const { done, ids, value, files } of found) {
    if (done) expect(ids).toEqual([1, 2, 3])
    expect([
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ]).toContainEqual(ids)
    expect(value).toBe(ids.length)
    // A restore writes files of its own, beside the ones that undo goes back to.
    const rows = files.paths().filter((path) => path.startsWith(`${FOLDER}/items/`) && path.endsWith('.jsonl'))
    expect(rows.length).toBe(ids.length === 3 ? 4 : 2)
  }
})

test('a crash at any step of a save leaves the old snapshot or the new one, and no rows of another', async () => {
  const found = await atEveryStep(await writeFolder(), (store) =>
    store.snapshots.save('three', 4).then(() => undefined),
  )
  for (const { done, files, store } of found) {
    const { state, info } = (await store.snapshots.find('three'))!
    expect([3, 5]).toContain(state.value)
    expect(info.items).toBe(state.value)
    if (done) expect(info.items).toBe(5)
    expect(files.paths().filter((path) => path.endsWith('.rows')).length).toBe(2)
    await restore(store, 'three')
    expect((await idsOf(store)).length).toBe(state.value)
  }
})

test('a restore can be undone, and the undo undone; compaction and a restart change nothing of that', async () => {
  const files = await writeFolder()
  let store = await openRows(files)
  const before = store.seq
  await restore(store, 'three')
  expect(await idsOf(store)).toEqual([1, 2, 3])
  await store.commit(set(4, [4])).durable
  const after = store.seq
  await store.compact()
  await store.close()
  store = await openRows(files)
  for (const [seq, ids] of [
    [before, [1, 2, 3, 4, 5]],
    [after, [1, 2, 3, 4]],
    [after - 1, [1, 2, 3]],
    [1, [1, 2]],
    [before, [1, 2, 3, 4, 5]],
  ] as const) {
    const { state, items } = (await store.findSnapshotAt(seq))!
    await store.restore(items, () => ({ at: 9, operation: 'undo', summary: '', changes: [state] }))
    expect(await idsOf(store)).toEqual(ids)
    expect(store.state.value).toBe(ids.length)
    await store.items.load(12)
    expect(store.items.findExternalIds(12, 3, ['e2', 'e5']).size).toBe(ids.length === 5 ? 2 : 1)
  }
  await store.close()
})

const ERASE = { at: 20, operation: 'erase', summary: 'erased', changes: [{ value: 2 }] }
const QUERY = { externalIds: ['e2'] }
const pathsWith = (files: SimulatedFiles, word: string) =>
  files.paths().filter((path) => Buffer.from(files.bytesOf(path)).includes(word))

test('[ERS-1] an erase reaches into snapshots and into what undo could go back to', async () => {
  const files = await writeFolder()
  const store = await openRows(files)
  const { items } = (await store.findSnapshotAt(0))!
  await store.restore(items, () => ({ at: 9, operation: 'undo', summary: '', changes: [{ value: 0 }] }))
  expect(await idsOf(store)).toEqual([])
  expect(pathsWith(files, WORD).length).toBe(2)
  expect((await store.prepareErase([], { externalIds: ['other'] })).foundKept).toBe(false)
  expect(pathsWith(files, WORD).length).toBe(2)
  const prepared = await store.prepareErase([], QUERY)
  expect(prepared.foundKept).toBe(true)
  await store.eraseItems([], ERASE, prepared)
  expect(pathsWith(files, WORD)).toEqual([])
  const { state, info } = (await store.snapshots.find('three'))!
  expect([state.value, info.items]).toEqual([2, 2])
  await restore(store, 'three')
  expect(await idsOf(store)).toEqual([1, 3])
  expect(await store.findSnapshotAt(3)).toBeUndefined()
})

test('a crash at any step of an erase leaves no erased item in a snapshot once the erase counts', async () => {
  const ids = [{ sourceId: 12, id: 2 }]
  const erase = async (store: RowsStore) => store.eraseItems(ids, ERASE, await store.prepareErase(ids, QUERY))
  const found = await atEveryStep(await writeFolder(), erase)
  for (const { ids, files, store } of found) {
    const isErased = !ids.includes(2)
    if (isErased) expect(pathsWith(files, WORD)).toEqual([])
    const { state, info } = (await store.snapshots.find('three'))!
    expect(info.items).toBe(state.value)
  }
  expect(found.at(-1)!.ids).toEqual([1, 3, 4, 5])
})

test('an erase that a crash or a power cut kept from counting leaves the snapshots as they were, one that counts takes its items from them', async () => {
  const written = await writeFolder()
  const doomed = [{ sourceId: 12, id: 2 }]
  const left = { whole: 0, erased: 0 }
  for (let budget = 0, done = false; !done; budget += 1) {
    const files = written.copy()
    const store = await openRows(files)
    files.budget = budget
    const erasing = async () => store.eraseItems(doomed, ERASE, await store.prepareErase(doomed, QUERY))
    done = await erasing().then(
      () => true,
      () => false,
    )
    const disks = [files.copy(), ...Array.from({ length: 20 }, (_, seed) => files.powerLoss(createDraw(seed)))]
    for (const disk of disks) {
      const again = await openRows(disk)
      const isErased = !(await idsOf(again)).includes(2)
      left[isErased ? 'erased' : 'whole'] += 1
      const { state, info } = (await again.snapshots.find('three'))!
      expect([state.value, info.items], `step ${budget}`).toEqual(isErased ? [2, 2] : [3, 3])
      expect(pathsWith(disk, WORD).length > 0).toBe(!isErased)
      const others = disk.paths().filter((path) => /snapshots\/.*\.(prepared|tmp|\d+)$/.test(path))
      expect(others).toEqual([])
      expect(disk.paths().filter((path) => path.endsWith('.rows')).length).toBe(2)
      await restore(again, 'three')
      expect(await idsOf(again)).toEqual(isErased ? [1, 3] : [1, 2, 3])
    }
  }
  expect(left.whole).toBeGreaterThan(100)
  expect(left.erased).toBeGreaterThan(50)
})

test('an erase that is prepared and dropped, or whose snapshot is removed before it counts, brings no snapshot back', async () => {
  const doomed = [{ sourceId: 12, id: 2 }]
  const files = await writeFolder()
  const store = await openRows(files)
  const before = files.paths()
  const dropped = await store.prepareErase(doomed, QUERY)
  await dropped.drop()
  expect(files.paths()).toEqual(before)
  expect((await store.snapshots.find('three'))!.info.items).toBe(3)
  const prepared = await store.prepareErase(doomed, QUERY)
  await store.snapshots.remove('three')
  await store.eraseItems(doomed, ERASE, prepared)
  expect(await store.snapshots.list()).toEqual([])
  expect(files.paths().filter((path) => path.includes('/snapshots/'))).toEqual([])
  expect(pathsWith(files, WORD)).toEqual([])
})

test('a commit while a restore is prepared is answered before it, and taken back by it; a crash at any step keeps the one or the other', async () => {
  const found = await atEveryStep(await writeFolder(), async (store) => {
    // The snapshot of the present lies in the files in use, which one more item makes others.
    const { state, items } = (await store.findSnapshotAt(store.seq))!
    const build = () => ({ at: 9, operation: 'restore', summary: 'restored', changes: [state] })
    let attempts = 0
    await store.restore(items, build, async (commit) => {
      attempts += 1
      if (attempts === 1) await store.commit(set(6, [6])).durable
      return commit()
    })
    expect(attempts).toBe(2)
  })
  for (const { done, ids, value, files } of found) {
    expect(value).toBe(ids.length)
    if (done) expect(ids).toEqual([1, 2, 3, 4, 5])
    expect([5, 6]).toContain(ids.length)
    const rows = files.paths().filter((path) => path.startsWith(`${FOLDER}/items/`) && path.endsWith('.jsonl'))
    expect(rows.length).toBeLessThanOrEqual(3)
  }
  expect(found.some(({ ids }) => ids.length === 6)).toBe(true)
})

test('commits while an erase is prepared are kept, a crash at any step or not; what they bring of the erased goes with the rest', async () => {
  const doomed = [
    { sourceId: 12, id: 2 },
    { sourceId: 12, id: 6 },
    { sourceId: 13, id: 8 },
  ]
  const found = await atEveryStep(await writeFolder(), async (store) => {
    const prepared = await store.prepareErase(doomed.slice(0, 1), QUERY)
    await store.commit(set(6, [6])).durable
    await store.commit(set(7, [7])).durable
    await store.commit(set(8, [8], 13)).durable
    const erased = store.eraseItems(doomed, { ...ERASE, changes: [{ value: 5 }] }, prepared)
    const { durable } = store.commit(set(6, [9]))
    await Promise.all([erased, durable])
    await prepared.drop()
  })
  for (const { done, ids, value, files } of found) {
    expect(value).toBe(ids.length)
    if (done) expect(ids).toEqual([1, 3, 4, 5, 7, 9])
    if (!ids.includes(2)) expect(pathsWith(files, WORD)).toEqual([])
  }
})

test('an erase that is prepared and dropped leaves nothing behind', async () => {
  const files = await writeFolder()
  const store = await openRows(files)
  const before = files.paths()
  const prepared = await store.prepareErase([{ sourceId: 12, id: 2 }])
  expect(files.paths().length).toBe(before.length + 1)
  await prepared.drop()
  expect(files.paths()).toEqual(before)
  expect(await idsOf(store)).toEqual([1, 2, 3, 4, 5])
})

test('files stay while they are held, and a store that closes waits for what writes', async () => {
  const files = await writeFolder()
  const store = await openRows(files)
  const { items } = (await store.findSnapshotAt(0))!
  await store.restore(items, () => ({ at: 9, operation: 'undo', summary: '', changes: [{ value: 0 }] }))
  const saving = store.snapshots.save('late', 10).then(
    () => 'saved',
    (error: Error) => error.name,
  )
  await store.close()
  const paths = files.paths()
  expect(['saved', 'StoreClosedError']).toContain(await saving)
  expect(files.paths()).toEqual(paths)
})

test('the files of a moment go once the history no longer reaches it', async () => {
  const files = await writeFolder()
  const store = await openRows(files)
  await restore(store, 'three')
  const rows = () => files.paths().filter((path) => path.startsWith(`${FOLDER}/items/`) && path.endsWith('.jsonl'))
  expect(rows().length).toBe(4)
  await store.eraseItems([], ERASE)
  expect(rows().length).toBe(2)
})
