import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guardFiles } from '../../emulator/adapters/files-guarded.js'
import { createRealFiles } from '../../emulator/adapters/files-real.js'
import { lockDataDirectory } from '../../emulator/store/data-directory.js'
import { DataDirectoryInUseError } from '../../emulator/store/errors.js'
import { SILENT_MS } from '../../src/base/lock.js'
import { bootId, ownIdentity, processStart } from '../../src/base/process.js'
import { onLinux, skipWhere } from '../skip.js'

const ROUNDS = process.env.INPK_SOAK ? 400 : 12

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inpk-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A file as an owner leaves it that was killed, or that can't be seen from here. */
const leave = (owner: object, name = 'lock.7') =>
  writeFile(join(folder, name), JSON.stringify({ ...ownIdentity(), since: '2026-03-01T00:00:00.000Z', ...owner }))

/** Virtual time: to wait takes none. */
function fastTime() {
  let now = 0
  return {
    monotonic: () => now,
    sleep: async (waitMs: number) => {
      now += waitMs
    },
  }
}

test('[C5] of many starters at once never two own the directory, and a dead owner is followed at once by one of them', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await leave({ pid: 2 ** 22 + 1 })
    const attempts = [1, 2, 3, 4, 5].map(() => lockDataDirectory(folder))
    const results = await Promise.allSettled(attempts)
    const owners = results.filter((result) => result.status === 'fulfilled')
    expect(owners.length).toBe(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataDirectoryInUseError)
    }
    await owners[0]!.value.release()
  }
})

test('the same process cannot take a directory twice, but again after a release', async () => {
  const lock = await lockDataDirectory(folder)
  const error = await lockDataDirectory(folder).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ folder, pid: process.pid, hint: expect.stringContaining('Stop it') })
  expect((error as Error).message).toContain(`in use by process ${process.pid} since 2`)
  await lock.release()
  const again = await lockDataDirectory(folder)
  await lock.release()
  await expect(lockDataDirectory(folder)).rejects.toThrow(DataDirectoryInUseError)
  await again.release()
})

