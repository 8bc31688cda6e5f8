import { command } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { readProfiles } from '../config/profiles.js'
import { type Result, result } from '../output/outcome.js'
import { printableLine } from '../terminal/printable.js'
import { requireProfile } from './profiles/profile-name.js'

export const COMMAND = command({
  examples: [['logout'], ['logout --profile staging']],
  options: {},
  run: logOut,
})

/** Forgets the key of the profile in use; its address stays. */
async function logOut(_input: unknown, { environment, globals, screen }: Factory): Promise<Result> {
  const profiles = readProfiles(environment)
  const name = globals.profile || environment.env.INPK_PROFILE || profiles.current
  if (!name) return result({ profile: null, removed: false }, () => ['You are not logged in.'])
  if (requireProfile(profiles, name).api_key === undefined) {
    return result({ profile: name, removed: false }, () => [`Profile ${printableLine(name)} has no key.`])
  }
  const { updateConfig } = await import('../config/config-store.js')
  const path = await updateConfig(environment, ({ profiles: all = {}, ...file }) => {
    const { api_key: _gone, ...profile } = all[name] ?? {}
    return { ...file, profiles: { ...all, [name]: profile } }
  })
  await screen.note('The key itself still works: revoke it on the dashboard if others may have it.')
  return result({ profile: name, removed: true, file: path }, () => [
    `Removed the key of profile "${printableLine(name)}" from ${printableLine(path)}.`,
  ])
}
