import { findFactsFile } from '../config/facts-file.js'
import { type Profiles, readProfiles } from '../config/profiles.js'
import { findProjectFile } from '../config/project-file.js'
import type { Setting } from '../config/settings.js'
import type { Factory } from './factory.js'

/** The facts file in force, for a command that needs no other setting; `flag` instead of `--facts`, if it is given. */
export function findFactsHere(
  { environment, globals }: Pick<Factory, 'environment' | 'globals'>,
  flag = globals.facts,
): Setting<string | null> | undefined {
  const profiles = orNone(() => readProfiles(environment)) ?? NO_PROFILES
  const project = orNone(() => findProjectFile(environment.cwd))
  const profile = globals.profile ?? environment.env.INPK_PROFILE ?? project?.profile ?? profiles.current
  return findFactsFile({ flag, place: environment, project, profiles, profile })
}

const NO_PROFILES: Profiles = { byName: {} }

/** A broken file of settings is refused by the commands that need them. */
function orNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
