import { configPath, readConfigFile } from './config-file.js'
import { brokenFile, optionalString } from './json-file.js'
import type { Place } from './places.js'

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

/** The user's profiles; none where there is no file yet. Refuses a broken file, or one of a newer version, with its path. */
export function readProfiles(place: Place): Profiles {
  const path = configPath(place)
  const file = readConfigFile(path)
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
