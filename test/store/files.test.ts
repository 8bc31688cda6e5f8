import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Files } from '../../emulator/adapters/files.js'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { createRealFiles } from '../../emulator/adapters/files-real.js'
import { observe } from './model.js'
import { addSet, openTally, sampleItem } from './sample.js'
import { createSimulatedFiles } from './simulated-files.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inpk-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const KINDS: [string, () => Files][] = [
  ['real', createRealFiles],
  ['in memory', createMemoryFiles],
  ['simulated', createSimulatedFiles],
]

describe.each(KINDS)('files, %s', (_name, createFiles) => {
  test('do what the interface says', async () => {
    const files = createFiles()
    const inner = `${folder}/a/b`
    await files.makeFolder(inner)
    await files.makeFolder(inner)
    const handle = await files.open(`${inner}/x`)
    await handle.append(Buffer.from('hello '))
    await handle.append(Buffer.from('world'))
    await handle.datasync()
    expect(handle.size).toBe(11)
    expect(Buffer.from(await handle.read(6, 100)).toString()).toBe('world')
    expect(Buffer.from(handle.readSync(0, 5)).toString()).toBe('hello')
    await handle.truncate(5)
    await handle.append(Buffer.from('!'))
    await handle.close()
    expect(Buffer.from((await files.findAll(`${inner}/x`))!).toString()).toBe('hello!')
    const again = await files.open(`${inner}/x`)
    expect(again.size).toBe(6)
    await again.close()
    await files.writeAtomically(`${inner}/y`, Buffer.from('1'))
    await files.writeAtomically(`${inner}/y`, Buffer.from('22'))
    expect(await files.findSize(`${inner}/y`)).toBe(2)
    expect(await files.list(inner)).toEqual(['x', 'y'])
    expect(await files.list(folder)).toEqual(['a'])
    await files.syncFolder(inner)
    await files.remove(`${inner}/y`)
    await files.remove(`${inner}/y`)
    expect(await files.findSize(`${inner}/y`)).toBeUndefined()
    expect(await files.findAll(`${inner}/y`)).toBeUndefined()
    await files.removeFolder(`${folder}/a`)
    await files.removeFolder(`${folder}/a`)
    expect(await files.list(folder)).toEqual([])
    expect(await files.list(inner)).toEqual([])
  })

  test('hold a store through commits, erases, compactions and starts', async () => {
    const files = createFiles()
    expect(await threeStarts(files)).toEqual(await threeStarts(createMemoryFiles()))
    expect((await files.list(`${folder}/org/items`)).length).toBe(2)
  })
})

/** What a store shows at the end of each of three lives. */
async function threeStarts(files: Files): Promise<unknown[]> {
  const shown: unknown[] = []
  for (let start = 0; start < 3; start += 1) {
    const store = await openTally(files, { folder: `${folder}/org` })
    const from = start * 10 + 1
    const items = [sampleItem(from), sampleItem(from + 1, { text: 'naïve 🙂\n' }), sampleItem(from + 2)]
    store.commit(addSet(1, { items, secrets: { set: { s0: `v${start}` } } }))
    await store.commit(addSet(2, { blobs: { put: { b0: Uint8Array.of(start) } } })).durable
    await store.eraseItems([{ sourceId: 12, id: from }], addSet(3))
    await store.items.load(12)
    shown.push(await observe(store), store.items.findExternalIds(12, 3, [`e${from}`, `e${from + 1}`]))
    await store.close()
  }
  expect(shown).toMatchObject([{ state: { total: 6 } }, {}, { state: { total: 12 } }, {}, { state: { total: 18 } }, {}])
  return shown
}

describe('real files', () => {
  test('are private: folders 0700, files 0600, also where an older folder was not', async () => {
    const files = createRealFiles()
    const store = await openTally(files, { folder: `${folder}/org` })
    await store.commit(addSet(1, { items: [sampleItem(1)], secrets: { set: { s0: 'x' } } })).durable
    await store.close()
    for (const entry of await readdir(`${folder}/org`, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
  })

  test('never write through a link in the place of a file', async () => {
    const files = createRealFiles()
    const victim = join(folder, 'victim')
    await writeFile(victim, 'precious')
    await symlink(victim, join(folder, 'journal'))
    await expect(files.open(join(folder, 'journal'))).rejects.toMatchObject({ code: 'ELOOP' })
    await files.writeAtomically(join(folder, 'journal'), Buffer.from('ours'))
    expect((await stat(victim)).size).toBe(8)
  })
})
