import { expect, test } from 'vitest'
import { DamagedFileError, StoreClosedError } from '../../emulator/store/errors.js'
import { expectShown } from './model.js'
import { addSet, openTally, sampleItem } from './sample.js'
import { createSimulatedFiles } from './simulated-files.js'

test('a hundred sets committed at once share one sync', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  const before = files.counts.syncs
  const durables = Array.from({ length: 100 }, (_, index) => store.commit(addSet(index)).durable)
  expect(store.state.total).toBe(4950)
  await Promise.all(durables)
  expect(files.counts.syncs - before).toBe(1)
})

test('sets committed during a sync share the next one, and items cost one more for each source', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  await store.commit(addSet(0, { items: [sampleItem(1)] })).durable
  const before = files.counts.syncs
  const first = store.commit(addSet(1)).durable
  await Promise.resolve()
  await Promise.resolve()
  const rest = Array.from({ length: 50 }, (_, index) => store.commit(addSet(1, { items: [sampleItem(index + 2)] })))
  await first
  expect(files.counts.syncs - before).toBe(1)
  await Promise.all(rest.map(({ durable }) => durable))
  expect(files.counts.syncs - before).toBe(3)
  expect((await openTally(files.copy())).seq).toBe(52)
})

test('durable() waits for all that was committed so far', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  for (let amount = 0; amount < 10; amount += 1) store.commit(addSet(amount))
  await store.durable()
  expect((await openTally(files.copy())).seq).toBe(10)
})

test('[A24] a full disk at any write rejects what waits, closes the store, and loses nothing acknowledged', async () => {
  for (let budget = 0; budget < 60; budget += 1) {
    const files = createSimulatedFiles()
    const store = await openTally(files)
    files.budget = budget
    files.fault = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const acknowledged = await commitUntilRefused(store)
    expect(store.failed).toBe(files.fault)
    await expect(store.durable()).rejects.toThrow('ENOSPC')
    expect(() => store.commit(addSet(1))).toThrow(StoreClosedError)
    await expect(store.compact()).rejects.toThrow(StoreClosedError)
    await store.close()
    const again = await openTally(files.copy())
    expect(again.seq).toBeGreaterThanOrEqual(acknowledged)
    expect(again.items.count()).toBe(again.seq)
  }
})

async function commitUntilRefused(store: Awaited<ReturnType<typeof openTally>>): Promise<number> {
  let acknowledged = 0
  try {
    for (let id = 1; ; id += 1) {
      await store.commit(addSet(1, { items: [sampleItem(id)], blobs: { put: { b0: Uint8Array.of(id) } } })).durable
      acknowledged = id
      if (id % 4 === 0) await store.compact()
    }
  } catch {
    return acknowledged
  }
}

test('a set that cannot be stored is refused before anything changed', async () => {
  const store = await openTally(createSimulatedFiles())
  store.commit(addSet(1, { items: [sampleItem(5)] }))
  expect(() => store.commit(addSet(1, { items: [sampleItem(5)] }))).toThrow('does not grow')
  expect(() => store.commit(addSet(1, { items: [sampleItem(7), sampleItem(6)] }))).toThrow('does not grow')
  expect(() => store.commit(addSet(1, { blobs: { put: { '../x': Uint8Array.of(1) } } }))).toThrow("can't name a blob")
  expect(store.state.total).toBe(1)
  expect(store.seq).toBe(1)
  await store.commit(addSet(1)).durable
})

test('a change that cannot be applied closes the store, for memory is no longer what the journal says', async () => {
  const files = createSimulatedFiles()
  const apply = (): void => {
    throw new TypeError('unknown change')
  }
  const store = await openTally(files, { apply })
  expect(() => store.commit(addSet(1))).toThrow('unknown change')
  expect(() => store.commit(addSet(1))).toThrow(StoreClosedError)
  expect((await openTally(files.copy())).seq).toBe(0)
})

test('the state takes in what the journal will give back, not an object the caller still changes', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  const change = { kind: 'add' as const, amount: 1 }
  const { durable } = store.commit({ at: 1, operation: 'add', summary: '', changes: [change] })
  change.amount = 100
  await durable
  expect((await openTally(files.copy())).state.total).toBe(1)
})

