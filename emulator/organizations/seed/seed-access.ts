import { parseApiKey } from '../../../src/contract/api-key.js'
import { OAUTH_LIFETIMES } from '../../../src/contract/oauth.js'
import type { SeedConnection, SeedKey } from '../../../src/contract/seed.js'
import { parseTime } from '../../../src/contract/times.js'
import { randomnessOf } from '../../core/randomness-of.js'
import { invalid } from '../../core/refusal.js'
import { rowOfId } from '../../operations/find-rows.js'
import { hashSecret, newKey } from '../../rules/api-keys.js'
import { FIRST_MEMBER } from '../../rules/initial-changes.js'
import { issued } from '../../rules/oauth/grants.js'
import { put } from '../../state/change.js'
import type { Connection, OAuthClient } from '../../state/oauth-rows.js'
import type { Member } from '../../state/state.js'
import type { KnownRows } from './known-rows.js'
import { type StagedChanges, stage } from './staged-changes.js'

/** Stages API keys whose texts the seed states. Refuses one whose identifier any organisation has already. */
export function seedKeys(staged: StagedChanges, keys: readonly SeedKey[], known: KnownRows): void {
  for (const [index, key] of keys.entries()) {
    if (known.keys.has(key)) continue
    const path = `keys[${index}]`
    const { id, environment, secret } = parseApiKey(key.api_key)!
    if ((key.environment ?? environment) !== environment) {
      throw invalid({ [`${path}.environment`]: [`must be ${environment}, the environment in api_key`] })
    }
    const holder = staged.service.organizations.holderOfKey(id)
    if (holder !== undefined || rowOfId(staged.state.keys, id)) {
      const isOther = holder !== undefined && holder !== staged.organization.id
      const owner = isOther ? `organisation ${holder}` : 'this organisation'
      throw invalid({ [`${path}.api_key`]: [`must have another id: ${owner} already has a key ${id}`] })
    }
    const { id: memberId } = requireMember(staged, key.member_id, `${path}.member_id`)
    // What is as old as the organisation counts as an initial key.
    const createdAt = Math.max(staged.now(), staged.state.organization.createdAt + 1)
    const { label, scope, rate_limit_per_minute: rateLimitPerMinute, state = 'active' } = key
    const row = newKey({ id, secret, label, environment, scope, rateLimitPerMinute, memberId, createdAt })
    stage(staged, [put('keys', id, { ...row, state })])
  }
}

/** Stages AI assistants that have signed in, with the tokens the seed states. Refuses what another one has already. */
export function seedConnections(staged: StagedChanges, connections: readonly SeedConnection[], known: KnownRows): void {
  const random = (bytes: number) => randomnessOf(staged.organization, staged.service)(bytes).toString('base64url')
  for (const [index, wanted] of connections.entries()) {
    if (known.connections.has(wanted)) continue
    const path = `connections[${index}]`
    const { id = `con_${random(12)}` } = wanted
    if (rowOfId(staged.state.connections, id))
      throw invalid({ [`${path}.id`]: ['already exists in this organisation'] })
    const member = requireMember(staged, wanted.member_id, `${path}.member_id`)
    if (!member.active) throw invalid({ [`${path}.member_id`]: ['must be an active member'] })
    const client = seedClient(staged, wanted, { path, freshId: random(16) })
    const createdAt = staged.now()
    const row: Connection = {
      id,
      clientId: client.id,
      clientName: client.name,
      state: 'approved',
      memberId: member.id,
      createdAt,
      signIn: null,
    }
    stage(staged, [put('connections', id, row)])
    seedTokens(staged, row, wanted, path)
  }
}

/** The registration of an assistant, which connections of the same `client_id` share. */
function seedClient(
  staged: StagedChanges,
  { client_id, client_name: name }: SeedConnection,
  { path, freshId }: { path: string; freshId: string },
): OAuthClient {
  const id = client_id ?? freshId
  const known = rowOfId(staged.state.oauthClients, id)
  if (known && known.name !== name) {
    throw invalid({
      [`${path}.client_name`]: [`must be ${JSON.stringify(known.name)}, the assistant with this client_id`],
    })
  }
  const client: OAuthClient = known ?? {
    id,
    name,
    redirectUris: ['http://127.0.0.1/callback'],
    grantTypes: ['authorization_code', 'refresh_token'],
    authMethod: 'none',
    secretHash: null,
    createdAt: staged.now(),
  }
  if (!known) stage(staged, [put('oauthClients', id, client)])
  return client
}

function seedTokens(staged: StagedChanges, connection: Connection, wanted: SeedConnection, path: string): void {
  const { access_token, refresh_token, expires_at } = wanted
  const expiresAt = expires_at === undefined ? staged.now() + OAUTH_LIFETIMES.access : parseTime(expires_at)
  if (expiresAt === undefined) {
    throw invalid({ [`${path}.expires_at`]: ['must be an ISO-8601 time with an offset or Z, or a plain date'] })
  }
  if (expires_at !== undefined && access_token === undefined) {
    throw invalid({ [`${path}.expires_at`]: ['is only for connections with access_token'] })
  }
  for (const [kind, secret] of [
    ['access', access_token],
    ['refresh', refresh_token],
  ] as const) {
    if (secret === undefined) continue
    const hash = hashSecret(secret)
    const isHeld = staged.service.organizations.holderOfToken(hash) !== undefined
    if (isHeld || Object.hasOwn(staged.state.oauthTokens, hash)) {
      throw invalid({ [`${path}.${kind}_token`]: ['must be unique: a connection already has this token'] })
    }
    const { id: connectionId, clientId } = connection
    stage(staged, [issued(secret, { kind, connectionId, clientId, resource: null }, staged.now())])
    const token = staged.state.oauthTokens[hash]!
    if (kind === 'access') stage(staged, [put('oauthTokens', hash, { ...token, expiresAt })])
  }
}

function requireMember({ state }: StagedChanges, id: number | string | undefined, path: string): Member {
  const member = rowOfId(state.members, id === undefined ? FIRST_MEMBER.id : String(id))
  if (!member) throw invalid({ [path]: ['must be the id of a member'] })
  return member
}
