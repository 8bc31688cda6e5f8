import { isObject } from '../base/is-object.js'
import { configPath, readConfigFile } from './config-file.js'
import { brokenFile, optionalString, unknownMembers } from './json-file.js'
import type { SettingsPlace } from './places.js'

export interface Profile {
  base_url?: string
  api_key?: string
  api_prefix?: string
  /** Its facts file; `none`: without. */
  facts?: string
}

export interface Profiles {
  /** The profile in use where nothing names another. */
  current?: string
  byName: Record<string, Profile>
  /** What to say of members of the file that mean nothing. */
  warnings?: readonly string[]
}

const KNOWN_MEMBERS = ['version', 'current', 'profiles']
const PROFILE_MEMBERS = ['base_url', 'api_key', 'api_prefix', 'facts'] as const

/** The user's profiles; none if there is no file yet. Refuses a broken file, or one of a newer version, with its path. */
export function readProfiles(place: SettingsPlace): Profiles {
  const path = configPath(place)
  const file = readConfigFile(path)
  const current = file && optionalString(path, file, 'current')
  const byName = readByName(path, file?.profiles ?? {})
  const warnings = [
    ...unknownMembers(path, file ?? {}, KNOWN_MEMBERS),
    ...Object.entries(file?.profiles ?? {}).flatMap(([name, entry]) =>
      unknownMembers(path, entry, PROFILE_MEMBERS, `profiles.${name}.`),
    ),
  ]
  return { ...(current ? { current } : {}), byName, warnings }
}

function readByName(path: string, value: unknown): Record<string, Profile> {
  if (!isObject(value)) throw brokenFile(path, ': profiles must be an object')
  const byName: Record<string, Profile> = Object.create(null)
  for (const [name, entry] of Object.entries(value)) byName[name] = readProfile(path, entry)
  return byName
}

function readProfile(path: string, entry: unknown): Profile {
  if (entry === null || typeof entry !== 'object') throw brokenFile(path, ': a profile must be an object')
  const profile: Profile = {}
  for (const member of PROFILE_MEMBERS) {
    const value = optionalString(path, entry as Record<string, unknown>, member)
    if (value !== undefined) profile[member] = value
  }
  return profile
}
