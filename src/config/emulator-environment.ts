import type { Scope } from '../contract/scopes.js'
import { wellKnownKey } from '../contract/well-known-keys.js'
import { DEFAULT_ORGANIZATION } from './running-emulator.js'

/** Key strings by environment and scope. */
export type Keys = Record<'test' | 'live', Record<Scope, string>>

export interface EmulatorAddresses {
  baseUrl: string
  dashboardUrl: string
}

/** The variables by which programs find an emulator and its keys (cli.md section 5). The keys are the well-known ones unless given. */
export function emulatorEnvironment({ baseUrl, dashboardUrl }: EmulatorAddresses, keys?: Keys): Record<string, string> {
  const test = (scope: Scope) => keys?.test[scope] ?? wellKnownKey(DEFAULT_ORGANIZATION, 'test', scope)
  return {
    INPK_BASE_URL: baseUrl,
    INPK_API_KEY: test('all'),
    INPK_API_KEY_PUSH: test('push'),
    INPK_API_KEY_CREATE: test('create'),
    INPK_API_KEY_SEND: test('send'),
    INPK_API_KEY_MCP_READ: test('mcp_read'),
    INPK_API_KEY_ALL: test('all'),
    INPK_LIVE_API_KEY: keys?.live.all ?? wellKnownKey(DEFAULT_ORGANIZATION, 'live', 'all'),
    INPK_EMULATOR_URL: dashboardUrl,
  }
}
