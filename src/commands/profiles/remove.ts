import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { readProfiles } from '../../config/profiles.js'
import { type Result, result } from '../../output/outcome.js'
import { printableLine } from '../../terminal/printable.js'
import { requireProfile } from './profile-name.js'

export const COMMAND = command({
  examples: [['profiles remove staging']],
  arguments: [{ name: 'NAME', purpose: 'the profile', names: 'profiles', required: true }],
  options: {},
  run: removeProfile,
})

/** Forgets the profile with its key; the key itself continues working at the service. */
async function removeProfile({ args }: CommandInput<NoOptions>, { environment }: Factory): Promise<Result> {
  const name = args[0]!
  requireProfile(readProfiles(environment), name)
  const { updateConfig } = await import('../../config/config-store.js')
  await updateConfig(environment, ({ profiles = {}, current, ...file }) => {
    const { [name]: _removed, ...others } = profiles
    return { ...file, ...(current === undefined || current === name ? {} : { current }), profiles: others }
  })
  return result({ removed: name }, () => [`Removed profile "${printableLine(name)}".`])
}
