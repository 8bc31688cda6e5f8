import { expect, test } from 'vitest'
import { DamagedFileError, FormatError } from '../../emulator/store/errors.js'
import { afterSet, EMPTY, expectShown } from './model.js'
import { addSet, FOLDER, openTally, sampleItem, type Tally, type TallyChange } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const SETS = [
  addSet(1, { items: [sampleItem(1)], secrets: { set: { s0: 'hush' } } }),
  addSet(2, { items: [sampleItem(2)] }),
]
const AFTER = SETS.reduce((before, set) => afterSet(before, set), EMPTY)

/** A folder of format 2: a snapshot, and one more change in the journal. */
async function writeFolder(): Promise<SimulatedFiles> {
  const files = createSimulatedFiles()
  const store = await openTally(files, { format: 2 })
  await store.commit(SETS[0]!).durable
  await store.compact()
  await store.commit(SETS[1]!).durable
  return files
}

test('[C8] files of a newer version are refused with a clear message and left as they are', async () => {
  const files = await writeFolder()
  for (const name of ['snapshot.json', 'journal.jsonl', 'log.jsonl', 'secrets.json']) {
    const copy = files.copy()
    const older = await olderTwin()
    if (name !== 'snapshot.json') copy.put(`${FOLDER}/snapshot.json`, older.bytesOf(`${FOLDER}/snapshot.json`))
    if (!['snapshot.json', 'journal.jsonl'].includes(name)) {
      copy.put(`${FOLDER}/journal.jsonl`, older.bytesOf(`${FOLDER}/journal.jsonl`))
    }
    if (name === 'log.jsonl') copy.put(`${FOLDER}/secrets.json`, older.bytesOf(`${FOLDER}/secrets.json`))
    if (name === 'secrets.json') copy.put(`${FOLDER}/log.jsonl`, older.bytesOf(`${FOLDER}/log.jsonl`))
    const error = await openTally(copy).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ file: `${FOLDER}/${name}`, found: 2, known: 1 })
    expect((error as Error).message).toContain('Use the newer version')
    expect(copy.counts.operations).toBe(0)
  }
})

async function olderTwin(): Promise<SimulatedFiles> {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  await store.commit(SETS[0]!).durable
  await store.compact()
  await store.commit(SETS[1]!).durable
  return files
}

test('files of an older version are refused where nobody can migrate them', async () => {
  const files = await writeFolder()
  await expect(openTally(files, { format: 3 })).rejects.toThrow('Open it with the version that wrote it')
})

const migrate = {
  state: (state: unknown): Tally => ({ ...(state as Tally), names: { migrated: 1 } }),
  change: (change: unknown): TallyChange => change as TallyChange,
}

test('files of an older version are migrated after a backup, at every crash point whole', async () => {
  const written = await writeFolder()
  const expected = { ...AFTER, state: { total: 3, names: { migrated: 1 } } }
  let isDone = false
  for (let budget = 0; !isDone; budget += 1) {
    const files = written.copy()
    files.budget = budget
    isDone = await openTally(files, { format: 3, migrate }).then(
      () => true,
      () => false,
    )
    const left = files.copy()
    await expectShown(await openTally(left, { format: 3, migrate }), expected)
    for (const name of ['snapshot.json', 'journal.jsonl', 'secrets.json']) {
      expect(left.bytesOf(`${FOLDER}/backup.2/${name}`)).toEqual(written.bytesOf(`${FOLDER}/${name}`))
    }
    await expectShown(await openTally(left, { format: 3 }), expected)
  }
})

test('[C7] a file that is missing or empty is named, not taken for a new folder', async () => {
  const files = await writeFolder()
  const options = { format: 2 }
  for (const name of ['snapshot.json', 'journal.jsonl', 'items/12.1.jsonl']) {
    const copy = files.copy()
    await copy.remove(`${FOLDER}/${name}`)
    await expect(openTally(copy, options)).rejects.toThrow(`${FOLDER}/${name}: the file is missing`)
  }
  for (const name of ['snapshot.json', 'log.jsonl', 'secrets.json', 'items/12.1.jsonl']) {
    const copy = files.copy()
    copy.put(`${FOLDER}/${name}`, new Uint8Array())
    await expect(openTally(copy, options)).rejects.toThrow(DamagedFileError)
  }
  const copy = files.copy()
  copy.put(`${FOLDER}/journal.jsonl`, new Uint8Array())
  const store = await openTally(copy, options)
  expect(store.recovered?.messages[0]).toMatch(/journal\.jsonl: was empty; everything after change \d+ is lost$/)
  await expectShown(store, afterSet(EMPTY, SETS[0]!))
})
