import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../base/is-object.js'
import { brokenFile, optionalString, readJsonFile, unknownMembers } from './json-file.js'

export const PROJECT_FILE_NAME = 'inpk.config.json'

/** What a project file may say. It never holds a key. */
export interface ProjectFile {
  path: string
  base_url?: string
  api_prefix?: string
  profile?: string
  /** Its facts file, from the folder of this file; `none`: without. */
  facts?: string
  /** Saved mappings of `push`, by name. */
  mappings?: Record<string, unknown>
  /** What to say of members that mean nothing. */
  warnings?: readonly string[]
}

const KNOWN_MEMBERS = ['$schema', 'base_url', 'api_prefix', 'profile', 'facts', 'mappings']
const SECRET_MEMBERS = ['api_key', 'apiKey', 'key', 'secret']

/**
 * The nearest project file from `directory` upward, read; undefined if there is none. Refuses a broken one, or one that holds a
 * key.
 */
export function findProjectFile(directory: string): ProjectFile | undefined {
  const path = findUpward(directory, PROJECT_FILE_NAME)
  const file = path === undefined ? undefined : readJsonFile(path)
  if (path === undefined || !file) return undefined
  const secret = SECRET_MEMBERS.find((member) => Object.hasOwn(file, member))
  if (secret)
    throw brokenFile(
      path,
      `contains ${secret}, which isn't allowed in a project file. Remove it (and rotate it if others could see it)`,
    )
  const project: ProjectFile = { path, warnings: unknownMembers(path, file, KNOWN_MEMBERS) }
  for (const member of ['base_url', 'api_prefix', 'profile', 'facts'] as const) {
    const value = optionalString(path, file, member)
    if (value !== undefined) project[member] = value
  }
  const { mappings } = file
  if (isObject(mappings)) return { ...project, mappings }
  if (mappings === undefined || mappings === null) return project
  const ignored = `${path}: mappings must be an object, and has no effect.`
  return { ...project, warnings: [...(project.warnings ?? []), ignored] }
}

/** The path of the nearest `name` from `directory` upward; undefined if there is none. */
export function findUpward(directory: string, name: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    const path = join(folder, name)
    if (existsSync(path)) return path
    if (dirname(folder) === folder) return undefined
  }
}
