import { LIMITS } from '../../src/contract/limits.js'
import type { Organization } from '../core/organization.js'
import type { Service } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { timeOf } from '../rules/clock.js'
import type { ApiKey } from '../state/state.js'

/** The organisation that gave out a token, by the token's hash. */
export async function findOrganizationOfToken(
  { organizations }: Service,
  hash: string,
): Promise<Organization | undefined> {
  const holder = organizations.holderOfToken(hash)
  return holder === undefined ? undefined : organizations.find(holder)
}

/**
 * What an access token stands for: an `mcp_read` key of the member who approved its connection. Nothing if it is not valid now.
 */
export async function findTokenKey(
  service: Service,
  presented: string,
): Promise<{ organization: Organization; key: ApiKey } | undefined> {
  const hash = hashSecret(presented)
  const organization = await findOrganizationOfToken(service, hash)
  if (!organization) return undefined
  const { oauthTokens, connections, clock } = organization.store.state
  const token = oauthTokens[hash]!
  const connection = connections[token.connectionId]
  const now = timeOf(clock, service.clock.now())
  if (token.kind !== 'access' || token.expiresAt <= now || connection?.state !== 'approved') return undefined
  const key: ApiKey = {
    id: connection.id,
    label: connection.clientName,
    environment: 'test',
    scope: 'mcp_read',
    rateLimitPerMinute: LIMITS.perKeyPerMinute.default,
    memberId: connection.memberId,
    secretHash: hash,
    state: 'active',
    createdAt: connection.createdAt,
  }
  return { organization, key }
}
