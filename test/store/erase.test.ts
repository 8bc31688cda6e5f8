import { expect, test } from 'vitest'
import { afterSet, EMPTY, type Expected, expectShown } from './model.js'
import { addSet, FOLDER, openTally, sampleItem, type TallyStore } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const WORD = 'UNFORGETTABLE'
const DOOMED = [
  { sourceId: 12, id: 2 },
  { sourceId: 12, id: 4 },
  { sourceId: 13, id: 6 },
]

/** A folder in which the word lies in items, in the journal and in the history. */
async function writeFolder(): Promise<{ files: SimulatedFiles; before: Expected }> {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  let before = EMPTY
  for (let id = 1; id <= 7; id += 1) {
    const isDoomed = DOOMED.some((ref) => ref.id === id)
    const set = addSet(id, {
      items: [sampleItem(id, { sourceId: id === 6 ? 13 : 12, text: isDoomed ? `${WORD} ${id}` : `text of ${id}` })],
      changes: [{ kind: 'name', name: isDoomed ? WORD : 'x' }],
      ...(id === 1 && { blobs: { put: { b0: Buffer.from(WORD) } } }),
    })
    before = afterSet(before, set)
    await store.commit(set).durable
    if (id === 4) await store.compact()
  }
  before.state.names = { x: 4 }
  return { files, before }
}

const ERASE = addSet(50, { blobs: { remove: ['b0'] } })

function erase(store: TallyStore): Promise<void> {
  store.state.names = { x: 4 }
  return store.eraseItems(DOOMED, ERASE)
}

function pathsWith(files: SimulatedFiles, word: string): string[] {
  return files.paths().filter((path) => Buffer.from(files.bytesOf(path)).includes(word))
}

test('[ERS-1] an erased text is in no file of the folder when the erase is done', async () => {
  const { files, before } = await writeFolder()
  const store = await openTally(files)
  expect(pathsWith(files, WORD).length).toBeGreaterThan(4)
  await erase(store)
  expect(pathsWith(files, WORD)).toEqual([])
  const after = afterSet(before, ERASE, [2, 4, 6])
  await expectShown(store, after)
  await store.close()
  expect(pathsWith(files, WORD)).toEqual([])
  await expectShown(await openTally(files), after)
})

test('a crash at any step of an erase leaves all of the items or none, and then none anywhere', async () => {
  const written = await writeFolder()
  const outcomes = { all: 0, none: 0 }
  let isDone = false
  for (let budget = 0; !isDone; budget += 1) {
    const files = written.files.copy()
    const store = await openTally(files)
    files.budget = budget
    isDone = await erase(store).then(
      () => true,
      () => false,
    )
    const left = files.copy()
    const again = await openTally(left)
    const isErased = again.seq === 8
    expect(again.items.count()).toBe(isErased ? 4 : 7)
    const items = await again.items.select({ afterId: 0, limit: 10 })
    expect(items.map(({ id }) => id)).toEqual(isErased ? [1, 3, 5, 7] : [1, 2, 3, 4, 5, 6, 7])
    if (isErased) expect(pathsWith(left, WORD)).toEqual([])
    outcomes[isErased ? 'none' : 'all'] += 1
  }
  expect(outcomes.all).toBeGreaterThan(5)
  expect(outcomes.none).toBeGreaterThan(5)
})

test('an erased external id may be stored again, and items that came during the erase are kept', async () => {
  const { files } = await writeFolder()
  const store = await openTally(files)
  await store.items.load(12)
  expect(store.items.findExternalIds(12, 3, ['e2', 'e3'])).toEqual(new Set(['e2', 'e3']))
  const erased = erase(store)
  expect(store.items.findExternalIds(12, 3, ['e2', 'e3'])).toEqual(new Set(['e3']))
  const { durable } = store.commit(addSet(1, { items: [sampleItem(8, { externalId: 'e2' })] }))
  expect(store.items.findExternalIds(12, 3, ['e2'])).toEqual(new Set(['e2']))
  const during = store.items.select({ afterId: 0, limit: 10 })
  await Promise.all([erased, durable])
  const ids = [1, 3, 5, 7, 8]
  expect((await during).map(({ id }) => id)).toEqual(ids)
  for (const opened of [store, await openTally(files.copy())]) {
    const items = await opened.items.select({ afterId: 0, limit: 10 })
    expect(items.map(({ id }) => id)).toEqual(ids)
    await opened.items.load(12)
    expect(opened.items.findExternalIds(12, 3, ['e2', 'e4'])).toEqual(new Set(['e2']))
  }
})

test('the log outlives an erase, the history does not', async () => {
  const { files } = await writeFolder()
  const store = await openTally(files)
  expect(await store.findStateAt(2)).toMatchObject({ names: { x: 1, [WORD]: 1 } })
  await erase(store)
  expect(store.historyFrom).toBe(8)
  expect(await store.findStateAt(2)).toBeUndefined()
  expect(files.paths().filter((path) => path.startsWith(`${FOLDER}/history/`))).toEqual([])
  const seqs = [8, 7, 6, 5, 4, 3, 2, 1]
  expect(store.log({ limit: 100 }).map(({ seq }) => seq)).toEqual(seqs)
  expect((await openTally(files.copy())).log({ limit: 100 }).map(({ seq }) => seq)).toEqual(seqs)
})

test('an erase of a file that is copied in several pieces leaves out what it should at every end of one', async () => {
  const text = 'x'.repeat(400_000)
  const ids = Array.from({ length: 30 }, (_, index) => index + 1)
  for (const gone of [[1], [30], [10, 11, 12], [1, 11, 22], ids]) {
    const files = createSimulatedFiles()
    const store = await openTally(files)
    await store.commit(addSet(1, { items: ids.map((id) => sampleItem(id, { text: `${id} ${text}` })) })).durable
    await store.eraseItems(
      gone.map((id) => ({ sourceId: 12, id })),
      addSet(2),
    )
    const left = ids.filter((id) => !gone.includes(id))
    for (const opened of [store, await openTally(files.copy())]) {
      const items = await opened.items.select({ afterId: 0, limit: 100 })
      expect(items.map(({ id, text: kept }) => `${id} ${kept.split(' ')[0]}`)).toEqual(left.map((id) => `${id} ${id}`))
    }
  }
})
