import type { Scope } from '../contract/scopes.js'
import { wellKnownKey } from '../contract/well-known-keys.js'
import { DEFAULT_ORGANIZATION } from './running-emulator.js'

/** Key strings by environment and scope, as far as they are known. */
export type Keys = Record<'test' | 'live', Partial<Record<Scope, string>>>

export interface EmulatorUrls {
  baseUrl: string
  dashboardUrl: string
  /** The facts file it plays, or `none`; unsaid where nothing names one. */
  facts?: string | undefined
  /** The file of its certificate; unsaid where it speaks HTTP. */
  certificate?: string | undefined
}

/** The variables by which programs find an emulator and its keys (cli.md section 5). The keys are the well-known ones unless given; one that is not known has no variable. */
export function emulatorEnvironment(
  { baseUrl, dashboardUrl, facts, certificate }: EmulatorUrls,
  keys?: Keys,
): Record<string, string> {
  const keyOf = (environment: keyof Keys, scope: Scope) =>
    keys ? keys[environment][scope] : wellKnownKey(DEFAULT_ORGANIZATION, environment, scope)
  const variables = {
    INPK_BASE_URL: baseUrl,
    INPK_API_KEY: keyOf('test', 'all'),
    INPK_API_KEY_PUSH: keyOf('test', 'push'),
    INPK_API_KEY_CREATE: keyOf('test', 'create'),
    INPK_API_KEY_SEND: keyOf('test', 'send'),
    INPK_API_KEY_MCP_READ: keyOf('test', 'mcp_read'),
    INPK_API_KEY_ALL: keyOf('test', 'all'),
    INPK_LIVE_API_KEY: keyOf('live', 'all'),
    INPK_EMULATOR_URL: dashboardUrl,
    INPK_FACTS: facts,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  const known = Object.entries(variables).filter((each): each is [string, string] => each[1] !== undefined)
  return Object.fromEntries(known)
}
