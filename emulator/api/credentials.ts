import { parseApiKey } from '../../src/contract/api-key.js'
import { OAUTH_SECRETS } from '../../src/contract/oauth.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { type Access, allows } from '../../src/contract/scopes.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Call, RoutedCall } from '../core/call.js'
import { singleHeader } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'
import { findTokenKey } from '../oauth/find-token.js'
import { protectedResourcePath } from '../oauth/metadata.js'
import { isBound, secretMatches } from '../rules/api-keys.js'
import type { ApiKey } from '../state/state.js'

/** Looks the key up; whether the route needs one is decided later, but its windows count from here (contract.md section 4). */
export async function identify(call: Call): Promise<void> {
  const presented = presentedBy(call)
  if (presented === undefined) return
  const isToken = presented.startsWith(OAUTH_SECRETS.access)
  const found = await (isToken ? findTokenKey(call.service, presented) : findKey(call, presented))
  if (found?.key.state === 'active') Object.assign(call, found)
  else call.isRevoked = found !== undefined
}

/** The key that was presented, whatever its state, and its organisation. */
async function findKey(
  { service: { organizations, settings } }: Call,
  presented: string,
): Promise<(Pick<Call, 'organization' | 'key'> & { key: ApiKey }) | undefined> {
  const parts = parseApiKey(presented)
  const holder = parts && organizations.holderOfKey(parts.id)
  const organization = holder === undefined ? undefined : await organizations.find(holder)
  const key = parts && organization?.store.state.keys[parts.id]
  if (!parts || !organization || !key) return undefined
  if (key.environment !== parts.environment || !secretMatches(key, parts.secret)) return undefined
  // A snapshot or an undo may bring a published key back.
  const isRefused = settings.randomKeys && presented === wellKnownKey(organization.id, key.environment, key.scope)
  return isRefused ? undefined : { organization, key }
}

/** What a 401 says of the credentials: the same of all that are bad, unless the service tells them apart. */
function complaintOf(call: Call): string {
  const presented = presentedBy(call)
  const isToldApart = call.service.settings.contract.values['unauthorized-uniform'].rule === 'told-apart'
  if (!isToldApart) return 'missing or invalid credentials; send Authorization: Bearer <API_KEY>'
  if (presented === undefined) return 'no credentials; send Authorization: Bearer <API_KEY>'
  return call.isRevoked ? 'this API key was revoked' : 'no such API key'
}

function presentedBy({ request }: Call): string | undefined {
  return /^Bearer +(\S+)$/i.exec(singleHeader(request, 'authorization') ?? '')?.[1]
}

/** The valid key of a call; 401 with one message for every way it can be missing (AUT-5, AUT-6). */
export function requireKey(call: Call): ApiKey {
  if (call.key) return call.key
  throw new Refusal('UNAUTHORIZED', complaintOf(call), undefined, { 'WWW-Authenticate': challengeOf(call) })
}

/** 403 where the scope of the key does not open the route (AUT-7); open routes need no key. */
export function requireAccess(call: RoutedCall): void {
  const { access } = call.match.route
  if (access === 'open') return
  const key = requireKey(call)
  if (!allows(access, key.scope)) throw outOfScope(access, key)
  requireBound(call, key)
}

function outOfScope(access: Exclude<Access, 'open'>, key: ApiKey): Refusal {
  const needed = access === 'any' ? 'a valid key' : `one of the scopes ${access.join(', ')}`
  return new Refusal('INSUFFICIENT_PERMISSION', `this key has the scope ${key.scope}; the operation needs ${needed}`)
}

/**
 * 403 where the member an `mcp_read` key is bound to no longer exists, looked up at every request to the MCP endpoint (MCP-1 to
 * MCP-3).
 */
function requireBound({ match, organization }: RoutedCall, key: ApiKey): void {
  if (rowOf(match.id).protocol !== 'json-rpc' || isBound(key, organization.store.state)) return
  const message = 'the member this connection belongs to is no longer active in the organisation'
  throw new Refusal('MCP_KEY_UNBOUND', message)
}

/** What a 401 asks for: any key; at the MCP endpoint also where to sign in (contract.md sections 4 and 10). */
function challengeOf({ match, request, service }: Call): string {
  if (!match || rowOf(match.id).protocol !== 'json-rpc') return 'Bearer'
  const origin = `${service.addresses.scheme}://${request.headers.host![0]}`
  const metadata = origin + protectedResourcePath(`${match.mount}/mcp`)
  return `Bearer resource_metadata="${metadata}", scope="mcp_read"`
}
