import { dirname } from 'node:path'
import { removeLeftovers } from '../base/leftovers.js'
import { makeFolder } from '../base/make-folder.js'
import { withoutBom } from '../base/parse-json.js'
import { Failure } from '../terminal/failure.js'
import { CONFIG_VERSION, configPath, readConfigFile, repairMode } from './config-file.js'
import type { SettingsPlace } from './places.js'
import type { Profile } from './profiles.js'
import { type Patience, underSettingsLock } from './settings-lock.js'

/** The file of the user's settings; members this program does not know are kept. */
export interface ConfigFile {
  version?: number
  current?: string
  profiles?: Record<string, Profile>
}

async function makeSettingsFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    repairMode(folder, 0o700)
  } catch (error) {
    throw new Failure({
      exit: 'failure',
      code: 'CONFIG_FOLDER',
      message: `can't create the settings folder ${folder} (${(error as NodeJS.ErrnoException).code})`,
      hint: 'Name another one with INPK_CONFIG_DIR.',
      cause: error,
    })
  }
}

/**
 * Changes the user's settings and gives the path of their file: read, changed and replaced whole under a lock, so that nothing is
 * lost when several processes do it. The file is 0600 in a folder of 0700, whatever it was before. Refuses a file it cannot read.
 */
export async function updateConfig(
  place: SettingsPlace & Patience,
  change: (file: ConfigFile) => ConfigFile,
): Promise<string> {
  const path = configPath(place)
  const folder = dirname(path)
  // The program is CommonJS, from which conf can only be imported when used.
  const { default: Conf } = await import('conf')
  await makeSettingsFolder(folder)
  await underSettingsLock(path, place, () => {
    removeLeftovers(folder, (name) => /^config\.json\.tmp-\w+$/.test(name))
    // A broken file, or one of a newer version, gets an error that names it; conf would throw a bare SyntaxError, or take it.
    readConfigFile(path)
    const conf = new Conf({
      cwd: folder,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: (text) => JSON.parse(withoutBom(text)),
    })
    conf.store = { ...change(conf.store as ConfigFile), version: CONFIG_VERSION } as Record<string, unknown>
    repairMode(path, 0o600)
  })
  return path
}
