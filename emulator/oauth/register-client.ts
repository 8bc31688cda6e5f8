import { isObject } from '../../src/base/is-object.js'
import { mustBeOneOf } from '../../src/base/nearest.js'
import { OAUTH_SECRETS } from '../../src/contract/oauth.js'
import { readBody } from '../core/body.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import { requireJsonBody } from '../core/json.js'
import { randomnessOf } from '../core/randomness-of.js'
import type { Service } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { dropIdleClients } from '../rules/oauth/grants.js'
import { findRedirectFault } from '../rules/oauth/redirect-uris.js'
import { put } from '../state/change.js'
import type { OAuthClient } from '../state/oauth-rows.js'
import { decideAndCommit } from './decide-and-commit.js'
import { CLIENT_AUTHENTICATION, requireMethod } from './metadata.js'
import { jsonReply, OAuthRefusal, unreadable } from './replies.js'

const BODY_BYTES = 64 * 1024
const GRANT_TYPES = ['authorization_code', 'refresh_token']

/** Dynamic client registration (RFC 7591). No one has signed in yet, so the default organisation keeps what was registered. */
export async function registerClient(request: ServerRequest, service: Service): Promise<Reply> {
  requireMethod(request, 'POST')
  const asked = readMetadata(await readJson(request))
  const first = service.organizations.first()
  const draw = randomnessOf(first, service)
  const secret = asked.authMethod === 'none' ? null : OAUTH_SECRETS.client + draw(32).toString('base64url')
  const id = draw(16).toString('base64url')
  const secretHash = secret === null ? null : hashSecret(secret)
  const client = await decideAndCommit(first, service, 'registerClient', ({ state, now, caps }) => {
    const row: OAuthClient = { id, ...asked, secretHash, createdAt: now }
    const changes = [...dropIdleClients(state, caps), put('oauthClients', id, row)]
    return { answer: row, summary: `registered the assistant ${row.name}`, changes }
  })
  return jsonReply(
    { ...onWire(client), ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }) },
    201,
  )
}

async function readJson(request: ServerRequest): Promise<unknown> {
  try {
    return requireJsonBody(await readBody(request, BODY_BYTES))
  } catch (error) {
    throw unreadable(error, 'invalid_client_metadata')
  }
}

type Asked = Pick<OAuthClient, 'name' | 'redirectUris' | 'grantTypes' | 'authMethod'>

/** What a client says of itself, where we can take it; members we do not know are left aside, as the RFC has it. */
function readMetadata(value: unknown): Asked {
  if (!isObject(value)) throw unfit('send a JSON object')
  const metadata = value as Record<string, unknown>
  const { client_name: name = 'An assistant', token_endpoint_auth_method: method = 'none' } = metadata
  if (typeof name !== 'string' || name.length > 200)
    throw unfit('client_name must be a string of at most 200 characters')
  const authMethod = CLIENT_AUTHENTICATION.find((each) => each === method)
  if (!authMethod) throw unfit(`token_endpoint_auth_method ${mustBeOneOf(CLIENT_AUTHENTICATION, method)}`)
  const grantTypes = textsOf(metadata.grant_types ?? ['authorization_code'], 'grant_types')
  const unknown = grantTypes.find((each) => !GRANT_TYPES.includes(each))
  if (unknown !== undefined) throw unfit(`grant_types must be among ${GRANT_TYPES.join(', ')}`)
  const types = textsOf(metadata.response_types ?? ['code'], 'response_types')
  if (types.some((each) => each !== 'code')) throw unfit('response_types must be ["code"]')
  return {
    name: legible(name) || 'An assistant',
    redirectUris: readRedirects(metadata.redirect_uris),
    grantTypes,
    authMethod,
  }
}

/** A name as it is shown, without characters that turn or hide what surrounds it. */
function legible(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
}

function readRedirects(value: unknown): string[] {
  const uris = textsOf(value ?? [], 'redirect_uris')
  if (uris.length === 0 || uris.length > 20)
    throw new OAuthRefusal('invalid_redirect_uri', 'give 1 to 20 redirect_uris')
  for (const uri of uris) {
    const fault = findRedirectFault(uri)
    if (fault) throw new OAuthRefusal('invalid_redirect_uri', `a redirect URI ${fault}`)
  }
  return uris
}

function textsOf(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw unfit(`${name} must be a list of strings`)
}

function unfit(message: string): OAuthRefusal {
  return new OAuthRefusal('invalid_client_metadata', message)
}

function onWire(client: OAuthClient) {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: client.authMethod,
  }
}
