import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../base/is-object.js'
import { removeLeftovers } from '../base/leftovers.js'
import { withoutBom } from '../base/parse-json.js'
import { replaceFileSync } from '../base/replace-file-sync.js'
import type { Keys } from './emulator-environment.js'
import { DEFAULT_ORGANIZATION } from './running-emulator.js'

const NAMES = { kept: 'random-keys.json', ephemeral: 'random-keys.in-memory.json' }

/** What the file holds: the keys of the default organisation, and of others by their number. */
interface KeyFile extends Keys {
  organizations?: Record<string, Keys>
}

/** Where the keys of an emulator started with `--random-keys` lie: beside its data, for no one but its owner to read. */
export function randomKeysPath(directory: string, ephemeral: boolean): string {
  return join(directory, ephemeral ? NAMES.ephemeral : NAMES.kept)
}

/**
 * Adds keys by organisation to what the file holds (0600, at once or not at all): they are shown nowhere else, and the emulator keeps
 * hashes only.
 */
export function writeRandomKeys(path: string, newKeys: Readonly<Record<string, Keys>>): void {
  const file = readKeyFile(path) ?? { test: {}, live: {} }
  for (const [organization, keys] of Object.entries(newKeys)) {
    if (organization === String(DEFAULT_ORGANIZATION)) Object.assign(file, merged(file, keys))
    else
      file.organizations = { ...file.organizations, [organization]: merged(file.organizations?.[organization], keys) }
  }
  // Not `recursive`: below /proc that tries for ever.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 })
  removeLeftovers(dirname(path), (name) => /^random-keys(\.in-memory)?\.json\.[\da-f-]+$/.test(name))
  replaceFileSync(path, `${JSON.stringify(file, null, 2)}\n`, `${path}.${crypto.randomUUID()}`)
}

/** Keys with new ones in their place, where there is a new one. */
function merged(known: Keys | undefined, newKeys: Keys): Keys {
  const of = (environment: keyof Keys) => {
    const present = Object.entries(newKeys[environment]).filter(([, key]) => key !== undefined)
    return { ...known?.[environment], ...Object.fromEntries(present) }
  }
  return { test: of('test'), live: of('live') }
}

/** Takes them away: an emulator in memory is gone with its keys. */
export function dropEphemeralKeys(directory: string): void {
  rmSync(randomKeysPath(directory, true), { force: true })
}

/** The keys of the default organisation in that file; undefined if it holds none, or makes no sense. */
export function findRandomKeys(path: string): Keys | undefined {
  const file = readKeyFile(path)
  return file && Object.keys(file.test).length > 0 ? { test: file.test, live: file.live } : undefined
}

/** The organisations whose keys the file holds, by their numbers. */
export function organizationsWithKeys(path: string): string[] {
  const first = findRandomKeys(path) ? [String(DEFAULT_ORGANIZATION)] : []
  return [...first, ...Object.keys(readKeyFile(path)?.organizations ?? {})]
}

function readKeyFile(path: string): KeyFile | undefined {
  try {
    const file = JSON.parse(withoutBom(readFileSync(path, 'utf8'))) as Partial<KeyFile>
    return isObject(file.test) && isObject(file.live) ? (file as KeyFile) : undefined
  } catch {
    return undefined
  }
}