test('a locked directory is private and ignored by git', async () => {
  const inner = join(folder, 'new')
  const lock = await lockDataDirectory(inner)
  expect((await stat(inner)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(inner)) expect((await stat(join(inner, name))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(inner, '.gitignore'), 'utf8')).toBe('*\n')
  await lock.release()
  expect(await readdir(inner)).toEqual(['.gitignore'])
})

describe('[C5] a directory that was last used on another machine or in another container', () => {
  const elsewhere = { pid: 1, place: 'linux:another-boot:pid:[4026539999]', host: 'web-2' }

  test('is refused as soon as its owner gives a sign of life, and says where to stop that one', async () => {
    await leave(elsewhere)
    const time = fastTime()
    const sleep = async (waitMs: number) => {
      await time.sleep(waitMs)
      if (time.monotonic() === 1_000) await leave({ ...elsewhere }).then(() => undefined)
    }
    const error = await lockDataDirectory(folder, { ...time, sleep }).catch((thrown) => thrown)
    expect(error).toMatchObject({
      message: `${folder} is in use by process 1 on "web-2" (another machine or container) since 2026-03-01T00:00:00.000Z`,
      hint: expect.stringMatching(/Stop it there.*start again in 10 s/),
    })
    expect(time.monotonic()).toBeLessThan(2_000)
  })

  test('is taken when its owner was silent for ten seconds; what that one still writes reaches no file of the new owner', async () => {
    await leave(elsewhere)
    await mkdir(join(folder, 'orgs', '1'), { recursive: true })
    const journal = join(folder, 'orgs', '1', 'journal.jsonl')
    const late = await createRealFiles().open(journal)
    await late.append(Buffer.from('one\n'))
    await writeFile(join(folder, 'orgs', '1', 'snapshot.json.tmp'), 'half')
    const time = fastTime()
    const watched: unknown[] = []
    const lock = await lockDataDirectory(folder, { ...time, onWatch: (holder) => watched.push(holder?.host) })
    expect(time.monotonic()).toBeGreaterThanOrEqual(SILENT_MS)
    expect(watched).toEqual(['web-2'])
    await late.append(Buffer.from('two\n'))
    await late.close()
    expect(await readFile(journal, 'utf8')).toBe('one\n')
    expect(await readdir(join(folder, 'orgs', '1'))).toEqual(['journal.jsonl'])
    await lock.release()
  })
})

test('[C5] nothing is written, and nothing counts as written, once the lock is lost', async () => {
  const lock = await lockDataDirectory(folder)
  const files = guardFiles(createRealFiles(), lock.check)
  const handle = await files.open(join(folder, 'journal'))
  await handle.append(Buffer.from('one\n'))
  await handle.datasync()
  await handle.append(Buffer.from('two\n'))
  for (const name of await readdir(folder)) if (name.startsWith('lock.')) await rm(join(folder, name))
  const changes: (() => Promise<unknown>)[] = [
    () => handle.datasync(),
    () => handle.append(Buffer.from('three\n')),
    () => handle.truncate(0),
    () => files.writeAtomically(join(folder, 'journal'), Buffer.from('')),
    () => files.remove(join(folder, 'journal')),
    () => files.removeFolder(folder),
    () => files.makeFolder(join(folder, 'more')),
    () => files.open(join(folder, 'another')),
    () => files.syncFolder(folder),
  ]
  for (const change of changes) await expect(change()).rejects.toMatchObject({ name: 'LockLostError' })
  expect(lock.lost.aborted).toBe(true)
  await handle.close()
  expect(await readFile(join(folder, 'journal'), 'utf8')).toBe('one\ntwo\n')
  expect(await readdir(folder)).toEqual(['.gitignore', 'journal'])
})

describe('the lock of version 0.1', onLinux, () => {
  const boot = bootId().slice(0, 8)

  test('of a living process is respected', async () => {
    const name = `lock.${process.pid}.${boot}-${processStart(process.pid)}`
    await writeFile(join(folder, name), 'owner')
    await expect(lockDataDirectory(folder)).rejects.toMatchObject({ pid: process.pid })
    expect(await readdir(folder)).toEqual(['.gitignore', name])
  })

  test('of a dead one is removed, unless it may belong to a container that can not be seen from this one', async () => {
    const name = `lock.${2 ** 22 + 1}.${boot}-12`
    await writeFile(join(folder, name), 'owner')
    const locking = lockDataDirectory(folder)
    if (ownIdentity().place.endsWith('[4026531836]')) await (await locking).release()
    else await expect(locking).rejects.toMatchObject({ hint: expect.stringContaining(`remove ${join(folder, name)}`) })
    expect((await readdir(folder)).includes(name)).toBe(!ownIdentity().place.endsWith('[4026531836]'))
  })
})

/** A program that takes the directory named to it, and says so. */
async function holder(): Promise<string> {
  await build({
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
    stdin: {
      contents: `import { lockDataDirectory } from './emulator/store/data-directory.js'
        await lockDataDirectory(process.argv[2]).then(() => console.log('mine'), (error) => console.log(error.message))
        setInterval(() => {}, 1000)`,
      resolveDir: join(import.meta.dirname, '../..'),
      loader: 'ts',
    },
    outfile: join(folder, 'hold.mjs'),
  })
  return join(folder, 'hold.mjs')
}

test('[C5] the lock of a process killed with SIGKILL is taken over without waiting for its silence', async () => {
  const script = await holder()
  const data = join(folder, 'data')
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    const child: ChildProcess = spawn(process.execPath, [script, data], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout!, 'data')
    await expect(lockDataDirectory(data)).rejects.toMatchObject({ pid: child.pid })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const from = performance.now()
    const lock = await lockDataDirectory(data)
    // A lock is silent for so long before it counts as given up where its owner is not known to be dead.
    expect(performance.now() - from).toBeLessThan(SILENT_MS)
    await lock.release()
  }
}, 120_000)

const UNSHARE = ['unshare', '-pf', '--mount-proc', '--kill-child']
const mayUnshare = process.platform === 'linux' && spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true']).status === 0

test('[C5] of two processes in pid namespaces of their own the second is refused (safety F2)', {
  ...skipWhere(!mayUnshare, '`unshare -pf` is not allowed here'),
  timeout: 60_000,
}, async () => {
  const script = await holder()
  const data = join(folder, 'data')
  const start = () =>
    spawn(UNSHARE[0]!, [...UNSHARE.slice(1), process.execPath, script, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const first = start()
  let second: ChildProcess | undefined
  try {
    expect(String(await once(first.stdout, 'data'))).toBe('mine\n')
    second = start()
    const [said] = await once(second.stdout!, 'data')
    expect(String(said)).toMatch(/data is in use by process 1 on ".+" \(another machine or container\) since 20/)
  } finally {
    first.kill('SIGKILL')
    second?.kill('SIGKILL')
  }
})
