import { resolve } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { WITHOUT_FACTS } from '../../config/facts-file.js'
import type { Profile } from '../../config/profiles.js'

/** What `--facts` sets in a profile: an absolute path, or `none`; nothing if it was not given. */
export function profileFacts({
  environment,
  globals,
}: Pick<Factory, 'environment' | 'globals'>): Pick<Profile, 'facts'> {
  const { facts } = globals
  if (!facts) return {}
  return { facts: facts === WITHOUT_FACTS ? facts : resolve(environment.cwd, facts) }
}
