import { isLoopback } from '../contract/base-url.js'
import type { Profile, Profiles } from './profiles.js'
import type { ProjectFile } from './project-file.js'
import { shownUrl } from './shown-url.js'

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4600'
export const DEFAULT_PREFIX = '/api/input'

/** Where the name of a profile came from that nothing else named. */
export const PROFILE_IN_USE = 'the profile in use'

/** Where a value came from: `--base-url`, `environment INPK_BASE_URL`, a file, a profile, or `default`. */
export interface Setting<T> {
  value: T
  origin: string
}

export interface Settings {
  baseUrl: Setting<string>
  prefix: Setting<string>
  profile?: Setting<string>
  apiKey?: Setting<string>
  /** Why the profile's key is not used: it belongs elsewhere. */
  keyWithheld?: string
  timeoutMs?: Setting<number>
  retries?: Setting<number>
  /** Values that were not followed, and why. */
  warnings: string[]
}

/** Everything settings are made of, already read. */
export interface SettingSources {
  flags: {
    baseUrl?: string | undefined
    profile?: string | undefined
    apiPrefix?: string | undefined
    timeout?: number | undefined
    retries?: number | undefined
    force?: boolean
  }
  /** From `--api-key-file`. */
  flagKey?: string | undefined
  env: Record<string, string | undefined>
  project?: ProjectFile | undefined
  profiles: Profiles
}

/** The strongest of the candidates; the first that has a value. */
function strongest<T>(...candidates: ([T | undefined, string] | undefined)[]): Setting<T> | undefined {
  const found = candidates.find((candidate) => candidate && candidate[0] !== undefined && candidate[0] !== '')
  return found ? { value: found[0] as T, origin: found[1] } : undefined
}

/**
 * The settings in force and where each came from: flag, environment, project file, profile, default (cli.md section 1).
 * A project file never holds a key, and its base URL counts only if it is loopback or the origin of the profile whose key is
 * used; a profile's key goes only to the profile's own origin (`--force` overrides), so that no file and no variable sends one astray.
 */
export function resolveSettings(sources: SettingSources): Settings {
  const { flags, env, project } = sources
  const profileName = resolveProfile(sources)
  const profile = profileName ? sources.profiles.byName[profileName.value] : undefined
  const from = `profile ${profileName?.value}`
  const warnings = [...(project?.warnings ?? []), ...(sources.profiles.warnings ?? [])]
  const ownKey = strongest([sources.flagKey, '--api-key-file'], [env.INPK_API_KEY, 'environment INPK_API_KEY'])
  const baseUrl = strongest(
    [flags.baseUrl, '--base-url'],
    [env.INPK_BASE_URL, 'environment INPK_BASE_URL'],
    [projectBaseUrl(project, ownKey ? undefined : profile, warnings), `file ${project?.path}`],
    [profile?.base_url, from],
  ) ?? { value: DEFAULT_BASE_URL, origin: 'default' }
  const own = profileKey(profile, from, baseUrl.value, flags.force === true)
  const apiKey = ownKey ?? own.key
  const keyWithheld = ownKey ? undefined : own.withheld
  if (keyWithheld !== undefined) warnings.push(`${keyWithheld}.`)
  const prefix = strongest(
    [flags.apiPrefix, '--api-prefix'],
    [env.INPK_API_PREFIX, 'environment INPK_API_PREFIX'],
    [project?.api_prefix, `file ${project?.path}`],
    [profile?.api_prefix, from],
  )
  const timeoutMs = strongest([flags.timeout, '--timeout'])
  const retries = strongest([flags.retries, '--retries'])
  return {
    baseUrl,
    prefix: prefix ?? { value: DEFAULT_PREFIX, origin: 'default' },
    ...(profileName ? { profile: profileName } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(keyWithheld === undefined ? {} : { keyWithheld }),
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(retries ? { retries } : {}),
    warnings,
  }
}

function resolveProfile({ flags, env, project, profiles }: SettingSources): Setting<string> | undefined {
  return strongest(
    [flags.profile, '--profile'],
    [env.INPK_PROFILE, 'environment INPK_PROFILE'],
    [project?.profile, `file ${project?.path}`],
    [profiles.current, PROFILE_IN_USE],
  )
}

function projectBaseUrl(
  project: ProjectFile | undefined,
  profile: Profile | undefined,
  warnings: string[],
): string | undefined {
  const url = project?.base_url
  if (url === undefined) return undefined
  if (URL.canParse(url)) {
    if (isLoopback(new URL(url).hostname)) return url
    if (sameOrigin(url, profile?.base_url)) return url
  }
  warnings.push(
    `${project!.path}: base_url ${shownUrl(url)} is ignored: a project file may name only this machine or the address of the profile in use.`,
  )
  return undefined
}

function profileKey(
  profile: Profile | undefined,
  origin: string,
  baseUrl: string,
  force: boolean,
): { key?: Setting<string>; withheld?: string } {
  if (!profile?.api_key) return {}
  const home = profile.base_url ?? DEFAULT_BASE_URL
  if (force || sameOrigin(baseUrl, home)) return { key: { value: profile.api_key, origin } }
  return { withheld: `the key of ${origin} belongs to ${shownUrl(home)}: it is not sent to ${shownUrl(baseUrl)}` }
}

/** Whether two URLs share scheme, host and port. */
export function sameOrigin(a: string, b: string | undefined): boolean {
  if (b === undefined || !URL.canParse(a) || !URL.canParse(b)) return false
  return new URL(a).origin === new URL(b).origin
}
