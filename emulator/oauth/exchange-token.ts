import { OAUTH_LIFETIMES, OAUTH_SCOPE, OAUTH_SECRETS } from '../../src/contract/oauth.js'
import type { Decision } from '../core/decision.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import { randomnessOf } from '../core/randomness-of.js'
import type { Service } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { ended, issued, spent, withdrawnAccess } from '../rules/oauth/grants.js'
import { verifierMatches } from '../rules/oauth/pkce.js'
import { type Change, put } from '../state/change.js'
import type { Connection, OAuthClient, OAuthToken } from '../state/oauth-rows.js'
import { requireClient } from './client-authentication.js'
import { decideAndCommit, type SignInContext } from './decide-and-commit.js'
import { findOrganizationOfToken } from './find-token.js'
import { readUrlEncodedForm, requireMember } from './form.js'
import { requireMethod } from './metadata.js'
import { jsonReply, OAuthRefusal } from './replies.js'

/** The member of the form that holds the grant, and what the grant is, by grant type. */
const GRANTS = {
  authorization_code: { member: 'code', kind: 'code' },
  refresh_token: { member: 'refresh_token', kind: 'refresh' },
} as const

interface Fresh {
  access: string
  refresh: string
}

interface Presented {
  form: ReadonlyMap<string, string>
  client: OAuthClient
  hash: string
  kind: OAuthToken['kind']
}

/** The token endpoint: a code or a refresh token for new tokens, once (OAuth 2.1 sections 4.1.3 and 4.3). */
export async function exchangeToken(request: ServerRequest, service: Service): Promise<Reply> {
  requireMethod(request, 'POST')
  const form = await readUrlEncodedForm(request)
  const grant =
    Object.hasOwn(GRANTS, requireMember(form, 'grant_type')) && GRANTS[form.get('grant_type') as keyof typeof GRANTS]
  if (!grant) throw new OAuthRefusal('unsupported_grant_type', `use one of ${Object.keys(GRANTS).join(', ')}`)
  const hash = hashSecret(requireMember(form, grant.member))
  const organization = await findOrganizationOfToken(service, hash)
  const client = requireClient(request, form, service, organization)
  if (!organization) throw badGrant()
  const draw = randomnessOf(organization, service)
  const secret = (start: string) => start + draw(32).toString('base64url')
  const fresh = { access: secret(OAUTH_SECRETS.access), refresh: secret(OAUTH_SECRETS.refresh) }
  const presented = { form, client, hash, kind: grant.kind }
  const outcome = await decideAndCommit(organization, service, 'exchangeToken', (context) =>
    exchange(presented, fresh, context),
  )
  if (outcome === 'refused') throw badGrant()
  return jsonReply(tokensOnWire(fresh, client))
}

/** Whether the grant holds, and what follows; a second use ends the connection, for one of the two users stole it. */
function exchange(presented: Presented, fresh: Fresh, context: SignInContext): Decision<'granted' | 'refused'> {
  const { client, hash, kind } = presented
  const { state, now } = context
  const token = state.oauthTokens[hash]
  const connection = token && state.connections[token.connectionId]
  if (!connection || token.kind !== kind || token.clientId !== client.id) throw badGrant()
  if (token.used) {
    const summary = `${connection.id} ended: a ${kind} token was used twice`
    return { answer: 'refused', summary, changes: ended(connection, state.oauthTokens) }
  }
  if (token.expiresAt <= now || connection.state !== 'approved') throw badGrant()
  requireSameTarget(presented.form, token)
  if (kind === 'code') requireSameSignIn(presented.form, connection)
  return {
    answer: 'granted',
    summary: `${connection.clientName} got tokens (${connection.id})`,
    changes: granted(token, connection, { client, fresh, context }),
  }
}

function granted(
  token: OAuthToken,
  connection: Connection,
  { client, fresh, context: { state, now, caps } }: { client: OAuthClient; fresh: Fresh; context: SignInContext },
): Change[] {
  const { clientId, connectionId, resource } = token
  const row = { clientId, connectionId, resource }
  return [
    ...spent(token, state.oauthTokens, now, caps),
    ...withdrawnAccess(connectionId, state.oauthTokens),
    issued(fresh.access, { ...row, kind: 'access' }, now),
    ...(mayRefresh(client) ? [issued(fresh.refresh, { ...row, kind: 'refresh' }, now)] : []),
    ...(connection.signIn ? [put('connections', connection.id, { ...connection, signIn: null })] : []),
  ]
}

/** The code goes to whoever asked for it: same address, and the verifier behind the challenge. */
function requireSameSignIn(form: ReadonlyMap<string, string>, { signIn }: Connection): void {
  const isSame = signIn !== null && form.get('redirect_uri') === signIn.redirectUri
  if (!isSame || !verifierMatches(form.get('code_verifier') ?? '', signIn.codeChallenge)) throw badGrant()
}

/** A resource named here must be the one that was named at the sign-in (RFC 8707 section 2.2). */
function requireSameTarget(form: ReadonlyMap<string, string>, { resource }: OAuthToken): void {
  const named = form.get('resource')
  if (named === undefined || named === resource) return
  throw new OAuthRefusal('invalid_target', 'the sign-in was for another resource')
}

function mayRefresh({ grantTypes }: OAuthClient): boolean {
  return grantTypes.includes('refresh_token')
}

function tokensOnWire({ access, refresh }: Fresh, client: OAuthClient) {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: OAUTH_LIFETIMES.access / 1_000,
    scope: OAUTH_SCOPE,
    ...(mayRefresh(client) ? { refresh_token: refresh } : {}),
  }
}

/** One message for every reason, so that it reveals nothing about grants of others. */
function badGrant(): OAuthRefusal {
  return new OAuthRefusal(
    'invalid_grant',
    'the code or token is unknown, used, expired or revoked, or belongs to another client or sign-in',
  )
}
