import type { Decision } from '../core/decision.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import type { Service } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { ended } from '../rules/oauth/grants.js'
import { remove } from '../state/change.js'
import type { OAuthClient } from '../state/oauth-rows.js'
import { requireClient } from './client-authentication.js'
import { decideAndCommit, type SignInContext } from './decide-and-commit.js'
import { findOrganizationOfToken } from './find-token.js'
import { readUrlEncodedForm, requireMember } from './form.js'
import { requireMethod } from './metadata.js'
import { OAuthRefusal } from './replies.js'

/**
 * Token revocation (RFC 7009): an access token dies alone, a refresh token with its whole connection; an unknown one is not an
 * error.
 */
export async function revokeToken(request: ServerRequest, service: Service): Promise<Reply> {
  requireMethod(request, 'POST')
  const form = await readUrlEncodedForm(request)
  const hash = hashSecret(requireMember(form, 'token'))
  const organization = await findOrganizationOfToken(service, hash)
  const client = requireClient(request, form, service, organization)
  if (organization)
    await decideAndCommit(organization, service, 'revokeToken', (context) => revoke(hash, client, context))
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '' }
}

function revoke(hash: string, client: OAuthClient, { state }: SignInContext): Decision<undefined> {
  const token = state.oauthTokens[hash]
  const connection = token && state.connections[token.connectionId]
  if (!connection) return { answer: undefined, summary: '', changes: [] }
  if (token.clientId !== client.id) throw new OAuthRefusal('invalid_grant', 'the token was not issued to this client')
  if (token.kind === 'access') {
    return {
      answer: undefined,
      summary: `${connection.id} revoked its access token`,
      changes: [remove('oauthTokens', hash)],
    }
  }
  return { answer: undefined, summary: `${connection.id} ended itself`, changes: ended(connection, state.oauthTokens) }
}
