import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataDirectoryInUseError } from '../../emulator/store/errors.js'
import { type DataDirectoryLock, lockDataDirectory } from '../../emulator/store/lock.js'
import { findProcess } from '../../emulator/store/process-identity.js'

const ROUNDS = process.env.INPK_SOAK ? 400 : 20

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inpk-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('with processes of our own making', () => {
  let starts: Map<number, string>
  const find = async (pid: number) => {
    await Promise.resolve()
    const start = starts.get(pid)
    return start === undefined ? undefined : { pid, start }
  }
  beforeEach(() => {
    starts = new Map()
  })

  test('[C5] of many starters at once never two own the directory, and once it is free one of them gets it', async () => {
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      for (let pid = 1; pid <= 5; pid += 1) starts.set(pid, `t${round}`)
      const attempts = [1, 2, 3, 4, 5].map((pid) => lockDataDirectory(folder, { pid, find }))
      const results = await Promise.allSettled(attempts)
      const owners = results.filter((result) => result.status === 'fulfilled')
      expect(owners.length).toBe(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataDirectoryInUseError)
      }
      // Every other owner dies with the lock in its hands.
      if (round % 2 === 0) await owners[0]!.value.release()
      else starts.clear()
    }
  }, 120_000)

  test('[C5] a dead owner is followed at once, and so is one whose number another process has got', async () => {
    starts.set(7, 'monday').set(8, 'monday')
    await lockDataDirectory(folder, { pid: 7, find })
    await expect(lockDataDirectory(folder, { pid: 8, find })).rejects.toMatchObject({ pid: 7 })
    starts.set(7, 'tuesday')
    const lock = await lockDataDirectory(folder, { pid: 8, find })
    await expect(lockDataDirectory(folder, { pid: 7, find })).rejects.toMatchObject({ pid: 8 })
    starts.delete(8)
    const next = await lockDataDirectory(folder, { pid: 7, find })
    await lock.release()
    await expect(lockDataDirectory(folder, { pid: 7, find })).rejects.toMatchObject({ pid: 7 })
    await next.release()
  })
})

test('the same process cannot take a directory twice, but again after a release', async () => {
  const lock = await lockDataDirectory(folder)
  const error = await lockDataDirectory(folder).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ folder, pid: process.pid })
  expect((error as Error).message).toContain(`in use by process ${process.pid}`)
  await lock.release()
  const again: DataDirectoryLock = await lockDataDirectory(folder)
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

test('a process is known by its number and its start', async () => {
  const self = await findProcess(process.pid)
  expect(self).toEqual(await findProcess(process.pid))
  expect(self!.start).not.toBe('')
  expect((await findProcess(1))!.start).not.toBe(self!.start)
  expect(await findProcess(2 ** 22 + 1)).toBeUndefined()
})

test('[C5] the lock of a process killed with SIGKILL is taken over within a second', async () => {
  const script = join(folder, 'hold.mjs')
  await build({
    entryPoints: ['emulator/store/lock.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'lock.mjs'),
    logLevel: 'silent',
  })
  const wait = 'setInterval(() => {}, 1000)'
  await writeFile(
    script,
    `import { lockDataDirectory } from './lock.mjs'; await lockDataDirectory(process.argv[2]); console.log('mine'); ${wait}`,
  )
  const data = join(folder, 'data')
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const child: ChildProcess = spawn(process.execPath, [script, data], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout!, 'data')
    await expect(lockDataDirectory(data)).rejects.toMatchObject({ pid: child.pid })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await lockDataDirectory(data)
    await lock.release()
  }
}, 120_000)
