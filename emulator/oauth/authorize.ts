import type { Caps } from '../../src/contract/caps.js'
import { OAUTH_LIFETIMES, OAUTH_PATHS, OAUTH_SCOPE } from '../../src/contract/oauth.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import { randomnessOf } from '../core/randomness-of.js'
import type { Service } from '../core/service.js'
import { rowOfId } from '../operations/find-rows.js'
import { CHALLENGE } from '../rules/oauth/pkce.js'
import { isRegisteredRedirect } from '../rules/oauth/redirect-uris.js'
import { type Change, put, remove } from '../state/change.js'
import type { Connection, OAuthClient, SignIn } from '../state/oauth-rows.js'
import { messagePage } from './approval-page.js'
import { decideAndCommit, type SignInContext } from './decide-and-commit.js'
import { parametersOf } from './form.js'
import { isOwnResource, requireMethod } from './metadata.js'
import { OAuthRefusal, redirectReply, withParameters } from './replies.js'

/**
 * Where an assistant sends a person to sign in (OAuth 2.1 section 4.1.1): keeps what was asked and leads to the approval page.
 * An unknown client or redirect URI is shown to the person; anything else wrong is reported to the assistant.
 */
export async function authorize(request: ServerRequest, service: Service, issuer: string): Promise<Reply> {
  requireMethod(request, 'GET')
  const search = new URLSearchParams(request.target.split('?').slice(1).join('?'))
  const first = service.organizations.first()
  const client = rowOfId(first.store.state.oauthClients, search.get('client_id') ?? '')
  if (!client) return messagePage(400, 'Unknown assistant. Register it again.')
  const redirectUri = search.get('redirect_uri') ?? ''
  if (!isRegisteredRedirect(redirectUri, client.redirectUris)) {
    return messagePage(
      400,
      'The assistant asked to redirect to an address it did not register. Nothing was sent there.',
    )
  }
  try {
    const signIn = readSignIn(parametersOf(search), { redirectUri, issuer }, service)
    const id = `con_${randomnessOf(first, service)(12).toString('base64url')}`
    await decideAndCommit(first, service, 'requestConnection', (context) => requested(id, client, signIn, context))
    return redirectReply(issuer + OAUTH_PATHS.approve + id)
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    const parameters = { error: error.code, error_description: error.message, state: search.get('state'), iss: issuer }
    return redirectReply(withParameters(redirectUri, parameters))
  }
}

function readSignIn(
  members: ReadonlyMap<string, string>,
  fixed: Pick<SignIn, 'redirectUri' | 'issuer'>,
  { addresses }: Service,
): SignIn {
  if (members.get('response_type') !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'response_type must be code')
  }
  const codeChallenge = members.get('code_challenge') ?? ''
  if (members.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(codeChallenge)) {
    throw new OAuthRefusal('invalid_request', 'send a code_challenge with code_challenge_method=S256')
  }
  const scopes = members.get('scope')?.split(' ') ?? []
  if (scopes.some((scope) => scope !== OAUTH_SCOPE && scope !== 'offline_access')) {
    throw new OAuthRefusal('invalid_scope', `the only scope is ${OAUTH_SCOPE}`)
  }
  const resource = members.get('resource') ?? null
  if (resource !== null && !isOwnResource(resource, addresses)) {
    throw new OAuthRefusal('invalid_target', 'the resource is not the MCP endpoint of this service')
  }
  return { ...fixed, codeChallenge, resource, state: members.get('state') ?? null }
}

function requested(id: string, client: OAuthClient, signIn: SignIn, { state, now, caps }: SignInContext) {
  const row: Connection = {
    id,
    clientId: client.id,
    clientName: client.name,
    state: 'requested',
    memberId: null,
    createdAt: now,
    signIn,
  }
  const changes: Change[] = [...dropWaiting(state.connections, now, caps), put('connections', id, row)]
  return { answer: undefined, summary: `${client.name} asks to sign in (${id})`, changes }
}

/** Drops the oldest pending sign-ins above the cap. */
function dropWaiting(connections: Readonly<Record<string, Connection>>, now: number, { signIns }: Caps): Change[] {
  const waiting = Object.values(connections)
    .filter(({ state }) => state === 'requested')
    .sort((a, b) => b.createdAt - a.createdAt)
  return waiting
    .filter(({ createdAt }, place) => place >= signIns - 1 || now - createdAt >= OAUTH_LIFETIMES.request)
    .map(({ id }) => remove('connections', id))
}
