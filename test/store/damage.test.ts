import { beforeAll, describe, expect, test } from 'vitest'
import { DamagedFileError } from '../../emulator/store/errors.js'
import { afterSet, EMPTY, type Expected, expectShown, observe } from './model.js'
import { addSet, FOLDER, openTally, sampleItem } from './sample.js'
import { createSimulatedFiles, type SimulatedFiles } from './simulated-files.js'

const JOURNAL = `${FOLDER}/journal.jsonl`
/** Starting at every byte costs the square of it. */
const RECORDS = process.env.INPK_SOAK ? 200 : 24
const HALF = RECORDS / 2
const FLIPS = process.env.INPK_SOAK ? 40_000 : 2_000

/** A folder with a snapshot, many changes in the journal, and items, secrets and blobs among them. */
async function writeFolder(): Promise<{ files: SimulatedFiles; after: Expected[] }> {
  const files = createSimulatedFiles()
  const store = await openTally(files)
  const after = [EMPTY]
  for (let seq = 1; seq <= RECORDS; seq += 1) {
    const set = addSet(seq, {
      ...{ operation: 'a', summary: '' },
      items: seq % 9 === 0 ? [sampleItem(seq), sampleItem(seq + 0.5, { sourceId: 13 })] : [],
      ...(seq % HALF === 1 && { secrets: { set: { [`s${Math.floor(seq / HALF)}`]: `secret ${seq}` } } }),
      ...(seq % HALF === 2 && { blobs: { put: { [`b${Math.floor(seq / HALF)}`]: Uint8Array.of(seq, 1, 2) } } }),
    })
    after.push(afterSet(after.at(-1)!, set))
    const { durable } = store.commit(set)
    if (seq % 4 === 0) await durable
  }
  await store.durable()
  return { files, after }
}

const disk = writeFolder()

describe('a journal cut short', () => {
  test('[A5] [C7] at every byte leaves a start of the changes, whole, with what belongs to them', async () => {
    const { files, after } = await disk
    const journal = files.bytesOf(JOURNAL)
    const seen = new Set<number>()
    let lines = 0
    for (let length = 0; length <= journal.length; length += 1) {
      if (length > 0 && journal[length - 1] === 10) lines += 1
      const cut = files.copy()
      cut.put(JOURNAL, journal.subarray(0, length))
      const store = await openTally(cut)
      expect(store.seq).toBe(Math.max(0, lines - 1))
      expect(store.state).toEqual(after[store.seq]!.state)
      const isNew = !seen.has(store.seq)
      seen.add(store.seq)
      // Everything else depends on the number of whole lines only.
      if (isNew) await expectShown(store, after[store.seq]!)
      const isWhole = length === 0 || journal[length - 1] === 10
      if (!isWhole) expect(store.recovered?.cutBytes).toBe(length - (journal.lastIndexOf(10, length - 1) + 1))
    }
    expect(seen.size).toBe(RECORDS + 1)
  }, 300_000)

  test('takes new changes after the cut as if nothing had been', async () => {
    const { files, after } = await disk
    const cut = files.copy()
    cut.put(JOURNAL, files.bytesOf(JOURNAL).subarray(0, -20))
    const store = await openTally(cut)
    const set = addSet(7, { items: [sampleItem(1_000)] })
    await store.commit(set).durable
    await expectShown(await openTally(cut.copy()), afterSet(after[RECORDS - 1]!, set))
  })
})

describe('a flipped bit', () => {
  let closed: SimulatedFiles
  let after: Expected[]
  beforeAll(async () => {
    const written = await disk
    after = written.after
    closed = written.files.copy()
    const store = await openTally(closed)
    await expectShown(store, after.at(-1)!)
    await store.close()
  })

  test('[C7] in a running journal is refused with its line, or leaves a start of the changes', async () => {
    const { files } = await disk
    const counts = await flipEverywhere(files, [JOURNAL], after)
    expect(counts.refused).toBeGreaterThan(FLIPS / 2)
    expect(counts.shorter).toBeGreaterThan(0)
  }, 300_000)

  test('[C7] in any other file is refused, or repaired, but never shown', async () => {
    const paths = closed.paths().filter((path) => !path.includes('/history/'))
    for (const kind of ['snapshot', 'log', 'secrets', 'journal', 'items/12.1.jsonl', 'items/12.1.index', 'blobs/b0']) {
      expect(
        paths.some((path) => path.includes(kind)),
        kind,
      ).toBe(true)
    }
    const counts = await flipEverywhere(closed, paths, after)
    expect(counts.refused).toBeGreaterThan(FLIPS / 2)
    expect(counts.whole).toBeGreaterThan(0)
  }, 300_000)

  test('in the middle of the journal is named with line and byte, and the file stays as it is', async () => {
    const { files } = await disk
    const flipped = files.copy()
    const bytes = flipped.bytesOf(JOURNAL)
    const offset = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1
    bytes[offset + 40]! ^= 4
    flipped.put(JOURNAL, bytes)
    const error = await openTally(flipped).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DamagedFileError)
    expect(error).toMatchObject({ file: JOURNAL, line: 3, offset })
    expect((error as Error).message).toContain(`${JOURNAL}, line 3 (byte ${offset})`)
    expect(flipped.counts.operations).toBe(0)
  })
})

/** Flips bits spread over the files; each time the folder is refused, or shows one of the states there ever was. */
async function flipEverywhere(files: SimulatedFiles, paths: readonly string[], after: readonly Expected[]) {
  const counts = { refused: 0, shorter: 0, whole: 0 }
  const total = paths.reduce((sum, path) => sum + files.bytesOf(path).length, 0)
  for (const path of paths) {
    const bits = files.bytesOf(path).length * 8
    const stride = Math.max(1, Math.floor((total * 8) / FLIPS)) | 1
    for (let bit = 0; bit < bits; bit += stride) {
      const outcome = await flipOnce(files, path, bit, after)
      counts[outcome] += 1
    }
  }
  return counts
}

async function flipOnce(files: SimulatedFiles, path: string, bit: number, after: readonly Expected[]) {
  const copy = files.copy()
  const bytes = copy.bytesOf(path)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  copy.put(path, bytes)
  try {
    const store = await openTally(copy)
    const shown = await observe(store)
    expect(shown, `${path}, bit ${bit}`).toEqual(after[store.seq])
    return store.seq === RECORDS ? 'whole' : 'shorter'
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    return 'refused'
  }
}
