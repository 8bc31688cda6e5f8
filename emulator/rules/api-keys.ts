import { createHash, timingSafeEqual } from 'node:crypto'
import { EMULATOR_KEY_PREFIX, formatApiKey } from '../../src/contract/api-key.js'
import { LIMITS } from '../../src/contract/limits.js'
import { ENVIRONMENTS, type Environment, SCOPES, type Scope } from '../../src/contract/scopes.js'
import type { ApiKey } from '../state/state.js'

const IDENTIFIER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The hash the service keeps of a secret (KEY-13); the secret has 256 random bits, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a presented secret is the one of the key, in constant time. */
export function secretMatches(key: ApiKey, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(key.secretHash, 'hex'))
}

/** An identifier of the emulator: `EMU` and seven characters drawn from `bytes` (at least 7). */
export function keyIdentifier(bytes: Uint8Array): string {
  const tail = Array.from(bytes.subarray(0, 7), (byte) => IDENTIFIER[byte % IDENTIFIER.length])
  return EMULATOR_KEY_PREFIX + tail.join('')
}

/**
 * The published rule for the keys an organisation is born with (contract.md section 3): identifier and secret come from
 * SHA-256 of `inpk emulator <id|secret> <organisation> <environment> <scope>`.
 */
export function wellKnownKey(organizationId: number, environment: Environment, scope: Scope): string {
  const digest = (part: string) =>
    createHash('sha256').update(`inpk emulator ${part} ${organizationId} ${environment} ${scope}`).digest()
  return formatApiKey({ environment, id: keyIdentifier(digest('id')), secret: digest('secret').toString('base64') })
}

/** Every pair of environment and scope: the ten keys an organisation is born with. */
export const BORN_KEYS = ENVIRONMENTS.flatMap((environment) => SCOPES.map((scope) => ({ environment, scope })))

/** The default limit of a new key (KEY-5). */
export const DEFAULT_RATE = LIMITS.perKeyPerMinute.default
