import { statSync } from 'node:fs'
import { meantOrKnown } from '../base/nearest.js'
import { findFactsFile } from '../config/facts-file.js'
import { readProfiles } from '../config/profiles.js'
import { findProjectFile } from '../config/project-file.js'
import { findRandomKeys } from '../config/random-keys.js'
import { DEFAULT_ORGANIZATION, type EmulatorRecord, findRunningEmulator } from '../config/running-emulator.js'
import { DEFAULT_PREFIX, PROFILE_IN_USE, resolveSettings, type Settings, sameOrigin } from '../config/settings.js'
import { wellKnownKey } from '../contract/well-known-keys.js'
import { wrongUsage } from '../terminal/failure.js'
import type { Environment } from './environment.js'
import type { ResolvedSettings } from './factory.js'
import { requireRunning } from './find-running.js'
import type { Globals } from './global-options.js'
import { readKeyFile } from './read-file.js'
import type { Screen } from './screen.js'

interface Surroundings {
  environment: Environment
  globals: Globals
  screen: Screen
  /** The data directory of the emulator that is meant; its address and key count then. */
  data?: string | undefined
}

/**
 * Reads what settings are made of and resolves them. With no key and an address on this machine, the well-known key of the
 * running emulator is used, and said so.
 */
export async function openSettings({ environment, globals, screen, data }: Surroundings): Promise<ResolvedSettings> {
  const profiles = readProfiles(environment)
  const project = findProjectFile(environment.cwd)
  const settings = resolveSettings({
    flags: globals,
    flagKey: globals.apiKeyFile === undefined ? undefined : await readKeyFile(environment, globals.apiKeyFile),
    env: environment.env,
    project,
    profiles,
  })
  for (const warning of settings.warnings) await screen.warn(warning)
  requireKnownProfile(settings, Object.keys(profiles.byName))
  const resolved = withRunning(settings, { environment, data })
  const sources = { flag: globals.facts, place: environment, project, profiles, profile: settings.profile?.value }
  return withFacts(resolved, await factsFileFor(resolved, findFactsFile(sources), screen))
}

type FactsFile = ResolvedSettings['factsFile']

/**
 * The running emulator speaks by the facts it was started with, so only what was said for this command outranks them. A file of the
 * folder that is passed over for that is checked and named: it may well be what was just edited.
 */
async function factsFileFor({ emulator }: ResolvedSettings, file: FactsFile, screen: Screen): Promise<FactsFile> {
  if (!emulator) return file
  const { facts_file: played, pid, started_at: start } = emulator
  const origin = `the running emulator (pid ${pid})`
  const found = file?.value ?? undefined
  if (file && /^(--|environment )/.test(file.origin)) {
    if (found !== played) await screen.warn(outranks(file, played))
    return file
  }
  if (found !== undefined && found !== played) {
    const { readFactsFile } = await import('../config/read-facts.js')
    readFactsFile(found)
    await screen.warn(
      `${found} is not in use: the running emulator was started ${withFile(played)}. Restart it to apply this file.`,
    )
  } else if (played !== undefined && isNewer(played, start)) {
    await screen.warn(`${played} changed after the running emulator was started. Restart it to apply the changes.`)
  }
  if (played !== undefined) return { value: played, origin }
  return found === undefined ? undefined : { value: null, origin: `${origin}, started without facts` }
}

const withFile = (facts: string | undefined) => (facts === undefined ? 'without facts' : `with ${facts}`)

/** What a command is told that reads the responses of the running emulator by other facts than it was started with. */
function outranks({ value, origin }: NonNullable<FactsFile>, played: string | undefined): string {
  const used = value === null ? 'no facts' : value
  return `${used} (${origin}) applies to this command only: the running emulator was started ${withFile(played)}, so its responses may not fit.`
}

function isNewer(path: string, time: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.parse(time)
}

/** The settings, or those of the emulator they mean. */
function withRunning(
  settings: Settings,
  { environment, data }: Pick<Surroundings, 'environment' | 'data'>,
): ResolvedSettings {
  if (data !== undefined) return onEmulator(settings, requireRunning(environment, data))
  if (settings.apiKey) return settings
  const emulator = emulatorFor(settings, environment)
  return emulator ? withEmulator(settings, emulator) : settings
}

/** The settings with the facts of that file. Refuses a file whose facts can't hold. */
export async function withFacts(settings: ResolvedSettings, file: FactsFile): Promise<ResolvedSettings> {
  if (!file) return settings
  if (file.value === null) return { ...settings, factsFile: file }
  // Loads the parser and the ledger, which no command needs without such a file.
  const { readFactsFile } = await import('../config/read-facts.js')
  return { ...settings, factsFile: file, facts: readFactsFile(file.value).facts }
}

/** The emulator that was named, whatever else is set; where its keys are not known, a key that was given opens it. */
function onEmulator(settings: Settings, emulator: EmulatorRecord): ResolvedSettings {
  return withEmulator({ ...settings, baseUrl: { value: emulator.base_url, origin: '--data' } }, emulator)
}

function withEmulator(settings: Settings, emulator: EmulatorRecord): ResolvedSettings {
  const key = findKeyOf(emulator)
  if (key === undefined) return settings
  const origin = `the running emulator (pid ${emulator.pid})`
  const { baseUrl, prefix } = settings
  const isOwn = baseUrl.origin !== 'default' && sameOrigin(baseUrl.value, emulator.base_url)
  return {
    ...settings,
    baseUrl: { value: emulator.base_url, origin: isOwn ? baseUrl.origin : origin },
    // The prefix of a profile that was passed over is that of another service.
    prefix: !isOwn && prefix.origin.startsWith('profile ') ? { value: DEFAULT_PREFIX, origin } : prefix,
    apiKey: { value: key, origin },
    emulator,
  }
}

/** Its test key that may do everything, if it can be known. */
function findKeyOf({ random_keys: isRandom, keys_file: path }: EmulatorRecord): string | undefined {
  if (!isRandom) return wellKnownKey(DEFAULT_ORGANIZATION, 'test', 'all')
  return path === undefined ? undefined : findRandomKeys(path)?.test.all
}

/** The running emulator, if the settings mean it. */
function emulatorFor(settings: Settings, environment: Environment): EmulatorRecord | undefined {
  const running = findRunningEmulator(environment.cwd)
  return running && meansRunning(settings, running) ? running : undefined
}

/**
 * Whether settings without a key mean the running emulator: by the default address or its own, or by the profile in use, which no
 * one named and which without its key is good for nothing.
 */
export function meansRunning({ baseUrl, profile }: Settings, running: EmulatorRecord): boolean {
  if (baseUrl.origin === 'default' || sameOrigin(baseUrl.value, running.base_url)) return true
  return profile?.origin === PROFILE_IN_USE && baseUrl.origin === `profile ${profile.value}`
}

function requireKnownProfile({ profile }: Settings, names: string[]): void {
  if (!profile || names.includes(profile.value)) return
  const none = 'You have no profiles yet; `inpk login` creates one.'
  const known = names.length > 0 ? meantOrKnown(profile.value, names, 'Profiles') : none
  throw wrongUsage(`no profile named "${profile.value}" (from ${profile.origin})`, known)
}
