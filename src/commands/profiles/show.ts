import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { readProfiles } from '../../config/profiles.js'
import { type Result, result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { requireProfile } from './profile-name.js'
import { profileRecord } from './profile-record.js'

export const COMMAND = command({
  examples: [['profiles show'], ['profiles show staging --json']],
  arguments: [{ name: 'NAME', purpose: 'name of the profile (default: the one in use)', names: 'profiles' }],
  options: {},
  run: showProfile,
})

async function showProfile({ args }: CommandInput<NoOptions>, { environment, globals }: Factory): Promise<Result> {
  const profiles = readProfiles(environment)
  const name = args[0] ?? globals.profile ?? environment.env.INPK_PROFILE ?? profiles.current
  if (!name) throw wrongUsage('no profile is in use', '`inpk login` creates one.')
  return result(profileRecord(profiles, name, requireProfile(profiles, name)))
}
