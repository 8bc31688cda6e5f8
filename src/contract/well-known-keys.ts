import { EMULATOR_KEY_PREFIX, formatApiKey } from './api-key.js'
import { ENVIRONMENTS, type KeyEnvironment, SCOPES, type Scope } from './scopes.js'

const IDENTIFIER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Every pair of environment and scope: the ten initial keys of an organisation of the emulator. */
export const INITIAL_KEYS = ENVIRONMENTS.flatMap((environment) => SCOPES.map((scope) => ({ environment, scope })))

/**
 * The published rule for the initial keys of an organisation (contract.md section 3): identifier and secret come from
 * SHA-256 of `inpk emulator <id|secret> <organisation> <environment> <scope>`.
 */
export function wellKnownKey(organizationId: number, environment: KeyEnvironment, scope: Scope): string {
  // An import would make every short command wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const digest = (part: string) =>
    createHash('sha256').update(`inpk emulator ${part} ${organizationId} ${environment} ${scope}`).digest()
  return formatApiKey({ environment, id: keyIdentifier(digest('id')), secret: digest('secret').toString('base64') })
}

/** An identifier of the emulator: `EMU` and seven characters drawn from `bytes` (at least 7). */
export function keyIdentifier(bytes: Uint8Array): string {
  const tail = Array.from(bytes.subarray(0, 7), (byte) => IDENTIFIER[byte % IDENTIFIER.length])
  return EMULATOR_KEY_PREFIX + tail.join('')
}
