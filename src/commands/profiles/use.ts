import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { readProfiles } from '../../config/profiles.js'
import { type Result, result } from '../../output/outcome.js'
import { printableLine } from '../../terminal/printable.js'
import { requireProfile } from './profile-name.js'

export const COMMAND = command({
  examples: [['profiles use staging']],
  arguments: [{ name: 'NAME', purpose: 'the profile', required: true }],
  options: {},
  run: useProfile,
})

async function useProfile({ args }: CommandInput<NoOptions>, { environment }: Factory): Promise<Result> {
  const name = args[0]!
  requireProfile(readProfiles(environment), name)
  const { updateConfig } = await import('../../config/config-store.js')
  await updateConfig(environment, (file) => ({ ...file, current: name }))
  return result({ profile: name }, () => [`Profile ${printableLine(name)} is in use now.`])
}
