import { join } from 'node:path'

export interface SettingsPlace {
  env: Record<string, string | undefined>
  homeDirectory: string
  platform: NodeJS.Platform
}

/** The folder of the user's settings: INPK_CONFIG_DIR, else where the system keeps such things. */
export function configDirectory({ env, homeDirectory, platform }: SettingsPlace): string {
  if (env.INPK_CONFIG_DIR) return env.INPK_CONFIG_DIR
  if (platform === 'win32') return join(env.APPDATA || join(homeDirectory, 'AppData', 'Roaming'), 'inpk')
  if (platform === 'darwin') return join(homeDirectory, 'Library', 'Preferences', 'inpk')
  return join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'inpk')
}

/** The folder of what must outlive a command but is not a setting: journals of pushes, spooled input. */
export function stateDirectory({ env, homeDirectory, platform }: SettingsPlace): string {
  if (env.INPK_CONFIG_DIR) return join(env.INPK_CONFIG_DIR, 'state')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homeDirectory, 'AppData', 'Local'), 'inpk')
  if (platform === 'darwin') return join(homeDirectory, 'Library', 'Application Support', 'inpk')
  return join(env.XDG_STATE_HOME || join(homeDirectory, '.local', 'state'), 'inpk')
}
