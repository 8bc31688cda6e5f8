import type { ServerRequest } from '../core/exchange.js'
import { singleHeader } from '../core/exchange.js'
import type { Organization } from '../core/organization.js'
import type { Service } from '../core/service.js'
import { rowOfId } from '../operations/find-rows.js'
import { hashMatches } from '../rules/api-keys.js'
import type { OAuthClient } from '../state/oauth-rows.js'
import { OAuthRefusal } from './replies.js'

interface Presented {
  id: string
  secret: string | undefined
  method: OAuthClient['authMethod']
}

/**
 * The client behind a request to the token endpoint, as the organisation of its connection knows it; 401 if it is not who it
 * says.
 */
export function requireClient(
  request: ServerRequest,
  form: ReadonlyMap<string, string>,
  service: Service,
  organization: Organization | undefined,
): OAuthClient {
  const { id, secret, method } = readPresented(request, form)
  const candidates = organization ? [organization, service.organizations.first()] : [service.organizations.first()]
  const client = candidates.map(({ store }) => rowOfId(store.state.oauthClients, id)).find((each) => each !== undefined)
  const isKnown =
    client && (client.secretHash === null || (secret !== undefined && hashMatches(secret, client.secretHash)))
  if (isKnown && client.authMethod === method) return client
  const headers: Record<string, string> = method === 'client_secret_basic' ? { 'WWW-Authenticate': 'Basic' } : {}
  throw new OAuthRefusal('invalid_client', 'unknown client, or not authenticated as it registered', 401, headers)
}

function readPresented(request: ServerRequest, form: ReadonlyMap<string, string>): Presented {
  const basic = /^Basic +(\S+)$/i.exec(singleHeader(request, 'authorization') ?? '')?.[1]
  if (basic === undefined) {
    const secret = form.get('client_secret')
    return { id: form.get('client_id') ?? '', secret, method: secret === undefined ? 'none' : 'client_secret_post' }
  }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decoded)
  return { id, secret, method: 'client_secret_basic' }
}

/** Both parts are form-encoded before they are put together (RFC 6749 section 2.3.1). */
function decoded(part: string): string {
  return new URLSearchParams(`part=${part.replaceAll('&', '%26')}`).get('part') ?? ''
}
