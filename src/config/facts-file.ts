import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Facts } from '../contract/facts/facts.js'
import { Failure } from '../terminal/failure.js'
import { configDirectory, type SettingsPlace } from './places.js'
import type { Profiles } from './profiles.js'
import { findUpward, type ProjectFile } from './project-file.js'
import type { Setting } from './settings.js'

/** What a facts file may be called; the first is what `inpk learn` writes. */
export const FACTS_FILE_NAMES = ['inpk.facts.yaml', 'inpk.facts.yml', 'inpk.facts.json'] as const

/** Said instead of a file: no facts, whatever else is set or found. */
export const WITHOUT_FACTS = 'none'

/** Everything that may name a facts file, already read. */
export interface FactsSources {
  /** From `--facts`. */
  flag?: string | undefined
  place: SettingsPlace & { cwd: string }
  project?: ProjectFile | undefined
  profiles: Profiles
  /** The name of the profile in use. */
  profile?: string | undefined
}

/**
 * The absolute path of the facts file in force and where it came from; strongest first: flag, environment, profile, project file,
 * the nearest file upward. The path is null where one of them says `none`; undefined if there is no such file at all.
 */
export function findFactsFile({
  flag,
  place,
  project,
  profiles,
  profile,
}: FactsSources): Setting<string | null> | undefined {
  const { cwd, env } = place
  const ofProfile = profile === undefined ? undefined : profiles.byName[profile]?.facts
  const candidates = [
    { path: flag, origin: '--facts', from: cwd },
    { path: env.INPK_FACTS, origin: 'environment INPK_FACTS', from: cwd },
    { path: ofProfile, origin: `profile ${profile}`, from: configDirectory(place) },
    { path: project?.facts, origin: `file ${project?.path}`, from: dirname(project?.path ?? cwd) },
  ]
  const named = candidates.find(({ path }) => path)
  if (named)
    return { value: named.path === WITHOUT_FACTS ? null : resolve(named.from, named.path!), origin: named.origin }
  const found = findNearest(cwd)
  return found === undefined ? undefined : { value: found, origin: 'nearest upward' }
}

/** The nearest facts file from `directory` upward. Refuses two in one folder: which of them is meant? */
function findNearest(directory: string): string | undefined {
  const paths = FACTS_FILE_NAMES.map((name) => findUpward(directory, name)).filter((path) => path !== undefined)
  // Of folders that lie within each other, the deepest has the longest path.
  const [nearest] = paths.toSorted((a, b) => dirname(b).length - dirname(a).length)
  if (nearest === undefined) return undefined
  const folder = dirname(nearest)
  const beside = FACTS_FILE_NAMES.filter((name) => existsSync(join(folder, name)))
  if (beside.length === 1) return nearest
  throw new Failure({
    exit: 'usage',
    code: 'CONFIG_INVALID',
    message: `${folder} has several facts files: ${beside.join(', ')}`,
    hint: 'Keep one of them, or name one with --facts.',
  })
}

export interface FactCounts {
  /** Facts with evidence. */
  learned: number
  /** Facts a person wrote. */
  manual: number
}

export function countFacts(facts: Facts): FactCounts {
  const all = Object.values(facts)
  const learned = all.filter(({ evidence }) => evidence !== undefined).length
  return { learned, manual: all.length - learned }
}

/** `12 facts (9 learned, 3 manual)`. */
export function factCounts({ learned, manual }: FactCounts): string {
  const all = learned + manual
  return `${all} ${all === 1 ? 'fact' : 'facts'} (${learned} learned, ${manual} manual)`
}
