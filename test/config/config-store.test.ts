import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ownIdentity } from '../../src/base/process.js'
import { updateConfig } from '../../src/config/config-store.js'
import { readJson, scratchFolder } from '../commands/scratch.js'

function placeAt(folder: string) {
  return {
    env: { INPK_CONFIG_DIR: folder },
    homeDirectory: '/nowhere',
    platform: 'linux' as const,
    now: Date.now,
    monotonic: () => performance.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  }
}

test.each([0o000, 0o022, 0o077])(
  'file 0600, folder 0700 under umask %o, whether new or looser before (D2)',
  async (mask) => {
    for (const existing of [false, true]) {
      const folder = join(scratchFolder(), 'config')
      if (existing) {
        mkdirSync(folder)
        writeFileSync(join(folder, 'config.json'), '{"current":"a"}')
        chmodSync(folder, 0o755)
        chmodSync(join(folder, 'config.json'), 0o644)
      }
      // Worker threads may not set the mask of the process: a child of its own does.
      await runStore(['once', folder], mask)
      expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(readJson(join(folder, 'config.json')).current).toBe(existing ? 'a' : undefined)
    }
  },
)

test('a file behind a symbolic link is changed where it lies, and the link stays', async () => {
  const folder = scratchFolder()
  const real = join(scratchFolder(), 'real.json')
  writeFileSync(real, '{"current":"a"}')
  symlinkSync(real, join(folder, 'config.json'))
  await updateConfig(placeAt(folder), (file) => ({ ...file, current: 'b' }))
  expect(readJson(real).current).toBe('b')
  expect(statSync(real).mode & 0o777).toBe(0o600)
})

test('two processes that set 300 values each lose none (D12)', async () => {
  const folder = scratchFolder()
  await Promise.all([runStore(['many', folder, 'a', '300']), runStore(['many', folder, 'b', '300'])])
  expect(Object.keys(readJson(join(folder, 'config.json')).profiles ?? {})).toHaveLength(600)
  expect(readdirSync(folder)).toEqual(['config.json'])
}, 60_000)

test('the lock of a process that died is taken over', async () => {
  const folder = scratchFolder()
  const dead = { ...ownIdentity(), pid: 999_999_999, since: '' }
  writeFileSync(join(folder, 'config.json.lock.1'), JSON.stringify(dead))
  await updateConfig(placeAt(folder), (file) => ({ ...file, current: 'a' }))
  expect(readJson(join(folder, 'config.json')).current).toBe('a')
})

test('a broken file is refused and stays as it is, and the lock is given back', async () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'config.json'), '{')
  await expect(updateConfig(placeAt(folder), (file) => file)).rejects.toThrow('is not JSON')
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('{')
  expect(readdirSync(folder)).toEqual(['config.json'])
})

let bundle: Promise<string> | undefined

async function runStore(args: string[], mask = 0o022): Promise<void> {
  bundle ??= bundleStore()
  const child = spawn(process.execPath, [await bundle, String(mask), ...args], { stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(0)
}

/** A program that changes settings, for the tests that need processes of their own. */
async function bundleStore(): Promise<string> {
  const outfile = join(scratchFolder(), 'store.cjs')
  const contents = `
    import { ownIdentity } from '../../src/base/process.js'
import { updateConfig } from './src/config/config-store.js'
    process.umask(Number(process.argv[2]))
    const [kind, folder, name, times] = process.argv.slice(3)
    const place = {
      env: { INPK_CONFIG_DIR: folder }, homeDirectory: '/nowhere', platform: 'linux', now: Date.now,
      monotonic: () => performance.now(), sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }
    async function main() {
      if (kind === 'once') return updateConfig(place, (file) => file)
      for (let i = 0; i < Number(times); i += 1) {
        await updateConfig(place, (file) => ({ ...file, profiles: { ...file.profiles, [name + i]: { base_url: 'http://localhost' } } }))
      }
    }
    main()`
  await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  })
  return outfile
}

test('a file that an editor of Windows saved, with a mark of the byte order, is read and changed', async () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'config.json'), '\ufeff{"current":"a","own":1}')
  await updateConfig(placeAt(folder), (file) => ({ ...file, profiles: { a: {} } }))
  expect(readJson(join(folder, 'config.json'))).toEqual({ current: 'a', own: 1, profiles: { a: {} }, version: 1 })
})
