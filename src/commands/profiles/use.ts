import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { WITHOUT_FACTS } from '../../config/facts-file.js'
import { readProfiles } from '../../config/profiles.js'
import { type Result, result } from '../../output/outcome.js'
import { printableLine } from '../../terminal/printable.js'
import { profileFacts } from './profile-facts.js'
import { requireProfile } from './profile-name.js'

export const COMMAND = command({
  examples: [
    ['profiles use staging'],
    ['profiles use staging --facts staging.facts.yaml', 'use these facts from now on'],
  ],
  arguments: [{ name: 'NAME', purpose: 'the profile', names: 'profiles', required: true }],
  options: {},
  run: useProfile,
})

/** Makes the profile the one in use; with `--facts`, with that facts file from now on. */
async function useProfile({ args }: CommandInput<NoOptions>, factory: Factory): Promise<Result> {
  const { environment } = factory
  const name = args[0]!
  requireProfile(readProfiles(environment), name)
  const { facts } = profileFacts(factory)
  if (facts !== undefined && facts !== WITHOUT_FACTS) (await import('../../config/read-facts.js')).readFactsFile(facts)
  const { updateConfig } = await import('../../config/config-store.js')
  await updateConfig(environment, ({ profiles = {}, ...file }) => {
    const changed = facts === undefined ? {} : { [name]: { ...profiles[name], facts } }
    return { ...file, current: name, profiles: { ...profiles, ...changed } }
  })
  return result({ profile: name }, () => [`Switched to profile ${printableLine(name)}.`])
}
