import { join } from 'node:path'
import { brokenFile, optionalString, readJsonFile } from './json-file.js'

export interface Profile {
  base_url?: string
  api_key?: string
  api_prefix?: string
}

export interface Profiles {
  /** The profile in use where nothing names another. */
  current?: string
  byName: Record<string, Profile>
}

interface Place {
  env: Record<string, string | undefined>
  homeDirectory: string
  platform: NodeJS.Platform
}

/** The folder of the user's settings: INPK_CONFIG_DIR, else where the system keeps such things. */
export function configDirectory({ env, homeDirectory, platform }: Place): string {
  if (env.INPK_CONFIG_DIR) return env.INPK_CONFIG_DIR
  if (platform === 'win32') return join(env.APPDATA ?? join(homeDirectory, 'AppData', 'Roaming'), 'inpk')
  if (platform === 'darwin') return join(homeDirectory, 'Library', 'Preferences', 'inpk')
  return join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'inpk')
}

/** The user's profiles; none where there is no file yet. Refuses a broken file, with its path. */
export function readProfiles(place: Place): Profiles {
  const path = join(configDirectory(place), 'config.json')
  const file = readJsonFile(path)
  const current = file && optionalString(path, file, 'current')
  return { ...(current ? { current } : {}), byName: readByName(path, file?.profiles ?? {}) }
}

function readByName(path: string, value: unknown): Record<string, Profile> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw brokenFile(path, ': profiles must be an object')
  const byName: Record<string, Profile> = Object.create(null)
  for (const [name, entry] of Object.entries(value)) byName[name] = readProfile(path, entry)
  return byName
}

function readProfile(path: string, entry: unknown): Profile {
  if (entry === null || typeof entry !== 'object') throw brokenFile(path, ': a profile must be an object')
  const profile: Profile = {}
  for (const member of ['base_url', 'api_key', 'api_prefix'] as const) {
    const value = optionalString(path, entry as Record<string, unknown>, member)
    if (value !== undefined) profile[member] = value
  }
  return profile
}
