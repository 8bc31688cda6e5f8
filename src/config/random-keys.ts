import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Keys } from './emulator-environment.js'

const NAMES = { kept: 'random-keys.json', ephemeral: 'random-keys.in-memory.json' }

/** Where the keys of an emulator started with `--random-keys` lie: beside its data, for nobody but its owner to read. */
export function randomKeysPath(directory: string, ephemeral: boolean): string {
  return join(directory, ephemeral ? NAMES.ephemeral : NAMES.kept)
}

/** Lays the keys of birth down (0600, at once or not at all): they are shown nowhere else, and the emulator keeps hashes only. */
export function writeRandomKeys(path: string, keys: Keys): void {
  // Not `recursive`: below /proc that tries for ever.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(temporary, path)
}

/** Takes them away: an emulator in memory is gone with its keys. */
export function dropEphemeralKeys(directory: string): void {
  rmSync(randomKeysPath(directory, true), { force: true })
}

/** The keys of that file; undefined where there is none, or it makes no sense. */
export function findRandomKeys(path: string): Keys | undefined {
  try {
    const keys = JSON.parse(readFileSync(path, 'utf8')) as Partial<Keys>
    return typeof keys.test?.all === 'string' && typeof keys.live?.all === 'string' ? (keys as Keys) : undefined
  } catch {
    return undefined
  }
}
