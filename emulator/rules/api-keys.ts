import { createHash, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../src/contract/limits.js'
import type { ApiKey, State } from '../state/state.js'

/** A key that works, from its parts; the secret itself is not kept. */
export function newKey({
  secret,
  rateLimitPerMinute = LIMITS.perKeyPerMinute.default,
  ...parts
}: Omit<ApiKey, 'secretHash' | 'state' | 'rateLimitPerMinute'> & {
  secret: string
  rateLimitPerMinute?: number | undefined
}): ApiKey {
  return { ...parts, rateLimitPerMinute, secretHash: hashSecret(secret), state: 'active' }
}

/** The hash the service keeps of a secret (KEY-13); the secret has 256 random bits, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a presented secret is the one of the key, in constant time. */
export function secretMatches(key: ApiKey, secret: string): boolean {
  return hashMatches(secret, key.secretHash)
}

/** Whether a secret is the one behind a hash, in constant time. */
export function hashMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(hash, 'hex'))
}

/** Whether a key works as far as members are concerned: an `mcp_read` key needs an active one (MCP-10), others need none. */
export function isBound(
  { scope, memberId, unbound }: Pick<ApiKey, 'scope' | 'memberId' | 'unbound'>,
  { members }: Pick<State, 'members'>,
): boolean {
  return scope !== 'mcp_read' || (!unbound && members[memberId ?? '']?.active === true)
}