test('a long journal is compacted by itself, and the history reaches as far back as asked', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files, { compactAfter: 10, historyLength: 35 })
  for (let amount = 1; amount <= 200; amount += 1) await store.commit(addSet(amount)).durable
  await store.durable()
  expect(store.historyFrom).toBeGreaterThan(100)
  expect(store.seq - store.historyFrom).toBeGreaterThanOrEqual(35)
  for (let seq = store.historyFrom; seq <= 200; seq += 1) {
    expect(await store.findStateAt(seq)).toEqual({ total: (seq * (seq + 1)) / 2, names: {} })
  }
  expect(await store.findStateAt(store.historyFrom - 1)).toBeUndefined()
  await store.close()
  const again = await openTally(files, { compactAfter: 10, historyLength: 35 })
  expect(again.log({ limit: 1_000 }).length).toBe(35)
  expect(again.log({ limit: 2, before: 199 }).map(({ seq }) => seq)).toEqual([198, 197])
  expect(await again.findStateAt(180)).toEqual({ total: 16_290, names: {} })
})

test('starts and stops add no files to the history, which reaches as far back as asked', async () => {
  const files = createSimulatedFiles()
  const options = { compactAfter: 10, historyLength: 35 }
  for (let amount = 1; amount <= 100; amount += 1) {
    const store = await openTally(files, options)
    await store.commit(addSet(amount)).durable
    await store.close()
  }
  // A snapshot and a journal for every ten changes.
  expect(files.paths().filter((path) => path.includes('/history/')).length).toBeLessThanOrEqual(2 * (35 / 10 + 2))
  const store = await openTally(files, options)
  expect(store.seq - store.historyFrom).toBeGreaterThanOrEqual(35)
  for (let seq = store.historyFrom; seq <= 100; seq += 1) {
    expect(await store.findStateAt(seq)).toEqual({ total: (seq * (seq + 1)) / 2, names: {} })
  }
})

test('a snapshot longer than all changes that are kept does not put off their end', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files, { compactAfter: 10, historyLength: 35 })
  const long = Array.from({ length: 2_000 }, (_, at) => ({ kind: 'name' as const, name: `name ${at}` }))
  await store.commit(addSet(0, { changes: long })).durable
  await store.compact()
  for (let amount = 1; amount <= 200; amount += 1) await store.commit(addSet(amount)).durable
  expect(store.historyFrom).toBeGreaterThan(100)
  expect(store.log({ limit: 1_000 }).length).toBeLessThanOrEqual(2 * 35)
})

test('[C7] a flipped bit in the history is refused to whoever asks for it, and the store goes on', async () => {
  const files = createSimulatedFiles()
  const first = await openTally(files)
  for (let amount = 1; amount <= 9; amount += 1) await first.commit(addSet(amount)).durable
  await first.close()
  const paths = files.paths().filter((path) => path.includes('/history/'))
  expect(paths.length).toBe(2)
  for (const path of paths) {
    for (let bit = 0; bit < files.bytesOf(path).length * 8; bit += 37) {
      const copy = files.copy()
      const bytes = copy.bytesOf(path)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      copy.put(path, bytes)
      const store = await openTally(copy)
      const found = await store.findStateAt(5).catch((error: unknown) => error)
      if (!(found instanceof DamagedFileError)) expect(found, `${path}, bit ${bit}`).toEqual({ total: 15, names: {} })
      await store.commit(addSet(1)).durable
    }
  }
})

test('a reset leaves the state it was given and the log, and no file of what was before', async () => {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  await store.commit(addSet(1, { items: [sampleItem(1)], secrets: { set: { s0: 'hush' } } })).durable
  await store.commit(addSet(2, { blobs: { put: { b0: Uint8Array.of(1) } } })).durable
  await store.reset({ at: 5, operation: 'reset', summary: 'as new' }, { total: 9, names: { __proto__x: 1 } })
  const expected = { state: { total: 9, names: { __proto__x: 1 } }, items: [], secrets: {}, blobs: {} }
  await expectShown(store, expected)
  expect(files.paths().filter((path) => /items\/|blobs\/|secrets/.test(path))).toEqual([])
  await store.commit(addSet(0, { items: [sampleItem(1)] })).durable
  await expectShown(await openTally(files.copy()), { ...expected, items: [sampleItem(1)] })
  expect(store.log({ limit: 3 }).map(({ operation }) => operation)).toEqual(['add', 'reset', 'add'])
})
